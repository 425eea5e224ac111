import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../test/support/manual-clock.ts';
import type { KeyId, KeyRecord } from '../domain/api-key.ts';
import { noLimits, toApiKey } from '../domain/api-key.ts';
import { createMemoryCounters } from '../stores/counters.memory.ts';
import { createMemoryInWork } from '../stores/in-work.memory.ts';
import { type Admission, createAdmit, createCharge } from './admit.ts';
import type { Eventual } from './eventual.ts';
import { createCountRequest } from './key-limits.ts';
import type { CountedWindow, Counters } from './ports.ts';

const noUsage = { count: () => {}, find: () => ({ day: 0, month: 0 }) };
const apiKey = toApiKey('test', new Uint8Array(64).fill(7));
const record: KeyRecord = {
  id: 'key_1' as KeyId,
  name: 'a shop',
  mode: 'test',
  scopes: ['verify:cpf'],
  rate: { requests: 2, windowSeconds: 60 },
  ...noLimits,
  createdAtMs: 0,
  expiresAtMs: null,
  revokedAtMs: null,
};

/** Stores of this process answer at once, those across a network later; `deliver` makes them the one or the other. */
function start(deliver: <Value>(value: Value) => Eventual<Value>) {
  const counts = new Map<string, number>();
  const toWindow = (name: string): CountedWindow => ({ count: counts.get(name) ?? 0, resetsInMs: 1_500 });
  const stored = { ...record };
  const counters: Counters = {
    hit: (name) => {
      counts.set(name, (counts.get(name) ?? 0) + 1);
      return deliver(toWindow(name));
    },
    peek: (name) => deliver(toWindow(name)),
  };
  const faults: KeyId[] = [];
  const clock = createManualClock({ nowMs: 1_000 });
  const admit = createAdmit({
    keys: {
      findByHash: (hash) => deliver(hash === `hashed ${apiKey}` ? { ...stored } : undefined),
    },
    hashKey: (key) => `hashed ${key}`,
    countRequest: createCountRequest({ rates: counters, clock, usage: noUsage }),
    inWork: createMemoryInWork({ processes: 1 }),
    failures: counters,
    onKeyFault: (id) => faults.push(id),
    clock,
    authFailuresPerMinute: 2,
  });
  return {
    knock: async (key = apiKey, scope: 'verify:cpf' | 'verify:cnpj' = 'verify:cpf'): Promise<Admission> =>
      admit({ authorization: `Bearer ${key}`, address: '192.0.2.1', scope }),
    knockWithout: async (): Promise<Admission> =>
      admit({ authorization: undefined, address: '192.0.2.1', scope: 'verify:cpf' }),
    change: (changed: Partial<KeyRecord>) => Object.assign(stored, changed),
    faults,
  };
}

describe.each([
  ['at once', <Value>(value: Value) => value],
  ['later', <Value>(value: Value) => Promise.resolve(value)],
])('with stores that answer %s', (_when, deliver) => {
  it('lets a good key in, and tells what is left of its rate', async () => {
    const { key, quota, refusal } = await start(deliver).knock();
    expect({ id: key.id, refusal }).toEqual({ id: 'key_1', refusal: null });
    expect(quota).toMatchObject({ limit: 2, windowSeconds: 60, remaining: 1, resetsInSeconds: 2 });
  });

  it('refuses the request that is one too many, and a scope that the key lacks, with the quota told', async () => {
    const { knock } = start(deliver);
    expect(await knock(apiKey, 'verify:cnpj')).toMatchObject({ refusal: { code: 'insufficient_scope' } });
    await knock();
    expect(await knock()).toMatchObject({ quota: { remaining: 0 }, refusal: { code: 'rate_limited' } });
  });

  it('refuses a key that was let in before as soon as it is revoked', async () => {
    const { knock, change } = start(deliver);
    await knock();
    change({ revokedAtMs: 500 });
    await expect(knock()).rejects.toMatchObject({ code: 'invalid_api_key' });
  });

  it('after too many failures from an address tells further ones to wait, and still lets a good key in', async () => {
    const { knock, knockWithout } = start(deliver);
    await expect(knockWithout()).rejects.toMatchObject({ code: 'missing_api_key' });
    await expect(knock('cfr_test_wrong')).rejects.toMatchObject({ code: 'invalid_api_key' });
    await expect(knock('cfr_test_wrong')).rejects.toMatchObject({ code: 'invalid_api_key' });
    await expect(knock('cfr_test_wrong')).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 2 });
    await expect(knockWithout()).rejects.toMatchObject({ code: 'rate_limited' });
    expect((await knock()).refusal).toBeNull();
  });

  it('refuses a key whose record says another mode than the key itself, and reports it', async () => {
    const { knock, change, faults } = start(deliver);
    change({ mode: 'live' });
    await expect(knock()).rejects.toMatchObject({ code: 'invalid_api_key' });
    expect(faults).toEqual(['key_1']);
  });
});

it('does not forget that a key is used up, however many addresses fail meanwhile', async () => {
  const clock = createManualClock();
  const admit = createAdmit({
    keys: {
      findByHash: (hash) => (hash === apiKey ? record : undefined),
    },
    hashKey: (key) => key,
    countRequest: createCountRequest({
      rates: createMemoryCounters({ clock, windowsMax: 100 }),
      clock,
      usage: noUsage,
    }),
    inWork: createMemoryInWork({ processes: 1 }),
    failures: createMemoryCounters({ clock, windowsMax: 100 }),
    clock,
    authFailuresPerMinute: 2,
    onKeyFault: () => {},
  });
  const knock = async (key: string, address: string) =>
    admit({ authorization: `Bearer ${key}`, address, scope: 'verify:cpf' });
  for (let call = 0; call < 3; call++) await knock(apiKey, '192.0.2.1');
  for (let address = 0; address < 500; address++) await knock('wrong', `192.0.2.${address}`).catch(() => {});
  expect(await knock(apiKey, '192.0.2.1')).toMatchObject({ refusal: { code: 'rate_limited' } });
});

describe('a call that counts as many', () => {
  const clock = createManualClock();
  const counters = createMemoryCounters({ clock, windowsMax: 10 });
  const charge = createCharge(createCountRequest({ rates: counters, clock, usage: noUsage }));
  const call = async (requests: number) => {
    await counters.hit('key_1', 60_000);
    return charge(
      { key: { ...record, rate: { requests: 10, windowSeconds: 60 } }, quota: null, refusal: null, leave: null },
      requests,
    );
  };

  it('is let in while the key has a request left, though it goes past the limit, and keeps the next one out', async () => {
    const [first, second, third] = [await call(9), await call(500), await call(2)];
    expect(first.quota).toMatchObject({ remaining: 1, exceeded: false });
    expect(second.quota).toMatchObject({ remaining: 0, exceeded: false });
    expect([second.refusal, third.refusal?.code]).toEqual([null, 'rate_limited']);
  });

  it('leaves a key without a limit and a call for one thing as they are', async () => {
    const unlimited: Admission = { key: { ...record, rate: null }, quota: null, refusal: null, leave: null };
    expect(await charge(unlimited, 1_000)).toEqual(unlimited);
    const one: Admission = { key: record, quota: null, refusal: null, leave: null };
    expect(await charge(one, 1)).toBe(one);
  });
});
