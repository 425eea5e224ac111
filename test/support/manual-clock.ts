// The one clock of the tests: it stands until it is moved, so that no test waits and none depends on the machine's speed.

import type { Clock } from '../../src/app/clock.ts';

export interface ManualClock extends Clock {
  /** Time passes: both clocks move. */
  advance(ms: number): void;
  /** Somebody sets the calendar: the monotonic clock does not notice. */
  jumpCalendar(ms: number): void;
}

/** Noon in Greenwich on 15 November 2026 unless told otherwise. */
export function createManualClock(start: { nowMs?: number; monotonicMs?: number } = {}): ManualClock {
  let calendar = start.nowMs ?? Date.UTC(2026, 10, 15, 12);
  let monotonic = start.monotonicMs ?? 1_000_000;
  return {
    nowMs: () => calendar,
    monotonicMs: () => monotonic,
    advance(ms) {
      monotonic += ms;
      calendar += ms;
    },
    jumpCalendar(ms) {
      calendar += ms;
    },
  };
}
