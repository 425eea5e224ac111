// Tries again what may pass: a lost connection, a server that is busy.

import { type Depot, DepotFault, type WritableDepot } from './depot.ts';
import { pauseMs } from './transfer.ts';

export interface RetryTools {
  readonly attemptsMax: number;
  /** 0 <= result < 1; spreads the retries of many nodes. */
  readonly random: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly onRetry: (what: string, reason: string) => void;
}

export function withRetries(depot: Depot, tools: RetryTools): Depot {
  const retry = createRetry(tools);
  return {
    address: depot.address,
    read: (name, bytesMax, signal) => retry(name, signal, () => depot.read(name, bytesMax, signal)),
    close: () => depot.close(),
  };
}

/** Writing the same object a second time changes nothing, so that this is safe for writes as well. */
export function withWriteRetries(depot: WritableDepot, tools: RetryTools): WritableDepot {
  const retry = createRetry(tools);
  return {
    ...withRetries(depot, tools),
    has: (name, bytes, signal) => retry(name, signal, () => depot.has(name, bytes, signal)),
    write: (name, content, signal) => retry(name, signal, () => depot.write(name, content, signal)),
    list: (prefix, signal) => retry(prefix, signal, () => depot.list(prefix, signal)),
    remove: (name, signal) => retry(name, signal, () => depot.remove(name, signal)),
  };
}

function createRetry({ attemptsMax, random, sleep, onRetry }: RetryTools) {
  return async <Result>(name: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> => {
    for (let failures = 1; ; failures++) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof DepotFault) || !error.mayPass || failures >= attemptsMax) throw error;
        onRetry(name, error.message);
        await sleep(pauseMs(failures, error.retryAfterMs, random), signal);
      }
    }
  };
}
