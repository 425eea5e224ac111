// Runs the whole check of a snapshot in a thread of its own, so that no answer waits for it.

import { Worker } from 'node:worker_threads';
import type { VerificationOrder, VerificationResult } from './verification-thread.ts';

export interface Verification {
  /** Never rejects. */
  readonly result: Promise<VerificationResult>;
  stop(): Promise<void>;
}

export function startVerification(directory: string, options: { readonly gently: boolean }): Verification {
  const order: VerificationOrder = { directory, gently: options.gently };
  let worker: Worker;
  try {
    worker = new Worker(new URL('./verification-thread.ts', import.meta.url), { workerData: order });
  } catch (error) {
    return { result: Promise.resolve(notRun(error)), stop: async () => {} };
  }
  worker.unref();
  const result = new Promise<VerificationResult>((resolve) => {
    worker.on('message', resolve);
    worker.on('error', (error) => resolve(notRun(error)));
    worker.on('exit', () => resolve({ kind: 'not_run', reason: 'The check was stopped.' }));
  });
  return {
    result,
    async stop() {
      await worker.terminate();
    },
  };
}

function notRun(error: unknown): VerificationResult {
  return { kind: 'not_run', reason: error instanceof Error ? error.message : 'The check could not be started.' };
}
