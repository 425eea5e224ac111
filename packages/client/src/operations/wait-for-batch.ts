// Waits until a batch is worked off, asking now and then: soon at first, then less often.

import { type CallOptions, type Surroundings, startLimits } from '../call/call.ts';
import { ConfereError } from '../call/confere-error.ts';
import type { Batch } from '../contract.ts';
import type { Batches } from './batches.ts';

export interface WaitOptions extends CallOptions {
  /** `deadlineMs` limits the whole wait. The default is one day. */
  readonly deadlineMs?: number | undefined;
  /** The callback receives the state of the batch after every poll. */
  onProgress?(batch: Batch): void;
}

/** Throws `batch_not_found` where there is none of this key, or no more; `deadline_exceeded` and `aborted` as a call does. */
export type WaitForBatch = (id: string, options?: WaitOptions) => Promise<Batch>;

const firstPauseMs = 500;
const pauseMsMax = 15_000;
const dayMs = 86_400_000;

export function createWaitForBatch({ find }: Pick<Batches, 'find'>, surroundings: Surroundings): WaitForBatch {
  return async (id, options = {}) => {
    const limits = startLimits(options, dayMs, surroundings);
    let wasFound = false;
    try {
      for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMsMax, pauseMs * 1.5)) {
        const batch = await find(id, { signal: limits.signal }).catch((error: unknown) => {
          const end = limits.findEnd() ?? error;
          // A service that is away for a while comes back, and the batch with it.
          const isPassing = wasFound && end === error && error instanceof ConfereError && error.retryable;
          if (!isPassing) throw end;
          return 'away' as const;
        });
        if (batch === 'away') {
          await limits.wait(pauseMs);
          continue;
        }
        wasFound = true;
        if (batch === undefined) {
          throw new ConfereError({
            code: 'batch_not_found',
            message: 'There is no such batch of this key, or no more.',
            portuguese: 'Esta chave não tem esse lote, ou não tem mais.',
            status: 404,
          });
        }
        options.onProgress?.(batch);
        if (batch.status !== 'running') return batch;
        await limits.wait(pauseMs);
      }
    } finally {
      limits.end();
    }
  };
}
