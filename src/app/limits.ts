// What limits are held by: counts over time, and what is in work now.

import type { Eventual } from './eventual.ts';

export interface CountedWindow {
  readonly count: number;
  readonly resetsInMs: number;
}

/** Counts events per name in windows that start with their first event. */
export interface Counters {
  /** Adds one event, or as many as `events` says. Fewer than 0 gives back what was added before; no count falls below 0. */
  hit(name: string, windowMs: number, events?: number): Eventual<CountedWindow>;
  /** The current count, without adding to it. */
  peek(name: string): Eventual<CountedWindow>;
}

/** Bounds what is in work at one time, by name. */
export interface InWork {
  /** Tells whether one more may enter. If so, the caller must call `leave` exactly once. */
  enter(name: string, limit: number): Eventual<boolean>;
  leave(name: string): void;
}
