// What is in work over several processes: one of them, the coordinator, knows all of it, and forgets what a process had that is gone.
// Only names with a limit come here, and each costs a question; what one turn of the event loop brings goes as one.

import type { InWork } from '../../app/limits.ts';
import { createMemoryInWork } from './in-work.memory.ts';

/** An entry request travels between processes in this form. The asking process chooses the id. */
export interface EntryRequest {
  readonly id: number;
  readonly name: string;
  readonly limit: number;
}

/** One process, as the coordinator knows it. */
export interface InWorkMember {
  /** For each entry, whether it is let in. */
  enter(entries: readonly EntryRequest[]): readonly boolean[];
  /** An id that was not let in, or has left, changes nothing. */
  leave(ids: readonly number[]): void;
  /** All that the process had. */
  leaveAll(): void;
}

/** The side that knows all of it: opens one member for each process. */
export function createInWorkCoordinator(): () => InWorkMember {
  const all = createMemoryInWork({ processes: 1 });
  return () => {
    const inside = new Map<number, string>();
    const leave = (id: number): void => {
      const name = inside.get(id);
      if (name !== undefined) all.leave(name);
      inside.delete(id);
    };
    return {
      enter: (entries) =>
        entries.map(({ id, name, limit }) => {
          const isLetIn = all.enter(name, limit) === true;
          if (isLetIn) inside.set(id, name);
          return isLetIn;
        }),
      leave: (ids) => ids.forEach(leave),
      leaveAll: () => [...inside.keys()].forEach(leave),
    };
  };
}

interface SharedInWorkOptions {
  /** Rejects when the coordinator is gone or does not answer. */
  readonly ask: (entries: readonly EntryRequest[]) => Promise<readonly boolean[]>;
  readonly tell: (ids: readonly number[]) => void;
  /** If the coordinator is missing, each process allows itself its share of every limit. */
  readonly processes: number;
}

interface Waiting extends EntryRequest {
  resolve(isLetIn: boolean): void;
}

export function createSharedInWork({ ask, tell, processes }: SharedInWorkOptions): InWork {
  const alone = createMemoryInWork({ processes });
  /** `inside` holds the work of this process. An entry is its id if the coordinator admitted it, and null if this process admitted it alone. */
  const inside = new Map<string, (number | null)[]>();
  let waiting: Waiting[] = [];
  let leaving: number[] = [];
  let lastId = 0;

  function schedule(): void {
    if (waiting.length + leaving.length === 0) setImmediate(() => void flush());
  }

  async function flush(): Promise<void> {
    const entries = waiting;
    const ids = leaving;
    waiting = [];
    leaving = [];
    // First, so that what has ended makes room.
    if (ids.length > 0) tell(ids);
    if (entries.length === 0) return;
    let answers: readonly boolean[] | undefined;
    try {
      answers = await ask(entries.map(({ id, name, limit }) => ({ id, name, limit })));
    } catch {
      // It may have let them in and be too late in saying so.
      tell(entries.map(({ id }) => id));
    }
    for (const [index, entry] of entries.entries()) settle(entry, answers?.[index]);
  }

  function settle({ id, name, limit, resolve }: Waiting, answer: boolean | undefined): void {
    const isLetIn = answer ?? alone.enter(name, limit) === true;
    if (isLetIn) inside.set(name, [...(inside.get(name) ?? []), answer === undefined ? null : id]);
    resolve(isLetIn);
  }

  return {
    enter: (name, limit) =>
      new Promise((resolve) => {
        schedule();
        waiting.push({ id: ++lastId, name, limit, resolve });
      }),
    leave(name) {
      const entered = inside.get(name);
      const id = entered?.pop();
      if (entered?.length === 0) inside.delete(name);
      if (id === null) alone.leave(name);
      else if (id !== undefined) {
        schedule();
        leaving.push(id);
      }
    },
  };
}
