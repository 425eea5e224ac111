import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../test/support/manual-clock.ts';
import type { KeyId, KeyRecord } from '../../domain/access/api-key.ts';
import { noLimits, toApiKey } from '../../domain/access/api-key.ts';
import { AppError } from '../../errors.ts';
import { createMemoryCounters } from '../../stores/limits/counters.memory.ts';
import { createMemoryInWork } from '../../stores/limits/in-work.memory.ts';
import type { Eventual } from '../eventual.ts';
import type { CountedWindow, Counters } from '../limits.ts';
import { type Admission, type Admit, createAdmit, createCharge } from './admit.ts';
import { createCountRequest } from './key-limits.ts';

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

const unlimited = () => ({ quota: null, refusal: null });

/** With stores of this process, in which every key is a good one without a rate, but for what a test changes. */
function createTestAdmit(changed: Partial<Parameters<typeof createAdmit>[0]>): Admit {
  const { clock = createManualClock() } = changed;
  return createAdmit({
    keys: { findByHash: () => ({ ...record, rate: null }) },
    hashKey: (key) => [key],
    countRequest: unlimited,
    inWork: createMemoryInWork({ processes: 1 }),
    failures: createMemoryCounters({ clock, windowsMax: 100 }),
    clock,
    authFailuresPerMinute: 2,
    onKeyFault: () => {},
    ...changed,
  });
}

type Place = { readonly address?: string; readonly scope?: 'verify:cpf' | 'verify:cnpj' };

const knockAt = async (admit: Admit, authorization: string | undefined, place: Place = {}): Promise<Admission> =>
  admit({ authorization, address: '192.0.2.1', scope: 'verify:cpf', ...place });

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
  const admit = createTestAdmit({
    keys: { findByHash: (hash) => deliver(hash === `hashed ${apiKey}` ? { ...stored } : undefined) },
    hashKey: (key) => [`hashed ${key}`],
    countRequest: createCountRequest({ rates: counters, clock, usage: noUsage }),
    failures: counters,
    onKeyFault: (id) => faults.push(id),
    clock,
  });
  return {
    knock: (key = apiKey, scope: Place['scope'] = 'verify:cpf') => knockAt(admit, `Bearer ${key}`, { scope }),
    knockWithout: () => knockAt(admit, undefined),
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
    await expect(knockWithout()).rejects.toMatchObject({ code: 'rate_limited' });
    await expect(knock('cfr_test_wrong')).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 2 });
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
  const rates = createMemoryCounters({ clock, windowsMax: 100 });
  const admit = createTestAdmit({
    keys: { findByHash: (hash) => (hash === apiKey ? record : undefined) },
    countRequest: createCountRequest({ rates, clock, usage: noUsage }),
    clock,
  });
  const knock = (key: string, address: string) => knockAt(admit, `Bearer ${key}`, { address });
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

describe('the rate of a key', () => {
  /** The lists record the requests to the counters. A window ends when the test says so. */
  function startCounting(rate: KeyRecord['rate'], resetsInMs = 1_500) {
    const hits: { name: string; windowMs: number; by: number | undefined }[] = [];
    let count = 0;
    const rates: Counters = {
      hit: (name, windowMs, by) => {
        hits.push({ name, windowMs, by });
        count += by ?? 1;
        return { count, resetsInMs };
      },
      peek: () => ({ count, resetsInMs }),
    };
    const countRequest = createCountRequest({ rates, clock: createManualClock(), usage: noUsage });
    const admit = createTestAdmit({ keys: { findByHash: () => ({ ...record, rate }) }, countRequest });
    const knock = (scope: Place['scope'] = 'verify:cpf') => knockAt(admit, `Bearer ${apiKey}`, { scope });
    return { knock, hits, charge: createCharge(countRequest) };
  }

  it('lets the last allowed request in and refuses the next, which learns when to come back', async () => {
    const { knock } = startCounting({ requests: 2, windowSeconds: 60 });
    expect(await knock()).toMatchObject({ quota: { remaining: 1, exceeded: false }, refusal: null });
    expect(await knock()).toMatchObject({ quota: { remaining: 0, exceeded: false }, refusal: null });
    const third = await knock();
    expect(third.quota).toEqual({ limit: 2, windowSeconds: 60, remaining: 0, resetsInSeconds: 2, exceeded: true });
    expect(third.refusal).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 2 });
  });

  it('is counted by the key’s id over its own window, one for a call', async () => {
    const { knock, hits } = startCounting({ requests: 2, windowSeconds: 90 });
    await knock();
    expect(hits).toEqual([{ name: 'key_1', windowMs: 90_000, by: 1 }]);
  });

  it('never says to come back at once', async () => {
    const { knock } = startCounting({ requests: 1, windowSeconds: 60 }, 0);
    await knock();
    expect((await knock()).refusal?.retryAfterSeconds).toBe(1);
  });

  it('of a key without a limit is neither counted nor told', async () => {
    const { knock, hits } = startCounting(null);
    for (let call = 0; call < 10; call++) expect(await knock()).toMatchObject({ quota: null, refusal: null });
    expect(hits).toEqual([]);
  });

  it('is not what a caller without the scope is told, even when it is used up', async () => {
    const { knock } = startCounting({ requests: 1, windowSeconds: 60 });
    await knock();
    expect((await knock('verify:cnpj')).refusal).toMatchObject({ code: 'insufficient_scope' });
  });

  it('is charged for what a call asks for beyond the first, which was counted on the way in', async () => {
    const { knock, hits, charge } = startCounting({ requests: 10, windowSeconds: 60 });
    const charged = await charge(await knock(), 2);
    expect(hits[1]).toEqual({ name: 'key_1', windowMs: 60_000, by: 1 });
    expect(charged).toMatchObject({ quota: { remaining: 8, exceeded: false }, refusal: null });
  });

  it('lets no call for many in whose first request was already one too many', async () => {
    const { knock, charge } = startCounting({ requests: 2, windowSeconds: 60 });
    await knock();
    await knock();
    expect(await charge(await knock(), 5)).toMatchObject({
      quota: { exceeded: true },
      refusal: { code: 'rate_limited' },
    });
  });
});

