// Which counters the limits are kept in: those of this process, or those that several processes share.

import type { Eventual } from '../app/eventual.ts';
import type { Clock, Counters } from '../app/ports.ts';
import { createCounterOffice, createLeasedCounters, type Grant, type HitRequest } from '../stores/counters.leased.ts';
import { createMemoryCounters } from '../stores/counters.memory.ts';

export type { Grant, HitRequest } from '../stores/counters.leased.ts';

/** How many names each of them keeps, the oldest being forgotten first. */
const namesMax = {
  /** Requests by the id of their key. Only keys that exist are counted, so it is their number that bounds this. */
  rates: 1_000_000,
  /** Failed authentications by client network. */
  failures: 100_000,
  /** Requests without a key by client network. */
  strangers: 100_000,
} as const;

export type CounterName = keyof typeof namesMax;
export type CounterSet = Readonly<Record<CounterName, Counters>>;

/** Of this process. They outlive a service: one that takes up new settings does not forget who was over the limit. */
export function createOwnCounters(clock: Clock): CounterSet {
  return toSet((name) => createMemoryCounters({ clock, windowsMax: namesMax[name] }));
}

/** Answers what `createSharedCounters` of the other processes asks. */
export function createCounterOffices(
  clock: Clock,
  processes: number,
): (name: CounterName, hits: readonly HitRequest[]) => Promise<readonly Grant[]> {
  const own = createOwnCounters(clock);
  const offices: Record<CounterName, (hit: HitRequest) => Eventual<Grant>> = toSet((name) =>
    createCounterOffice(own[name], processes),
  );
  return (name, hits) => Promise.all(hits.map(offices[name]));
}

interface SharedCountersOptions {
  readonly clock: Clock;
  readonly processes: number;
  /** Rejects when there is no answer. */
  readonly ask: (name: CounterName, hits: readonly HitRequest[]) => Promise<readonly Grant[]>;
}

export function createSharedCounters({ clock, processes, ask }: SharedCountersOptions): CounterSet {
  return toSet((name) =>
    createLeasedCounters({ clock, processes, windowsMax: namesMax[name], ask: (hits) => ask(name, hits) }),
  );
}

function toSet<Value>(create: (name: CounterName) => Value): Record<CounterName, Value> {
  return { rates: create('rates'), failures: create('failures'), strangers: create('strangers') };
}
