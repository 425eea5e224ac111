// The time by which whatever is kept is deleted. A deletion cannot be taken back, and the calendar may be wrong for a minute: this time
// follows the calendar, and gains on what has really passed by so much at most.

import type { Clock } from '../clock.ts';

/**
 * After a night in which nothing ran it is even with the calendar in less than an hour. A calendar that is wrong by a year for a minute
 * deletes what was due ten minutes later anyway.
 */
const gainMax = 10;

export interface PurgeClock extends Pick<Clock, 'nowMs'> {
  /** Returns how far the clock lies behind the calendar. */
  behindMs(): number;
}

/** This store keeps the time from one process to the next. */
export interface PurgeTimeStore {
  /** Returns undefined if no time was kept yet. */
  read(): Promise<number | undefined>;
  keep(atMs: number): Promise<void>;
}

/** Begins where an earlier process has come to, or at the calendar where there was none. */
export function createPurgeClock(clock: Clock, keptMs: number | undefined): PurgeClock {
  let reachedMs = keptMs ?? clock.nowMs();
  let lookedMs = clock.monotonicMs();
  /** Never after the calendar: one that was set back keeps everything for longer. */
  function nowMs(): number {
    const calendarMs = clock.nowMs();
    const monotonicMs = clock.monotonicMs();
    const stepMs = gainMax * (monotonicMs - lookedMs);
    lookedMs = monotonicMs;
    reachedMs = Math.round(Math.min(Math.max(calendarMs, reachedMs - stepMs), reachedMs + stepMs));
    return Math.min(calendarMs, reachedMs);
  }
  return { nowMs, behindMs: () => clock.nowMs() - nowMs() };
}
