import { describe, expect, it } from 'vitest';
import { createManualClock, type ManualClock } from '../../../test/support/manual-clock.ts';
import { type KeyId, type KeyRecord, noLimits } from '../../domain/access/api-key.ts';
import { createMemoryCounters } from '../../stores/limits/counters.memory.ts';
import type { Counters } from '../limits.ts';
import type { RequestTotals, UsageStore } from '../usage/ports.ts';
import { createUsageMeter } from '../usage/usage-meter.ts';
import { createCountRequest } from './key-limits.ts';

const record: KeyRecord = {
  id: 'key_1' as KeyId,
  name: 'a shop',
  mode: 'test',
  scopes: ['verify:cpf'],
  rate: null,
  ...noLimits,
  createdAtMs: 0,
  expiresAtMs: null,
  revokedAtMs: null,
};

/** The store returns the requests that were counted before this service began. */
const createStore = (before: RequestTotals): Pick<UsageStore, 'add' | 'countRequests'> => ({
  add: async () => {},
  countRequests: () => before,
});

interface Process {
  readonly clock: ManualClock;
  readonly rates?: Counters;
  readonly before?: RequestTotals;
}

function start({ clock, rates, before = { day: 0, month: 0 } }: Process) {
  const usage = createUsageMeter({ store: createStore(before), clock, onFault: () => {} });
  const counters = rates ?? createMemoryCounters({ clock, windowsMax: 100 });
  const countRequest = createCountRequest({ rates: counters, clock, usage });
  return async (limits: Partial<KeyRecord>) => countRequest({ ...record, ...limits }, { events: 1, added: 1 });
}

describe('a burst', () => {
  it('bounds the requests of one second, whatever the rate allows', async () => {
    const clock = createManualClock();
    const request = start({ clock });
    const limits = { rate: { requests: 100, windowSeconds: 60 }, burst: 2 };
    expect((await request(limits)).refusal).toBeNull();
    expect((await request(limits)).refusal).toBeNull();
    expect(await request(limits)).toMatchObject({
      quota: { remaining: 97 },
      refusal: { code: 'rate_limited', retryAfterSeconds: 1 },
    });
    clock.advance(1_000);
    expect((await request(limits)).refusal).toBeNull();
  });
});

describe('a quota', () => {
  it('of a day ends with the day in São Paulo, and says when that is', async () => {
    // 23:59:30 in São Paulo.
    const clock = createManualClock({ nowMs: Date.parse('2026-11-16T02:59:30Z') });
    const request = start({ clock });
    expect((await request({ dailyQuota: 1 })).refusal).toBeNull();
    expect((await request({ dailyQuota: 1 })).refusal).toMatchObject({ code: 'quota_exceeded', retryAfterSeconds: 30 });
    clock.advance(30_000);
    expect((await request({ dailyQuota: 1 })).refusal).toBeNull();
  });

  it('of a month ends with the month in São Paulo', async () => {
    const clock = createManualClock({ nowMs: Date.parse('2026-12-31T02:00:00Z') });
    const request = start({ clock });
    expect((await request({ monthlyQuota: 1 })).refusal).toBeNull();
    expect((await request({ monthlyQuota: 1 })).refusal).toMatchObject({
      code: 'quota_exceeded',
      retryAfterSeconds: 25 * 3_600,
    });
    clock.advance(25 * 3_600_000);
    expect((await request({ monthlyQuota: 1 })).refusal).toBeNull();
  });

  it('goes on from what an earlier run of the service has counted', async () => {
    const clock = createManualClock();
    const request = start({ clock, before: { day: 8, month: 98 } });
    expect((await request({ dailyQuota: 10 })).refusal).toBeNull();
    expect((await request({ dailyQuota: 10 })).refusal).toBeNull();
    expect((await request({ dailyQuota: 10 })).refusal).toMatchObject({ code: 'quota_exceeded' });
    expect((await request({ monthlyQuota: 102 })).refusal).toBeNull();
    expect((await request({ monthlyQuota: 102 })).refusal).toMatchObject({ code: 'quota_exceeded' });
  });

  it('counts what was asked before the key had one', async () => {
    const clock = createManualClock();
    const request = start({ clock });
    for (let call = 0; call < 5; call++) await request({});
    expect((await request({ dailyQuota: 5 })).refusal).toMatchObject({ code: 'quota_exceeded' });
    for (let call = 0; call < 5; call++) await request({});
    expect((await request({ dailyQuota: 11 })).refusal).toMatchObject({ code: 'quota_exceeded' });
    expect((await request({ dailyQuota: 13 })).refusal).toBeNull();
  });

  it('is one for all processes that share their counters, and what was before them is added once', async () => {
    const clock = createManualClock();
    const shared = createMemoryCounters({ clock, windowsMax: 100 });
    const later: Counters = {
      hit: async (name, windowMs, events) => shared.hit(name, windowMs, events),
      peek: async (name) => shared.peek(name),
    };
    const processes = [1, 2].map(() => start({ clock, rates: later, before: { day: 50, month: 50 } }));
    const requests = Array.from({ length: 60 }, (_, index) => processes[index % 2]?.({ dailyQuota: 100 }));
    // The first few are answered while the one that opened the count still adds what was before.
    const refused = (await Promise.all(requests)).filter((counted) => counted?.refusal !== null).length;
    expect(refused).toBeLessThanOrEqual(10);
    const statuses = await Promise.all(processes.map((request) => request({ dailyQuota: 109 })));
    expect(statuses.map((counted) => counted.refusal?.code)).toEqual(['quota_exceeded', 'quota_exceeded']);
    expect((await processes[0]?.({ dailyQuota: 114 }))?.refusal).toBeNull();
  });
});
