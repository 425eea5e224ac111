// Evaluates expressions whose cost nobody can bound away from the event loop, in a thread that is ended when it takes too long.
// One for each party, so that a hostile one delays nobody but itself. It starts when it is first needed and then stays.

import { Worker } from 'node:worker_threads';
import { evaluationMs } from './interpreter.ts';

export interface EvaluationOrder {
  readonly text: string;
  readonly body: unknown;
}

export type EvaluationResult =
  | { readonly kind: 'done'; readonly json: string | undefined }
  | { readonly kind: 'failed' };

export interface ExpressionThread {
  /** Rejects where the expression fails, takes too long or too much memory, or the signal aborts. */
  run(order: EvaluationOrder, signal: AbortSignal): Promise<unknown>;
  /** Starts the thread before it is needed. */
  warm(): void;
  close(): Promise<void>;
}

interface Job {
  readonly order: EvaluationOrder;
  readonly settle: (result: EvaluationResult) => void;
}

/**
 * Time and `bounded-functions.ts` end an evaluation that is out of hand, not memory: a thread that reaches its heap limit in one
 * large allocation takes the whole process with it, so the limit lies beyond what can be filled in that time.
 */
const resourceLimits = { maxOldGenerationSizeMb: 4_096, maxYoungGenerationSizeMb: 16 };

/** `limitMs` is for one evaluation, once the thread has it. */
export function createExpressionThread(limitMs = evaluationMs): ExpressionThread {
  const waiting: Job[] = [];
  let worker: Worker | undefined;
  let isReady = false;
  let current: { readonly job: Job; readonly timer: NodeJS.Timeout } | undefined;
  let isClosed = false;

  const start = (): void => {
    const started = new Worker(new URL('./expression-worker.ts', import.meta.url), { resourceLimits });
    worker = started;
    isReady = false;
    started.unref();
    started.on('message', (message: EvaluationResult | { readonly kind: 'ready' }) => {
      if (worker !== started) return;
      if (message.kind === 'ready') isReady = true;
      else finish(message);
      next();
    });
    // It ran out of memory, or could not be started: the expression that it was at is lost, and the next gets another thread.
    const onEnd = (): void => {
      if (worker !== started) return;
      worker = undefined;
      if (current === undefined && !isReady) waiting.shift()?.settle({ kind: 'failed' });
      finish({ kind: 'failed' });
      next();
    };
    started.on('error', onEnd);
    started.on('exit', onEnd);
  };
  const finish = (result: EvaluationResult): void => {
    if (current === undefined) return;
    clearTimeout(current.timer);
    const { job } = current;
    current = undefined;
    job.settle(result);
  };
  /** Ends the thread in the middle of its work, and starts another one for those who wait. */
  const interrupt = (): void => {
    const ended = worker;
    worker = undefined;
    void ended?.terminate();
    finish({ kind: 'failed' });
    start();
  };
  const next = (): void => {
    if (isClosed || current !== undefined) return;
    if (waiting.length > 0 && worker === undefined) start();
    if (!isReady || worker === undefined) return;
    const job = waiting.shift();
    if (job === undefined) return;
    current = { job, timer: setTimeout(interrupt, limitMs) };
    worker.postMessage(job.order);
  };

  return {
    run(order, signal) {
      return new Promise((resolve, reject) => {
        if (isClosed || signal.aborted) return reject(new Error('not evaluated'));
        const leave = (): void => {
          const index = waiting.indexOf(job);
          if (index >= 0) waiting.splice(index, 1);
          reject(new Error('given up'));
        };
        const job: Job = {
          order,
          settle: (result) => {
            signal.removeEventListener('abort', leave);
            if (result.kind === 'failed') reject(new Error('the evaluation failed or took too long'));
            else resolve(result.json === undefined ? undefined : JSON.parse(result.json));
          },
        };
        signal.addEventListener('abort', leave, { once: true });
        waiting.push(job);
        next();
      });
    },
    warm() {
      if (worker === undefined && !isClosed) start();
    },
    async close() {
      isClosed = true;
      for (const job of waiting.splice(0)) job.settle({ kind: 'failed' });
      const ended = worker;
      worker = undefined;
      finish({ kind: 'failed' });
      await ended?.terminate();
    },
  };
}
