// Counters of one process, by the monotonic clock: a jump of the calendar neither opens nor prolongs a window.
// Memory is bounded: the oldest window goes first when there are too many names.

import type { Clock, CountedWindow, Counters } from '../app/ports.ts';

interface Window {
  count: number;
  readonly endsAtMs: number;
}

const windowsMax = 100_000;

export function createMemoryCounters(clock: Clock): Counters {
  const windows = new Map<string, Window>();

  function findOpen(name: string, nowMs: number): Window | undefined {
    const window = windows.get(name);
    return window !== undefined && nowMs < window.endsAtMs ? window : undefined;
  }

  function open(name: string, nowMs: number, windowMs: number): Window {
    windows.delete(name);
    if (windows.size >= windowsMax) dropOldest(nowMs);
    const window = { count: 0, endsAtMs: nowMs + windowMs };
    windows.set(name, window);
    return window;
  }

  /** A Map keeps the order of insertion, so windows that opened first stand first. */
  function dropOldest(nowMs: number): void {
    for (const [name, window] of windows) {
      const tooMany = windows.size >= windowsMax;
      if (!tooMany && nowMs < window.endsAtMs) return;
      windows.delete(name);
    }
  }

  return {
    hit(name, windowMs) {
      const nowMs = clock.monotonicMs();
      const window = findOpen(name, nowMs) ?? open(name, nowMs, windowMs);
      window.count++;
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
