import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createManualClock } from '../../../test/support/manual-clock.ts';
import type { KeyId } from '../../domain/access/api-key.ts';
import type { Budget, BudgetLimit } from '../../domain/budgets/budget.ts';
import type { Prices } from '../../domain/prices/price-list.ts';
import { createCounterCoordinator, createLeasedCounters } from '../../stores/limits/counters.leased.ts';
import { createMemoryCounters } from '../../stores/limits/counters.memory.ts';
import type { Counters } from '../limits.ts';
import type { CallCount } from '../usage/ports.ts';
import type { CallsMade } from '../verify/ask/calls-made.ts';
import type { BudgetNotice } from './accounts.ts';
import { createBudgets } from './budgets.ts';

const nowMs = Date.parse('2026-11-18T15:00:00-03:00');
const limit = (period: BudgetLimit['period'], unit: BudgetLimit['unit'], max: number) => ({ period, unit, max });
const budget = (atLimit: Budget['atLimit'], ...limits: BudgetLimit[]): Budget => ({ atLimit, limits });
const list = { from: '2026-01-01', volume: 'progressive', bands: [] } as const;
/** A call costs R$ 2, or R$ 0.50 if the party does not find the person. */
const prices: Prices = new Map([
  ['bureau_a', [{ ...list, outcomes: { answered: 20_000n, not_found: 5_000n, minor: 0n, timeout: 0n, error: 0n } }]],
]);
const made = (source: string, outcome: CallsMade['outcome'] = 'answered', count = 1): CallsMade => {
  const price = prices.get(source)?.[0]?.outcomes[outcome];
  return { source, outcome, count, cost: typeof price === 'bigint' ? price * BigInt(count) : null };
};

interface Setup {
  readonly sources?: Readonly<Record<string, Budget>>;
  readonly keys?: Readonly<Record<string, Budget>>;
  readonly used?: readonly CallCount[];
  readonly counters?: Counters;
}

function open({ sources = {}, keys = {}, used = [], counters }: Setup, clock = createManualClock({ nowMs })) {
  const notices: BudgetNotice[] = [];
  const budgets = createBudgets({
    sources: new Map(Object.entries(sources)),
    keys: new Map(Object.entries(keys)),
    prices,
    counters: counters ?? createMemoryCounters({ clock, windowsMax: 1_000 }),
    store: {
      listCalls: async ({ from, before }) => used.filter(({ day }) => day >= from && day < before),
    },
    clock,
    onNotice: (notice) => notices.push(notice),
  });
  /** Attempts the given number of calls and returns how many were made. */
  const call = async (times: number, calls: CallsMade = made('bureau_a'), keyId = 'key_1') => {
    let asked = 0;
    for (let time = 0; time < times; time++) {
      const { skipped, settle } = await budgets.reserve([calls.source], keyId);
      if (!skipped.has(calls.source)) asked++;
      settle(skipped.has(calls.source) ? [] : [calls]);
    }
    return asked;
  };
  return { ...budgets, notices, call, clock };
}

const usedBefore = (day: string, count: number, outcome: CallCount['outcome'] = 'answered'): CallCount => ({
  ...{ day, count, outcome, source: 'bureau_a', keyId: 'key_1' as KeyId, purpose: null },
});

