import { beforeEach, describe, expect, test } from 'vitest';
import { createManualClock, type ManualClock } from '../../../test/support/manual-clock.ts';
import type { OperatorId } from '../../domain/access/operator.ts';
import { createDevices, type Devices } from './devices.ts';
import type { StoredOperator } from './ports.ts';

const dayMs = 86_400_000;
const secret = new Uint8Array(32).fill(1);
let clock: ManualClock;
let devices: Devices;
beforeEach(() => {
  clock = createManualClock();
  devices = createDevices({ secret: () => secret, clock });
});

function toOperator(name: string): StoredOperator {
  const own = {
    hasTotp: false,
    hasPasskey: false,
    createdAtMs: 1,
    disabledAtMs: null,
    ssoSubject: null,
    localUntilMs: null,
  };
  const record = { id: `opr_${name}` as OperatorId, name, role: 'viewer' as const, ...own };
  return { record, passwordHash: 'hash', sealedTotp: null, totpStep: 0, deviceEpoch: 0 };
}
const ana = toOperator('ana');

describe('a device', () => {
  test('that holds nothing, or nonsense, is not known', () => {
    for (const held of [undefined, '', '~', 'ana', 'a.b.c']) expect(devices.findId(held, ana)).toBeUndefined();
  });

  test('is known for whoever signed in on it, by an id that does not say the name', () => {
    const held = devices.remember(undefined, ana);
    const id = devices.findId(held, ana);
    expect(id).toMatch(/^[\w-]{43}$/);
    expect(held.endsWith(`.${id}`)).toBe(true);
    expect(held).not.toContain('ana');
    expect(devices.findId(held, toOperator('bia'))).toBeUndefined();
  });

  test('is known for 90 days', () => {
    const held = devices.remember(undefined, ana);
    clock.advance(90 * dayMs - 1);
    expect(devices.findId(held, ana)).toBeDefined();
    clock.advance(1);
    expect(devices.findId(held, ana)).toBeUndefined();
  });

  test('is not known any longer once the password has changed or an administrator has said so', () => {
    const held = devices.remember(undefined, ana);
    expect(devices.findId(held, { ...ana, passwordHash: 'another' })).toBeUndefined();
    expect(devices.findId(held, { ...ana, deviceEpoch: 1 })).toBeUndefined();
  });

  test('is not known by a token of another installation', () => {
    const others = createDevices({ secret: () => new Uint8Array(32).fill(2), clock });
    expect(devices.findId(others.remember(undefined, ana), ana)).toBeUndefined();
  });

  test('cannot make its token younger, nor turn it into one for another name', () => {
    const held = devices.remember(undefined, ana);
    const [anaMark, , signature] = held.split('.');
    clock.advance(dayMs);
    expect(devices.findId(`${anaMark}.${clock.nowMs().toString(36)}.${signature}`, ana)).toBeUndefined();
    const [biaMark] = devices.remember(undefined, toOperator('bia')).split('.');
    expect(devices.findId(held.replace(String(anaMark), String(biaMark)), toOperator('bia'))).toBeUndefined();
  });
});

describe('a device that colleagues share', () => {
  test('knows each of them, and holds one token for each', () => {
    const bia = toOperator('bia');
    const first = devices.remember(devices.remember(undefined, ana), bia);
    expect([devices.findId(first, ana), devices.findId(first, bia)]).not.toContain(undefined);
    clock.advance(dayMs);
    const again = devices.remember(first, ana);
    expect(again.split('~')).toHaveLength(2);
    expect(devices.findId(again, ana)).not.toBe(devices.findId(first, ana));
    expect(devices.findId(again, bia)).toBe(devices.findId(first, bia));
  });

  test('knows eight of them, and forgets first whoever signed in longest ago', () => {
    const all = Array.from({ length: 9 }, (_, index) => toOperator(`op${index}`));
    const held = all.reduce<string | undefined>((before, each) => devices.remember(before, each), undefined);
    expect(all.map((each) => devices.findId(held, each) !== undefined)).toEqual([false, ...Array(8).fill(true)]);
  });

  test('keeps nothing that is no token', () => {
    const token = devices.remember(undefined, toOperator('bia'));
    const held = [`x${token}`, `${token}x`, 'nonsense', token].join('~');
    expect(devices.remember(held, ana).split('~').slice(1)).toEqual([token]);
  });
});
