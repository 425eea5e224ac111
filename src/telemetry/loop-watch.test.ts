import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createManualClock } from '../../test/support/manual-clock.ts';
import { type LoopStall, loopLookEveryMs, watchLoop } from './loop-watch.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

function watch() {
  const clock = createManualClock();
  const told: LoopStall[] = [];
  let workedMs = 0;
  const stop = watchLoop({ clock, onStall: (stall) => told.push(stall), readWorkedMs: () => workedMs });
  return {
    told,
    stop,
    /** Until the next look, which comes so much too late. */
    look(lateMs: number, worked = 0) {
      clock.advance(loopLookEveryMs + lateMs);
      workedMs += worked;
      vi.advanceTimersByTime(loopLookEveryMs);
    },
  };
}

test('a loop that stands still for more than a second is told, once, with how long it did', () => {
  const { told, look } = watch();
  for (const lateMs of [0, 40, 1_000, 1_001, 0, 0]) look(lateMs);
  expect(told).toEqual([{ stoodMs: 1_001, why: 'wait' }]);
});

test('it was at work where this thread had the processor for most of the time', () => {
  const { told, look } = watch();
  look(1_750, 1_001);
  look(1_750, 1_000);
  expect(told.map(({ why }) => why)).toEqual(['work', 'wait']);
});

test('nothing is told once the watch has ended', () => {
  const { told, look, stop } = watch();
  stop();
  look(5_000);
  expect(told).toEqual([]);
});