describe('a budget', () => {
  test('skips its source once it is used up, in calls and in reais, and no other source', async () => {
    const calls = open({ sources: { bureau_a: budget('skip', limit('day', 'calls', 5)) } });
    expect([await calls.call(8), await calls.call(8, made('other'))]).toEqual([5, 8]);
    const reais = open({ sources: { bureau_a: budget('skip', limit('month', 'reais', 70_000)) } });
    expect(await reais.call(8)).toBe(3);
  });

  test('counts what a call cost after all: less, nothing, or a second try', async () => {
    const { call, reserve } = open({ sources: { bureau_a: budget('skip', limit('month', 'reais', 100_000)) } });
    expect(await call(10, made('bureau_a', 'not_found'))).toBe(10);
    expect(await call(20, made('bureau_a', 'minor'))).toBe(20);
    expect(await call(9, made('bureau_a', 'answered', 2))).toBe(1);
    const { skipped, settle } = await reserve(['bureau_a'], 'key_1');
    settle([]);
    expect([...skipped.keys()]).toEqual(['bureau_a']);
  });

  test('refuses until the period ends in Brazil, of a source or of a key, and then gives back all that it reserved', async () => {
    const refusing = { sources: { bureau_a: budget('refuse', limit('day', 'calls', 1)) } };
    const both = open({ ...refusing, keys: { key_1: budget('refuse', limit('month', 'calls', 3)) } });
    await both.call(1);
    await expect(both.reserve(['other', 'bureau_a'], 'key_1')).rejects.toMatchObject({
      code: 'budget_exhausted',
      retryAfterSeconds: 9 * 3_600,
    });
    expect(await both.call(2, made('other'))).toBe(2);
    await expect(both.reserve(['other'], 'key_1')).rejects.toMatchObject({
      retryAfterSeconds: (12 * 24 + 9) * 3_600,
    });
    expect(await both.call(3, made('other'), 'key_2')).toBe(3);
  });

  test('begins anew with the next day, and the month goes on', async () => {
    const limits = [limit('day', 'calls', 4), limit('month', 'calls', 6)];
    const { call, clock } = open({ sources: { bureau_a: budget('skip', ...limits) } });
    expect(await call(9)).toBe(4);
    clock.advance(9 * 3_600_000);
    expect(await call(9)).toBe(2);
  });

  test('goes on from what usage knows after a restart, by the prices of the outcomes', async () => {
    const used = [usedBefore('2026-11-01', 2), usedBefore('2026-11-18', 4, 'not_found'), usedBefore('2026-10-31', 50)];
    const limits = [limit('month', 'reais', 100_000), limit('day', 'calls', 100)];
    expect(await open({ used, sources: { bureau_a: budget('skip', ...limits) } }).call(9)).toBe(2);
    expect(await open({ used, keys: { key_1: budget('skip', limit('day', 'calls', 5)) } }).call(9)).toBe(1);
  });

  test('counts as used up where the rest pays no further call, and no longer once some of it comes back', async () => {
    const source = open({ sources: { bureau_a: budget('skip', limit('month', 'reais', 70_000)) } });
    await source.call(2);
    expect(source.listShares()).toMatchObject([{ share: 4 / 7 }]);
    const { settle } = await source.reserve(['bureau_a'], 'key_1');
    expect(source.listShares()).toMatchObject([{ share: 1 }]);
    settle([made('bureau_a', 'not_found')]);
    expect(source.listShares()).toMatchObject([{ share: 45_000 / 70_000 }]);
    await source.call(1);
    expect(source.listShares()).toMatchObject([{ share: 1 }]);
    const key = open({ keys: { key_1: budget('refuse', limit('month', 'reais', 50_000)) } });
    await key.call(2);
    expect(key.listKeyShares()).toMatchObject([{ share: 1 }]);
  });

  test('says what is left for a key, by what all processes counted and by what usage knows', async () => {
    const month = limit('month', 'reais', 100_000);
    const setup = {
      sources: { bureau_a: budget('skip', month) },
      keys: { key_1: budget('refuse', limit('day', 'calls', 9)) },
    };
    const counted = open(setup);
    await counted.call(2);
    expect(await counted.listRoom('key_1')).toEqual([
      { spender: { kind: 'source', name: 'bureau_a' }, period: 'month', unit: 'reais', left: 60_000 },
      { spender: { kind: 'key', name: 'key_1' }, period: 'day', unit: 'calls', left: 7 },
    ]);
    const used = [usedBefore('2026-11-18', 4)];
    expect((await open({ ...setup, used }).listRoom('key_2')).map(({ left }) => left)).toEqual([20_000]);
    expect((await open({ ...setup, used: [usedBefore('2026-11-01', 9)] }).listRoom('key_2'))[0]?.left).toBe(0);
  });

  test('tells at 80 and at 100 %, once in a period over all processes, and again in the next', async () => {
    const clock = createManualClock({ nowMs });
    const counters = createMemoryCounters({ clock, windowsMax: 1_000 });
    const setup = { counters, sources: { bureau_a: budget('skip', limit('day', 'calls', 10)) } };
    const [one, other] = [open(setup, clock), open(setup, clock)];
    const told = () => [...one.notices, ...other.notices].map(({ percent, period }) => `${percent} ${period.name}`);
    await one.call(7);
    expect([told(), one.listShares()]).toEqual([
      [],
      [{ source: 'bureau_a', period: 'day', unit: 'calls', share: 0.7 }],
    ]);
    await other.call(1);
    await one.call(1);
    expect(told()).toEqual(['80 2026-11-18']);
    await Promise.all([one.call(4), other.call(4)]);
    expect(told()).toEqual(['80 2026-11-18', '100 2026-11-18']);
    expect(one.listShares()).toMatchObject([{ share: 1 }]);
    clock.advance(9 * 3_600_000);
    await other.call(9);
    expect(told().slice(2)).toEqual(['80 2026-11-19']);
    const restarted = open(
      { ...setup, used: [usedBefore('2026-11-19', 9)], counters: createMemoryCounters({ clock, windowsMax: 9 }) },
      clock,
    );
    expect([await restarted.call(1), restarted.notices]).toEqual([1, []]);
  });

  test('holds without what usage knows, too, where the store does not answer', async () => {
    const clock = createManualClock({ nowMs });
    const budgets = createBudgets({
      sources: new Map([['bureau_a', budget('skip', limit('day', 'calls', 1))]]),
      keys: new Map(),
      prices,
      counters: createMemoryCounters({ clock, windowsMax: 10 }),
      store: { listCalls: () => Promise.reject(new Error('gone')) },
      clock,
    });
    expect((await budgets.reserve(['bureau_a'], 'key_1')).skipped.size).toBe(0);
    expect((await budgets.reserve(['bureau_a'], 'key_1')).skipped.size).toBe(1);
  });
});

