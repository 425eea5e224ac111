// What every set of Counters promises. Time is handed in, so nothing waits.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Clock } from '../../../src/app/clock.ts';
import type { Counters } from '../../../src/app/limits.ts';
import { createManualClock } from '../../support/manual-clock.ts';

export function describeCounters(name: string, create: (clock: Clock) => Counters): void {
  describe(`${name} as counters`, () => {
    test('count from one, per name, until the window that the first hit opened is over', async () => {
      const clock = createManualClock();
      const counters = create(clock);
      expect(await counters.hit('a', 60_000)).toEqual({ count: 1, resetsInMs: 60_000 });
      clock.advance(10_000);
      expect(await counters.hit('a', 60_000)).toEqual({ count: 2, resetsInMs: 50_000 });
      expect(await counters.hit('b', 60_000)).toEqual({ count: 1, resetsInMs: 60_000 });
      clock.advance(50_000);
      expect(await counters.hit('a', 60_000)).toEqual({ count: 1, resetsInMs: 60_000 });
    });

    test('count several events at once', async () => {
      const counters = create(createManualClock());
      expect((await counters.hit('a', 60_000, 1_000)).count).toBe(1_000);
      expect((await counters.hit('a', 60_000)).count).toBe(1_001);
      expect((await counters.peek('a')).count).toBe(1_001);
    });

    test('take back what was counted, alone and among others, and never fall below 0', async () => {
      const counters = create(createManualClock());
      await counters.hit('a', 60_000, 60);
      const counted = await Promise.all([30, -30, 5, -25].map((events) => counters.hit('a', 60_000, events)));
      expect(counted.map(({ count }) => count)).toEqual([90, 60, 65, 40]);
      expect((await counters.hit('a', 60_000, -20)).count).toBe(20);
      expect((await counters.peek('a')).count).toBe(20);
      await counters.hit('a', 60_000, -100);
      expect((await counters.hit('a', 60_000)).count).toBe(1);
    });

    test('tell the count without adding to it', async () => {
      const clock = createManualClock();
      const counters = create(clock);
      expect((await counters.peek('a')).count).toBe(0);
      await counters.hit('a', 60_000);
      expect((await counters.peek('a')).count).toBe(1);
      expect((await counters.peek('a')).count).toBe(1);
      clock.advance(60_000);
      expect((await counters.peek('a')).count).toBe(0);
    });

    test('do not notice that the calendar jumps', async () => {
      const clock = createManualClock();
      const counters = create(clock);
      await counters.hit('a', 60_000);
      for (const jump of [3_600_000, -7_200_000, 86_400_000]) {
        clock.jumpCalendar(jump);
        expect((await counters.peek('a')).resetsInMs).toBe(60_000);
      }
      expect((await counters.hit('a', 60_000)).count).toBe(2);
    });

    test('agree with a plain model, whatever the order of hits and pauses', async () => {
      const step = fc.oneof(
        fc.record({ name: fc.constantFrom('a', 'b', 'c') }),
        fc.record({ pauseMs: fc.integer({ min: 0, max: 400 }) }),
      );
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
          const clock = createManualClock();
          const counters = create(clock);
          const model = new Map<string, { count: number; endsAtMs: number }>();
          for (const each of steps) {
            if ('pauseMs' in each) clock.advance(each.pauseMs);
            else {
              const nowMs = clock.monotonicMs();
              const open = model.get(each.name);
              const window = open !== undefined && nowMs < open.endsAtMs ? open : { count: 0, endsAtMs: nowMs + 500 };
              window.count++;
              model.set(each.name, window);
              const counted = await counters.hit(each.name, 500);
              expect(counted).toEqual({ count: window.count, resetsInMs: window.endsAtMs - nowMs });
            }
          }
        }),
      );
    });
  });
}
