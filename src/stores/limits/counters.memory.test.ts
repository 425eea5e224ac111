import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createManualClock } from '../../../test/support/manual-clock.ts';
import { createMemoryCounters } from './counters.memory.ts';

test('a window that has just begun ends after exactly its length, whatever the fraction of the clock', async () => {
  // In the first minutes of a process, one time in five a sum and its difference do not agree to the last bit.
  const start = fc.integer({ min: 0, max: 1e11 }).map((ns) => ns / 1e6);
  await fc.assert(
    fc.asyncProperty(start, async (monotonicMs) => {
      const counters = createMemoryCounters({ clock: createManualClock({ monotonicMs }), windowsMax: 10 });
      expect(await counters.hit('name', 60_000)).toEqual({ count: 1, resetsInMs: 60_000 });
    }),
  );
});