test('several processes never spend more than a budget, and at least 98 % of it, whatever calls cost and however many run at once', async () => {
  const turn = fc.record({
    process: fc.nat(2),
    burst: fc.integer({ min: 1, max: 40 }),
    outcome: fc.constantFrom('answered', 'not_found', 'minor'),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 100, max: 3_000 }),
      fc.array(turn as fc.Arbitrary<{ process: number; burst: number; outcome: CallsMade['outcome'] }>, {
        minLength: 1,
      }),
      async (calls, order) => {
        const max = calls * 20_000;
        const clock = createManualClock({ nowMs });
        const grant = createCounterCoordinator(createMemoryCounters({ clock, windowsMax: 1_000 }), 3);
        const openProcess = () => {
          const ask = (hits: Parameters<typeof grant>[0][]) => Promise.all(hits.map(grant));
          const counters = createLeasedCounters({
            clock,
            processes: 3,
            windowsMax: 1_000,
            ask: (hits) => ask([...hits]),
          });
          return open({ counters, sources: { bureau_a: budget('skip', limit('month', 'reais', max)) } }, clock);
        };
        const processes = [openProcess(), openProcess(), openProcess()];
        let spent = 0n;
        const spend = async (process: number, outcome: CallsMade['outcome']): Promise<boolean> => {
          const { skipped, settle } = await (processes[process] as (typeof processes)[number]).reserve(
            ['bureau_a'],
            'key_1',
          );
          const own = skipped.size > 0 ? [] : [made('bureau_a', outcome)];
          // Others reserve while this one is under way.
          await new Promise((resolve) => setImmediate(resolve));
          spent += own[0]?.cost ?? 0n;
          settle(own);
          return own.length > 0;
        };
        // Each burst ends with calls that cost something, or it would never be used up.
        for (let index = 0; index < 2_000; index++) {
          const { process, burst, outcome } = order[index % order.length] as (typeof order)[number];
          const all = Array.from({ length: burst * 4 }, (_, each) =>
            spend(process, each % 4 === 0 ? outcome : 'answered'),
          );
          if ((await Promise.all(all)).every((isMade) => !isMade)) break;
        }
        expect(Number(spent)).toBeLessThanOrEqual(max);
        expect(Number(spent)).toBeGreaterThanOrEqual(max * 0.98 - 20_000);
      },
    ),
    { numRuns: 15 },
  );
});
