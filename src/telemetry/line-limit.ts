// How many lines of one kind go to the log: some at once, then so many a second. The others are counted.

import type { Clock } from '../app/clock.ts';

interface LineLimitOptions {
  readonly clock: Clock;
  readonly linesAtOnce: number;
  readonly linesPerSecond: number;
}

export function createLineLimit({ clock, linesAtOnce, linesPerSecond }: LineLimitOptions) {
  let left = linesAtOnce;
  let atMs = clock.monotonicMs();
  let refused = 0;
  return {
    /** Tells whether the caller may write one more line now. */
    take(): boolean {
      const nowMs = clock.monotonicMs();
      left = Math.min(linesAtOnce, left + ((nowMs - atMs) * linesPerSecond) / 1000);
      atMs = nowMs;
      if (left < 1) {
        refused++;
        return false;
      }
      left--;
      return true;
    },
    /** Returns the number of lines refused since the last call. */
    takeRefused(): number {
      const count = refused;
      refused = 0;
      return count;
    },
  };
}
