// Counters of one process, by the monotonic clock: a jump of the calendar neither opens nor prolongs a window.
// Memory is bounded: windows that are over go first when there are too many names, then those that opened first.

import type { Clock } from '../../app/clock.ts';
import type { CountedWindow, Counters } from '../../app/limits.ts';

interface Window {
  count: number;
  readonly endsAtMs: number;
}

interface CountersOptions {
  readonly clock: Clock;
  /** More open windows than this are not kept. */
  readonly windowsMax: number;
}

/** The first look for expired windows waits until there are this many windows. */
const sweepMin = 1_024;

export function createMemoryCounters({ clock, windowsMax }: CountersOptions): Counters {
  const windows = new Map<string, Window>();
  let sweepAt = Math.min(sweepMin, windowsMax);

  function findOpen(name: string, nowMs: number): Window | undefined {
    const window = windows.get(name);
    return window !== undefined && nowMs < window.endsAtMs ? window : undefined;
  }

  function open(name: string, nowMs: number, windowMs: number): Window {
    windows.delete(name);
    if (windows.size >= sweepAt) sweep(nowMs);
    const window = { count: 0, endsAtMs: nowMs + windowMs };
    windows.set(name, window);
    return window;
  }

  /** The next one comes when there are twice as many again, so that each name costs little however many there are. */
  function sweep(nowMs: number): void {
    for (const [name, window] of windows) if (nowMs >= window.endsAtMs) windows.delete(name);
    // A Map keeps the order of insertion. A tenth at a time, or every new name of a flood would look at them all.
    let tooMany = windows.size < windowsMax ? 0 : windows.size - Math.floor(windowsMax * 0.9);
    for (const name of windows.keys()) {
      if (tooMany-- <= 0) break;
      windows.delete(name);
    }
    sweepAt = Math.min(windowsMax, Math.max(sweepMin, windows.size * 2));
  }

  return {
    hit(name, windowMs, events = 1) {
      const nowMs = clock.monotonicMs();
      const window = findOpen(name, nowMs) ?? open(name, nowMs, windowMs);
      window.count = Math.max(0, window.count + events);
      return toCounted(window, nowMs);
    },
    peek(name) {
      const nowMs = clock.monotonicMs();
      const window = findOpen(name, nowMs);
      return window === undefined ? { count: 0, resetsInMs: 0 } : toCounted(window, nowMs);
    },
  };
}

/** Whole milliseconds: the clock's fractions make `(now + 60000) - now` a hair more than 60000, and a caller rounds up. */
function toCounted(window: Window, nowMs: number): CountedWindow {
  return { count: window.count, resetsInMs: Math.max(1, Math.round(window.endsAtMs - nowMs)) };
}
