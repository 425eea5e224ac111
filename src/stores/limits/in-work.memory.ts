// How many requests of each name are in work in this process. Where several share the work and cannot ask each other, each has
// its share of the limit, rounded up.

import type { InWork } from '../../app/limits.ts';

interface InWorkOptions {
  /** `processes` counts the processes that share the work. */
  readonly processes: number;
}

export function createMemoryInWork({ processes }: InWorkOptions): InWork {
  const counts = new Map<string, number>();
  return {
    enter(name, limit) {
      const count = counts.get(name) ?? 0;
      if (count >= Math.ceil(limit / processes)) return false;
      counts.set(name, count + 1);
      return true;
    },
    leave(name) {
      const count = counts.get(name) ?? 0;
      if (count > 1) counts.set(name, count - 1);
      else counts.delete(name);
    },
  };
}
