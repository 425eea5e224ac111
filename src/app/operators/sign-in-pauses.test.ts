import { beforeEach, describe, expect, test } from 'vitest';
import { createManualClock, type ManualClock } from '../../../test/support/manual-clock.ts';
import type { AppError } from '../../errors.ts';
import { createMemoryCounters } from '../../stores/limits/counters.memory.ts';
import { type Attempt, createSignInPauses, type SignInPauses } from './sign-in-pauses.ts';

let clock: ManualClock;
let pauses: SignInPauses;
let floods: number;
beforeEach(() => {
  clock = createManualClock();
  floods = 0;
  pauses = createSignInPauses(createMemoryCounters({ clock, windowsMax: 10_000 }), () => floods++);
});

const ana: Attempt = { name: 'ana', network: '192.0.2.1', deviceId: undefined };
const device: Attempt = { ...ana, deviceId: 'device 1' };

async function fail(attempt: Attempt, times: number): Promise<void> {
  for (let time = 0; time < times; time++) await pauses.countFailure(attempt);
}

const refusalOf = (attempt: Attempt) =>
  pauses.refuse(attempt).then(
    () => undefined,
    (error: AppError) => error,
  );
const waitOf = async (attempt: Attempt) => (await refusalOf(attempt))?.retryAfterSeconds ?? 0;

describe('somebody who types the wrong password', () => {
  test('does not wait after four failures, and after the fifth waits a second', async () => {
    await fail(ana, 4);
    expect(await waitOf(ana)).toBe(0);
    await fail(ana, 1);
    expect(await waitOf(ana)).toBe(1);
    clock.advance(1_000);
    expect(await waitOf(ana)).toBe(0);
  });

  test('waits twice as long after each further failure, a minute at most', async () => {
    await fail(ana, 4);
    const waits: number[] = [];
    for (let time = 0; time < 8; time++) {
      await fail(ana, 1);
      waits.push(await waitOf(ana));
      clock.advance(60_000);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  });

  test('reads how long to wait, in both languages, rounded up', async () => {
    await fail(ana, 5);
    clock.advance(1_000);
    await fail(ana, 1);
    clock.advance(500);
    expect(await refusalOf(ana)).toMatchObject({
      code: 'rate_limited',
      detail: {
        en: 'Too many failed attempts to sign in. Try again in 2 s.',
        pt: 'Muitas tentativas de entrar sem sucesso. Tente de novo em 2 s.',
      },
    });
  });

  test('begins anew a quarter of an hour after the first failure', async () => {
    await fail(ana, 4);
    clock.advance(15 * 60_000 - 1);
    await fail(ana, 1);
    expect(await waitOf(ana)).toBe(1);
    clock.advance(1_000);
    await fail(ana, 4);
    expect(await waitOf(ana)).toBe(0);
  });

  test('makes no colleague wait, nor the same name at another address', async () => {
    await fail(ana, 10);
    expect(await waitOf({ ...ana, name: 'bia' })).toBe(0);
    expect(await waitOf({ ...ana, network: '192.0.2.2' })).toBe(0);
  });
});

describe('a network with many failures', () => {
  const failAsStrangers = async (times: number, network = ana.network) => {
    for (let index = 1; index <= times; index++) await fail({ ...ana, network, name: `name${index}` }, 1);
  };
  const anybody: Attempt = { ...ana, name: 'anybody' };

  test('waits as a whole from the twentieth on, whatever the names, each time twice as long', async () => {
    await failAsStrangers(19);
    expect([await waitOf(anybody), floods]).toEqual([0, 0]);
    const waits: number[] = [];
    for (let index = 20; index < 29; index++) {
      await fail({ ...ana, name: `name${index}` }, 1);
      waits.push(await waitOf(anybody));
      clock.advance((waits.at(-1) as number) * 1_000);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
    expect(floods).toBe(9);
  });

  test('reads why, and what else one can do', async () => {
    await failAsStrangers(20);
    expect((await refusalOf(anybody))?.detail).toEqual({
      en: 'Too many failed attempts to sign in come from your network. Try again in 1 s, on a device that has signed in before, or from another network.',
      pt: 'Há muitas tentativas de entrar sem sucesso a partir da sua rede. Tente de novo em 1 s, em um dispositivo que já entrou antes ou a partir de outra rede.',
    });
  });

  test('is trusted again a quarter of an hour later', async () => {
    await failAsStrangers(19);
    clock.advance(15 * 60_000);
    await fail({ ...ana, name: 'name20' }, 1);
    expect(await waitOf(anybody)).toBe(0);
  });

  test('makes no other network wait, and no device there that is known', async () => {
    await failAsStrangers(30);
    expect(await waitOf({ ...anybody, network: '192.0.2.2' })).toBe(0);
    expect(await waitOf(device)).toBe(0);
  });
});

test('a name that fails a hundred times from anywhere waits everywhere', async () => {
  for (let index = 1; index < 100; index++) await fail({ ...ana, network: `net ${index}` }, 1);
  expect(await waitOf({ ...ana, network: 'new' })).toBe(0);
  await fail({ ...ana, network: 'net 100' }, 1);
  expect(await waitOf({ ...ana, network: 'new' })).toBe(1);
  expect(await waitOf({ ...ana, network: 'new', name: 'bia' })).toBe(0);
});

describe('a device that is known for the name', () => {
  test('does not wait for what strangers type', async () => {
    await fail(ana, 100);
    expect(await waitOf(device)).toBe(0);
  });

  test('waits after its own tenth failure, and for itself alone', async () => {
    await fail(device, 9);
    expect(await waitOf(device)).toBe(0);
    await fail(device, 1);
    expect(await waitOf(device)).toBe(1);
    expect(await waitOf({ ...device, deviceId: 'device 2' })).toBe(0);
    expect(await waitOf(ana)).toBe(0);
  });

  test('does not make its network suspect', async () => {
    await fail(device, 20);
    await fail(ana, 1);
    expect([await waitOf(ana), floods]).toEqual([0, 0]);
  });
});
