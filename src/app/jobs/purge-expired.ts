// Deletes records whose time is over, at once and then from time to time, in batches that nobody notices.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import { toObserver } from '../observer.ts';

interface PurgeOptions {
  readonly store: {
    /** Deletes so many; says whether there may be more. */
    purge(nowMs: number, recordsMax: number): Promise<boolean>;
  };
  readonly clock: Clock;
  readonly onFault: (error: unknown) => void;
}

const everyMs = 10 * 60_000;
const batchRecords = 200;

/** Returns the function that stops it. */
export function startPurge({ store, clock, ...options }: PurgeOptions): () => void {
  const onFault = toObserver(options.onFault);
  let isStopped = false;
  let isRunning = false;

  async function purge(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    try {
      while (!isStopped && (await store.purge(clock.nowMs(), batchRecords))) await nextTurn();
    } catch (error) {
      if (!isStopped) onFault(error);
    } finally {
      isRunning = false;
    }
  }

  void purge();
  const timer = setInterval(() => void purge(), everyMs).unref();
  return () => {
    isStopped = true;
    clearInterval(timer);
  };
}
