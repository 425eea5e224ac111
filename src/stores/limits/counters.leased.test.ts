import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createManualClock } from '../../../test/support/manual-clock.ts';
import { type AskOffice, createCounterCoordinator, createLeasedCounters } from './counters.leased.ts';
import { createMemoryCounters } from './counters.memory.ts';

function createProcesses(processes: number) {
  const clock = createManualClock();
  const grant = createCounterCoordinator(createMemoryCounters({ clock, windowsMax: 1_000 }), processes);
  const questions: number[] = [];
  const state = { isGone: false };
  const ask: AskOffice = (hits) => {
    questions.push(hits.length);
    return state.isGone ? Promise.reject(new Error('gone')) : Promise.all(hits.map(grant));
  };
  const create = () => createLeasedCounters({ clock, ask, processes, windowsMax: 1_000 });
  return { clock, questions, state, counters: Array.from({ length: processes }, create) };
}

/** Counts the hits within the limit, in the way a caller of the port does. */
async function countAdmitted(hits: readonly (() => unknown)[], limit: number): Promise<number> {
  const counted = await Promise.all(hits.map((hit) => hit()));
  return counted.filter((window) => (window as { count: number }).count <= limit).length;
}

test('Processes that share a limit never pass it, and reach at least 98 % of it, whoever is asked how often', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 3_000 }),
      fc.array(fc.record({ process: fc.nat(2), burst: fc.integer({ min: 1, max: 60 }) }), { minLength: 1 }),
      async (limit, order) => {
        const { counters } = createProcesses(3);
        let admitted = 0;
        // Until one of them is refused, however uneven the load is.
        for (let turn = 0; ; turn++) {
          const { process, burst } = order[turn % order.length] as (typeof order)[number];
          const hits = Array.from({ length: burst }, () => () => counters[process]?.hit('key', 60_000));
          const let_in = await countAdmitted(hits, limit);
          admitted += let_in;
          if (let_in < burst) break;
        }
        expect(admitted).toBeLessThanOrEqual(limit);
        expect(admitted).toBeGreaterThanOrEqual(Math.floor(limit * 0.98));
      },
    ),
    { numRuns: 50 },
  );
});

test('A busy name costs one question for many hits, and what one turn brings is one question', async () => {
  const { counters, questions } = createProcesses(2);
  const [first] = counters;
  await Promise.all(Array.from({ length: 100 }, (_, index) => first?.hit(`name ${index}`, 60_000)));
  expect(questions).toEqual([100]);
  await first?.hit('busy', 60_000, 100_000);
  const before = questions.length;
  for (let hit = 0; hit < 5_000; hit++) await first?.hit('busy', 60_000);
  expect(questions.length - before).toBeLessThan(15);
});

test('A lease ends with its window', async () => {
  const { clock, counters } = createProcesses(2);
  await counters[0]?.hit('key', 60_000, 10_000);
  clock.advance(60_000);
  expect(await counters[0]?.hit('key', 60_000)).toEqual({ count: 1, resetsInMs: 60_000 });
  expect(await counters[1]?.hit('key', 60_000)).toEqual({ count: 2, resetsInMs: 60_000 });
});

test('Without the coordinator each process keeps to its share of the limit', async () => {
  const { counters, state } = createProcesses(2);
  state.isGone = true;
  for (const process of counters) {
    const hits = Array.from({ length: 100 }, () => () => process.hit('key', 60_000));
    expect(await countAdmitted(hits, 100)).toBe(50);
    expect((await process.peek('key')).count).toBe(200);
  }
});
