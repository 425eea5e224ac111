// Deletes records whose time is over, from time to time, in batches that nobody notices.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import type { PurgeClock } from './purge-clock.ts';
import type { Job } from './run-jobs.ts';

interface PurgeJobOptions {
  readonly name: string;
  readonly store: {
    /** Deletes so many; says whether there may be more. */
    purge(nowMs: number, recordsMax: number): Promise<boolean>;
  };
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly purgeClock: Pick<PurgeClock, 'nowMs'>;
}

const everyMs = 10 * 60_000;
const batchRecords = 200;

export function createPurgeJob({ name, store, clock, purgeClock }: PurgeJobOptions): Job {
  return withPauses({ name, clock, everyMs }, async ({ signal, beat }) => {
    while (!signal.aborted && (await store.purge(purgeClock.nowMs(), batchRecords))) {
      beat();
      await nextTurn();
    }
  });
}

interface PauseOptions {
  readonly name: string;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly everyMs: number;
}

/** At once when the service begins, and then from time to time; again soon where it failed. */
export function withPauses({ name, clock, everyMs }: PauseOptions, work: Job['run']): Job {
  let doneAtMs = Number.NEGATIVE_INFINITY;
  return {
    name,
    hasWork: async () => clock.monotonicMs() - doneAtMs >= everyMs,
    async run(turn) {
      await work(turn);
      doneAtMs = clock.monotonicMs();
    },
  };
}
