// Deletes expired records of calls, at once and then from time to time, in batches that nobody notices.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { toObserver } from '../observer.ts';
import type { Clock, IdempotencyStore } from '../ports.ts';
import type { OnStoreFault } from './answer-once.ts';

interface PurgeOptions {
  readonly store: IdempotencyStore;
  readonly clock: Clock;
  readonly onStoreFault: OnStoreFault;
}

const everyMs = 10 * 60_000;
const batchRecords = 200;

/** Returns the function that stops it. */
export function startPurge({ store, clock, ...options }: PurgeOptions): () => void {
  const onStoreFault = toObserver(options.onStoreFault);
  let isStopped = false;
  let isRunning = false;

  async function purge(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    try {
      while (!isStopped && (await store.purge(clock.nowMs(), batchRecords)) === batchRecords) await nextTurn();
    } catch (error) {
      if (!isStopped) onStoreFault('expired not purged', error);
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
