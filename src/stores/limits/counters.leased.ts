// Counters that several processes share: one of them, the coordinator, owns the count. It hands each of the others a few events in
// advance, at most one in a hundred of the count, so that most hits cost no question. A number is given out once:
// all processes together never count past what the coordinator knows, and what they hold unused is at most one in a hundred.

import type { Clock } from '../../app/clock.ts';
import { andThen, type Eventual } from '../../app/eventual.ts';
import type { CountedWindow, Counters } from '../../app/limits.ts';
import { createMemoryCounters } from './counters.memory.ts';

/** A request travels between processes in this form. `events` is 0 for a look. */
export interface HitRequest {
  readonly name: string;
  readonly windowMs: number;
  readonly events: number;
}

export interface Grant {
  /** `count` includes the requested events. */
  readonly count: number;
  /** Events beyond them that the asker may count by itself, until the window is over. */
  readonly lease: number;
  readonly resetsInMs: number;
}

/** Rejects when the coordinator is gone or does not answer. */
export type AskOffice = (hits: readonly HitRequest[]) => Promise<readonly Grant[]>;

const leasedShare = 0.01;

/** The side that owns the count. */
export function createCounterCoordinator(counters: Counters, processes: number): (hit: HitRequest) => Eventual<Grant> {
  return ({ name, windowMs, events }) => {
    if (events === 0) return andThen(counters.peek(name), (counted) => ({ ...counted, lease: 0 }));
    return andThen(counters.hit(name, windowMs, events), ({ count, resetsInMs }) => {
      const lease = events < 0 ? 0 : Math.floor((count * leasedShare) / processes);
      if (lease === 0) return { count, lease, resetsInMs };
      return andThen(counters.hit(name, windowMs, lease), () => ({ count, lease, resetsInMs }));
    });
  };
}

interface Lease {
  left: number;
  /** `last` is the count at which no room is left. */
  readonly last: number;
  readonly endsAtMs: number;
}

/** One name that the coordinator is being asked about. What comes meanwhile waits for the answer, which may bring a lease. */
interface Question {
  readonly first: Part[];
  readonly later: Part[];
}

/** `events` of a look is 0. */
interface Part {
  readonly windowMs: number;
  readonly events: number;
  resolve(counted: CountedWindow): void;
}

interface LeasedCountersOptions {
  readonly clock: Clock;
  readonly ask: AskOffice;
  /** If the coordinator is missing, each process allows itself this fraction of every limit. */
  readonly processes: number;
  /** More names with a lease than this are not kept; forgetting one wastes what is left of it. */
  readonly windowsMax: number;
}

export function createLeasedCounters({ clock, ask, processes, windowsMax }: LeasedCountersOptions): Counters {
  const leases = new Map<string, Lease>();
  const asked = new Map<string, Question>();
  let next = new Map<string, Question>();
  const alone = createMemoryCounters({ clock, windowsMax });

  function findLease(name: string, nowMs: number): Lease | undefined {
    const lease = leases.get(name);
    return lease !== undefined && nowMs < lease.endsAtMs ? lease : undefined;
  }

  function keepLease(name: string, lease: Lease): void {
    if (leases.size >= windowsMax) leases.clear();
    if (lease.left > 0) leases.set(name, lease);
    else leases.delete(name);
  }

  /** A look needs the coordinator: others count as well. */
  function count(name: string, windowMs: number, events: number): Eventual<CountedWindow> {
    const nowMs = clock.monotonicMs();
    const lease = findLease(name, nowMs);
    // What is given back goes to the coordinator, where all find it.
    if (events <= 0 || lease === undefined || lease.left < events) {
      return new Promise((resolve) => enqueue(name, { windowMs, events, resolve }));
    }
    lease.left -= events;
    return { count: lease.last - lease.left, resetsInMs: toWholeMs(lease.endsAtMs - nowMs) };
  }

  function enqueue(name: string, part: Part): void {
    const running = asked.get(name);
    if (running !== undefined) {
      running.later.push(part);
      return;
    }
    const open = next.get(name);
    if (open !== undefined) {
      open.first.push(part);
      return;
    }
    // All that one turn of the event loop brings goes as one message.
    if (next.size === 0) setImmediate(() => void askOffice());
    next.set(name, { first: [part], later: [] });
  }

  async function askOffice(): Promise<void> {
    const questions = next;
    next = new Map();
    const sentAtMs = clock.monotonicMs();
    const hits: HitRequest[] = [];
    for (const [name, question] of questions) {
      asked.set(name, question);
      const events = sum(question.first);
      // What is left of a lease is used up first, unless this is but a look or gives something back.
      const lease = events <= 0 ? undefined : findLease(name, sentAtMs);
      const left = lease === undefined ? 0 : Math.min(lease.left, events);
      if (lease !== undefined) lease.left -= left;
      // A look has no window of its own.
      const windowMs = Math.max(...question.first.map((part) => part.windowMs));
      hits.push({ name, windowMs, events: events - left });
    }
    let grants: readonly Grant[] | undefined;
    try {
      grants = await ask(hits);
    } catch {
      // Counted alone, below: never without a limit.
    }
    for (const [index, [name, question]] of [...questions].entries()) {
      asked.delete(name);
      const grant = grants?.[index];
      if (grant === undefined) countAlone(name, question.first);
      else settle({ name, parts: question.first, grant, sentAtMs });
      for (const part of question.later) resume(name, part);
    }
  }

  function settle({ name, parts, grant, sentAtMs }: Settlement): void {
    const ownLeft = findLease(name, clock.monotonicMs())?.left ?? 0;
    let before = grant.count - sum(parts);
    for (const { events, resolve } of parts) {
      before += events;
      resolve({ count: events === 0 ? Math.max(0, before - ownLeft) : before, resetsInMs: grant.resetsInMs });
    }
    if (sum(parts) <= 0) return;
    keepLease(name, { left: grant.lease, last: grant.count + grant.lease, endsAtMs: sentAtMs + grant.resetsInMs });
  }

  function resume(name: string, part: Part): void {
    const counted = count(name, part.windowMs, part.events);
    if (counted instanceof Promise) void counted.then(part.resolve);
    else part.resolve(counted);
  }

  function countAlone(name: string, parts: readonly Part[]): void {
    for (const { windowMs, events, resolve } of parts) {
      const counted = events === 0 ? alone.peek(name) : alone.hit(name, windowMs, events * processes);
      void Promise.resolve(counted).then(resolve);
    }
  }

  return {
    hit: (name, windowMs, events = 1) => count(name, windowMs, events),
    peek: (name) => count(name, 0, 0),
  };
}

interface Settlement {
  readonly name: string;
  readonly parts: readonly Part[];
  readonly grant: Grant;
  readonly sentAtMs: number;
}

function sum(parts: readonly Part[]): number {
  let events = 0;
  for (const part of parts) events += part.events;
  return events;
}

function toWholeMs(ms: number): number {
  return Math.max(1, Math.round(ms));
}
