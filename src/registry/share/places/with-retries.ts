// Tries again what may pass: a lost connection, a server that is busy.

import { pauseMs } from '../../download/file.ts';
import { PlaceFault, type SharedPlace, type WritablePlace } from './place.ts';

export interface RetryTools {
  readonly attemptsMax: number;
  /** 0 <= result < 1; spreads the retries of many nodes. */
  readonly random: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly onRetry: (what: string, reason: string) => void;
}

export function withRetries(place: SharedPlace, tools: RetryTools): SharedPlace {
  const retry = createRetry(tools);
  return {
    address: place.address,
    read: (name, bytesMax, signal) => retry(name, signal, () => place.read(name, bytesMax, signal)),
    close: () => place.close(),
  };
}

/** Writing the same object a second time changes nothing, so that this is safe for writes as well. */
export function withWriteRetries(place: WritablePlace, tools: RetryTools): WritablePlace {
  const retry = createRetry(tools);
  return {
    ...withRetries(place, tools),
    has: (name, bytes, signal) => retry(name, signal, () => place.has(name, bytes, signal)),
    write: (name, content, signal) => retry(name, signal, () => place.write(name, content, signal)),
    list: (prefix, signal) => retry(prefix, signal, () => place.list(prefix, signal)),
    remove: (name, signal) => retry(name, signal, () => place.remove(name, signal)),
  };
}

function createRetry({ attemptsMax, random, sleep, onRetry }: RetryTools) {
  return async <Result>(name: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> => {
    for (let failures = 1; ; failures++) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof PlaceFault) || !error.mayPass || failures >= attemptsMax) throw error;
        onRetry(name, error.message);
        await sleep(pauseMs(failures, error.retryAfterMs, random), signal);
      }
    }
  };
}
