import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createManualClock } from '../../../test/support/manual-clock.ts';
import { createPurgeClock } from './purge-clock.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

it('goes with the calendar', () => {
  const clock = createManualClock();
  const purges = createPurgeClock(clock, undefined);
  for (const ms of [1, minuteMs, 60 * dayMs]) {
    clock.advance(ms);
    expect(purges.nowMs()).toBe(clock.nowMs());
    expect(purges.behindMs()).toBe(0);
  }
});

it('believes a minute of a wrong calendar for ten minutes and no more, and goes on when the calendar is right again', () => {
  const clock = createManualClock();
  const rightMs = clock.nowMs();
  const purges = createPurgeClock(clock, undefined);
  clock.jumpCalendar(400 * dayMs);
  clock.advance(minuteMs);
  expect(purges.nowMs()).toBe(rightMs + 10 * minuteMs);
  expect(purges.behindMs()).toBe(400 * dayMs - 9 * minuteMs);
  clock.jumpCalendar(-400 * dayMs);
  clock.advance(minuteMs);
  expect(purges.nowMs()).toBe(clock.nowMs());
});

it('begins where the last process has come to, whatever the calendar says, and is even with it soon after a pause', () => {
  const clock = createManualClock();
  const purges = createPurgeClock(clock, clock.nowMs() - 30 * dayMs);
  expect(purges.behindMs()).toBe(30 * dayMs);
  clock.advance(4 * dayMs);
  expect(purges.behindMs()).toBe(0);
});

it('is never after the calendar, and protects again soon after one that was too far ahead was set back', () => {
  const clock = createManualClock();
  const purges = createPurgeClock(clock, clock.nowMs() + 10 * dayMs);
  expect(purges.nowMs()).toBe(clock.nowMs());
  clock.advance(dayMs);
  expect(purges.nowMs()).toBe(clock.nowMs());
  clock.jumpCalendar(400 * dayMs);
  expect(purges.behindMs()).toBe(400 * dayMs);
});

it('whatever happens to the calendar, never gains more than ten times what has passed, and is even in the end', () => {
  const step = fc.record({ passMs: fc.nat(dayMs), jumpMs: fc.integer({ min: -500 * dayMs, max: 500 * dayMs }) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      const clock = createManualClock();
      const beganMs = clock.nowMs();
      const purges = createPurgeClock(clock, undefined);
      let passedMs = 0;
      for (const { passMs, jumpMs } of steps) {
        clock.jumpCalendar(jumpMs);
        clock.advance(passMs);
        passedMs += passMs;
        expect(purges.nowMs()).toBeLessThanOrEqual(Math.min(clock.nowMs(), beganMs + 10 * passedMs));
      }
      for (let day = 0; day < 2_000; day++) {
        clock.advance(dayMs);
        purges.nowMs();
      }
      expect(purges.behindMs()).toBe(0);
    }),
    { numRuns: 50 },
  );
});