describe('the Authorization header', () => {
  function startReading() {
    let hashed = 0;
    let revokedAtMs: number | null = null;
    const admit = createTestAdmit({
      keys: { findByHash: (hash) => (hash === apiKey ? { ...record, rate: null, revokedAtMs } : undefined) },
      hashKey: (key) => {
        hashed++;
        return [key];
      },
      authFailuresPerMinute: 100_000,
    });
    const send = (authorization: string | undefined, scope: Place['scope'] = 'verify:cpf') =>
      knockAt(admit, authorization, { scope });
    const revoke = () => {
      revokedAtMs = 0;
    };
    return { send, hashed: () => hashed, revoke };
  }

  it.each([`Bearer ${apiKey}`, `bearer ${apiKey}`, `BEARER   ${apiKey}`])(
    'may be written %s',
    async (authorization) => {
      expect((await startReading().send(authorization)).key.id).toBe('key_1');
    },
  );

  it.each([undefined, '', 'Bearer', 'Bearer ', apiKey, `Basic ${apiKey}`, `XBearer ${apiKey}`, `Bearer\t${apiKey}`])(
    'without a key in it (%j) is answered with the scheme to use, and with no error code',
    async (authorization) => {
      await expect(startReading().send(authorization)).rejects.toMatchObject({
        code: 'missing_api_key',
        headers: { 'www-authenticate': 'Bearer realm="confere"' },
      });
    },
  );

  it.each([
    `Bearer x${apiKey}`,
    `Bearer  x${apiKey}`,
    `Bearer ${apiKey} `,
    `Bearer ${apiKey}x`,
    'Bearer cfr_test_wrong',
    'Bearer x',
  ])('with what is no key (%j) is refused as that, without the cost of a hash', async (authorization) => {
    const { send, hashed } = startReading();
    await expect(send(authorization)).rejects.toMatchObject({
      code: 'invalid_api_key',
      headers: { 'www-authenticate': 'Bearer realm="confere", error="invalid_token"' },
    });
    expect(hashed()).toBe(0);
  });

  it('of a key without the scope is answered with the scope that is missing', async () => {
    const { refusal } = await startReading().send(`Bearer ${apiKey}`, 'verify:cnpj');
    expect(refusal?.headers).toEqual({
      'www-authenticate': 'Bearer realm="confere", error="insufficient_scope", scope="verify:cnpj"',
    });
  });

  it('with a key that was let in before is not hashed again; one that never was is, every time', async () => {
    const { send, hashed } = startReading();
    for (let call = 0; call < 3; call++) await send(`Bearer ${apiKey}`);
    expect(hashed()).toBe(1);
    const stranger = toApiKey('test', new Uint8Array(64).fill(8));
    for (let call = 0; call < 3; call++) await send(`Bearer ${stranger}`).catch(() => {});
    expect(hashed()).toBe(4);
  });

  it('with a key that was revoked is hashed every time again, as a guess is', async () => {
    const { send, hashed, revoke } = startReading();
    await send(`Bearer ${apiKey}`);
    revoke();
    for (let call = 0; call < 3; call++)
      await expect(send(`Bearer ${apiKey}`)).rejects.toMatchObject({ code: 'invalid_api_key' });
    // The first refusal still knew its hash.
    expect(hashed()).toBe(3);
  });
});

