// What the limits are kept in: in this process, or in one that several processes ask.

import type { Clock } from '../../../app/clock.ts';
import type { Counters, InWork } from '../../../app/limits.ts';
import {
  createCounterCoordinator,
  createLeasedCounters,
  type Grant,
  type HitRequest,
} from '../../../stores/limits/counters.leased.ts';
import { createMemoryCounters } from '../../../stores/limits/counters.memory.ts';
import { createMemoryInWork } from '../../../stores/limits/in-work.memory.ts';
import {
  createInWorkCoordinator,
  createSharedInWork,
  type EntryRequest,
} from '../../../stores/limits/in-work.shared.ts';

export type { Grant, HitRequest } from '../../../stores/limits/counters.leased.ts';
export type { EntryRequest } from '../../../stores/limits/in-work.shared.ts';

/** Each counter keeps this many names and forgets the oldest first. */
export const namesMax = {
  /** Requests by the id of their key. Only keys that exist are counted, so it is their number that bounds this. */
  rates: 1_000_000,
  /** Failed authentications by client network. */
  failures: 100_000,
  /** Requests without a key by client network. */
  strangers: 100_000,
  /** These counters hold the spending of sources and of keys with a budget. */
  budgets: 100_000,
} as const;

export type CounterName = keyof typeof namesMax;

/** They outlive a service: one that takes up new settings does not forget who was over the limit. */
export interface Limits extends Readonly<Record<CounterName, Counters>> {
  /** Requests of a key at one time. */
  readonly inWork: InWork;
}

/** The limits apply to this process alone. */
export function createOwnLimits(clock: Clock): Limits {
  return { ...createOwnCounters(clock), inWork: createMemoryInWork({ processes: 1 }) };
}

function createOwnCounters(clock: Clock): Record<CounterName, Counters> {
  return toSet((name) => createMemoryCounters({ clock, windowsMax: namesMax[name] }));
}

/** A process may make these requests to the one that keeps the limits. */
export interface LimitMember {
  count(name: CounterName, hits: readonly HitRequest[]): Promise<readonly Grant[]>;
  enter(entries: readonly EntryRequest[]): readonly boolean[];
  leave(ids: readonly number[]): void;
  /** Gives back all that the process had in work; it is gone. */
  leaveAll(): void;
}

/** The side that keeps them: opens one member for each process. */
export function createLimitCoordinator(clock: Clock, processes: number): () => LimitMember {
  const own = createOwnCounters(clock);
  const coordinators = toSet((name) => createCounterCoordinator(own[name], processes));
  const openInWork = createInWorkCoordinator();
  return () => ({ ...openInWork(), count: (name, hits) => Promise.all(hits.map(coordinators[name])) });
}

interface SharedLimitsOptions {
  readonly clock: Clock;
  readonly processes: number;
  /** These two reject when there is no answer. */
  readonly count: (name: CounterName, hits: readonly HitRequest[]) => Promise<readonly Grant[]>;
  readonly enter: (entries: readonly EntryRequest[]) => Promise<readonly boolean[]>;
  readonly leave: (ids: readonly number[]) => void;
}

export function createSharedLimits({ clock, processes, count, enter, leave }: SharedLimitsOptions): Limits {
  const counters = toSet((name) =>
    createLeasedCounters({ clock, processes, windowsMax: namesMax[name], ask: (hits) => count(name, hits) }),
  );
  return { ...counters, inWork: createSharedInWork({ processes, ask: enter, tell: leave }) };
}

export function toSet<Value>(create: (name: CounterName) => Value): Record<CounterName, Value> {
  return {
    rates: create('rates'),
    failures: create('failures'),
    strangers: create('strangers'),
    budgets: create('budgets'),
  };
}
