import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCounterOffice, createLeasedCounters } from '../../src/stores/limits/counters.leased.ts';
import { createMemoryCounters } from '../../src/stores/limits/counters.memory.ts';
import { createRedisCounters } from '../../src/stores/limits/counters.redis.ts';
import type { RedisLink } from '../../src/stores/redis/link.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { openTestLink } from '../support/stores/redis-link.ts';
import { hasRedis, type RedisServer, startRedis } from '../support/stores/redis-server.ts';
import { describeCounters } from './counters.contract.ts';

describeCounters('Memory', (clock) => createMemoryCounters({ clock, windowsMax: 1_000 }));

describeCounters('Leased', (clock) => {
  const grant = createCounterOffice(createMemoryCounters({ clock, windowsMax: 1_000 }), 2);
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