it('does not let a key in that has expired, from the very moment on', async () => {
  const clock = createManualClock();
  let elapsed = 999;
  const admit = createTestAdmit({
    keys: { findByHash: () => ({ ...record, rate: null, expiresAtMs: clock.nowMs() + 1_000 - elapsed }) },
    clock,
  });
  const knock = () => knockAt(admit, `Bearer ${apiKey}`);
  expect((await knock()).refusal).toBeNull();
  elapsed = 1_000;
  await expect(knock()).rejects.toMatchObject({ code: 'invalid_api_key' });
});

it('forgets the failures of an address after a minute', async () => {
  const clock = createManualClock();
  const admit = createTestAdmit({ keys: { findByHash: () => undefined }, clock, authFailuresPerMinute: 1 });
  const knock = (address = '192.0.2.1') => knockAt(admit, 'Bearer wrong', { address });
  await expect(knock()).rejects.toMatchObject({ code: 'invalid_api_key' });
  await expect(knock()).rejects.toMatchObject({
    code: 'rate_limited',
    detail: { en: expect.stringContaining('use a valid key'), pt: expect.stringContaining('chave válida') },
  });
  await expect(knock('192.0.2.2')).rejects.toMatchObject({ code: 'invalid_api_key' });
  clock.advance(60_000);
  await expect(knock()).rejects.toMatchObject({ code: 'invalid_api_key' });
});

describe('how many requests of a key are in work', () => {
  function startWorking(concurrency: number | null, changed: Partial<KeyRecord> = {}) {
    const admit = createTestAdmit({ keys: { findByHash: () => ({ ...record, ...changed, concurrency }) } });
    return (address = '192.0.2.1', scope: Place['scope'] = 'verify:cpf') =>
      knockAt(admit, `Bearer ${apiKey}`, { address, scope });
  }

  it('is bounded where the key says so, and a place comes back when a request is done', async () => {
    const knock = startWorking(2);
    const [first, second] = [await knock(), await knock()];
    expect([first.refusal, second.refusal]).toEqual([null, null]);
    const third = await knock();
    expect(third).toMatchObject({
      leave: null,
      refusal: {
        code: 'rate_limited',
        retryAfterSeconds: 1,
        detail: { en: expect.stringContaining('2 requests in work'), pt: expect.stringContaining('2 requisições') },
      },
    });
    first.leave?.();
    expect((await knock()).refusal).toBeNull();
  });

  it('is not counted where the key does not say so, nor for a request that is refused', async () => {
    expect((await startWorking(null)()).leave).toBeNull();
    const knock = startWorking(1);
    expect(await knock('192.0.2.1', 'verify:cnpj')).toMatchObject({ leave: null });
    expect((await knock()).refusal).toBeNull();
  });

  it('comes back from a request that a rate refused whose counter answers later', async () => {
    let refusal: AppError | null = new AppError('rate_limited');
    const admit = createTestAdmit({
      keys: { findByHash: () => ({ ...record, concurrency: 1 }) },
      countRequest: async () => ({ quota: null, refusal }),
    });
    const knock = () => knockAt(admit, `Bearer ${apiKey}`);
    for (let call = 0; call < 3; call++)
      expect(await knock()).toMatchObject({ leave: null, refusal: { code: 'rate_limited' } });
    refusal = null;
    const admitted = await knock();
    expect(admitted.refusal).toBeNull();
    expect((await knock()).refusal).not.toBeNull();
    admitted.leave?.();
    expect((await knock()).refusal).toBeNull();
  });

  it('is not even asked from a network that the key does not allow', async () => {
    const knock = startWorking(1, { networks: ['192.0.2.0/24', '2001:db8::/32'] });
    expect(await knock('198.51.100.1')).toMatchObject({ refusal: { code: 'network_not_allowed' }, leave: null });
    expect(await knock('198.51.100.1', 'verify:cnpj')).toMatchObject({ refusal: { code: 'insufficient_scope' } });
    const allowed = await knock('192.0.2.200');
    expect(allowed.refusal).toBeNull();
    allowed.leave?.();
    expect((await knock('2001:db8:0:1::/64')).refusal).toBeNull();
    expect((await knock('2001:db9:0:1::/64')).refusal).toMatchObject({ code: 'network_not_allowed' });
  });
});
