import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Budgets, createBudgets } from '../../../src/app/budgets/budgets.ts';
import { systemClock } from '../../../src/clock.ts';
import { createCounterCoordinator, createLeasedCounters } from '../../../src/stores/limits/counters.leased.ts';
import { createMemoryCounters } from '../../../src/stores/limits/counters.memory.ts';
import { createRedisCounters } from '../../../src/stores/limits/counters.redis.ts';
import type { RedisLink } from '../../../src/stores/redis/link.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { openTestLink } from '../../support/stores/redis-link.ts';
import { hasRedis, type RedisServer, startRedis } from '../../support/stores/redis-server.ts';
import { describeCounters } from './counters.contract.ts';

describeCounters('Memory', (clock) => createMemoryCounters({ clock, windowsMax: 1_000 }));

describeCounters('Leased', (clock) => {
  const grant = createCounterCoordinator(createMemoryCounters({ clock, windowsMax: 1_000 }), 2);
  return createLeasedCounters({
    clock,
    ask: (hits) => Promise.all(hits.map(grant)),
    processes: 2,
    windowsMax: 1_000,
  });
});

describe.runIf(hasRedis)('on a real Redis', () => {
  let server: RedisServer;
  let link: RedisLink;
  beforeAll(async () => {
    server = await startRedis();
    link = await openTestLink({ port: server.port });
  });
  afterAll(async () => {
    link.close();
    await server.close();
  });

  describeCounters('Redis', (clock) =>
    createRedisCounters({
      link,
      set: randomUUID(),
      clock,
      windowsMax: 1_000,
      onAlone: () => expect.unreachable('Redis answers'),
      findTime: clock.monotonicMs,
    }),
  );

  test('three nodes together spend a budget to within 2 %, and nothing beyond it', async () => {
    const clock = systemClock;
    const links = await Promise.all([1, 2, 3].map(() => openTestLink({ port: server.port })));
    const set = randomUUID();
    const [price, max] = [6_590n, 600 * 6_590 + 3_000];
    const list = { from: '2020-01-01', volume: 'progressive', bands: [] } as const;
    const outcomes = { answered: price, not_found: 0n, minor: 0n, timeout: 0n, error: 0n };
    const counters = links.map((own) =>
      createRedisCounters({ link: own, set, clock, windowsMax: 1_000, onAlone: () => expect.unreachable() }),
    );
    const nodes = counters.map((own) =>
      createBudgets({
        sources: new Map([['bureau', { atLimit: 'skip', limits: [{ period: 'month', unit: 'reais', max }] }]]),
        keys: new Map(),
        prices: new Map([['bureau', [{ ...list, outcomes }]]]),
        counters: own,
        store: { listCalls: async () => [] },
        clock,
      }),
    );
    let spent = 0n;
    /** Every fourth finds nobody, which costs nothing and gives back what was reserved for it. */
    const call = async (node: Budgets, index: number) => {
      const { skipped, settle } = await node.reserve(['bureau'], 'key_1');
      await new Promise((resolve) => setImmediate(resolve));
      if (skipped.size > 0) {
        settle([]);
        return 0n;
      }
      const outcome = index % 4 === 0 ? 'not_found' : 'answered';
      const cost = outcomes[outcome];
      spent += cost;
      settle([{ source: 'bureau', outcome, count: 1, cost }]);
      return cost;
    };
    // Until nothing more is paid: what is given back is there for those who come a moment later.
    for (let idle = 0; idle < 3; ) {
      const burst = nodes.flatMap((node) => Array.from({ length: 40 }, (_, index) => call(node, index)));
      idle = (await Promise.all(burst)).includes(price) ? 0 : idle + 1;
      // Asked with what was given back and after it, on the same connection.
      await Promise.all(counters.map((own) => own.hit('any', 60_000)));
    }
    for (const own of links) own.close();
    expect(Number(spent)).toBeLessThanOrEqual(max);
    expect(Number(spent)).toBeGreaterThanOrEqual(max * 0.98);
  });
});

test('Memory counters stay bounded under a flood of names, and forget the oldest first', async () => {
  const counters = createMemoryCounters({ clock: createManualClock(), windowsMax: 1_000 });
  for (let index = 0; index < 1_050; index++) await counters.hit(`name ${index}`, 60_000);
  expect((await counters.peek('name 0')).count).toBe(0);
  expect((await counters.peek('name 200')).count).toBe(1);
  expect((await counters.peek('name 1049')).count).toBe(1);
});

test('Memory counters let windows that are over go before any that is open, however old', async () => {
  const clock = createManualClock();
  const counters = createMemoryCounters({ clock, windowsMax: 1_000 });
  await counters.hit('a day', 86_400_000);
  for (let round = 0; round < 5; round++) {
    for (let index = 0; index < 900; index++) await counters.hit(`${round} ${index}`, 60_000);
    clock.advance(60_000);
  }
  expect((await counters.hit('a day', 86_400_000)).count).toBe(2);
});
