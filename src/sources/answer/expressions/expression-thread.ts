// Evaluates expressions whose cost nobody can bound away from the event loop, in a thread that is ended when it takes too long.
// One for each party, so that a hostile one delays nobody but itself. It starts when it is first needed and then stays.

import { Worker } from 'node:worker_threads';
import type { EvaluationOrder, EvaluationResult, ThreadMessage } from './expression-worker.ts';

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

/** Far above what a mapping needs (tens of microseconds), far below a party's deadline. */
const evaluationMs = 250;
/** An evaluation may take this multiple of its limit by the clock if the machine has other work. The thread then ends it regardless. */
const waitFactor = 8;

/**
 * `limitMs` is the processor's time for one evaluation. The clock on the wall would end a good one whose thread had to wait for a core. It would also
 * end one that was done long ago while this thread was held up.
 */
export function createExpressionThread(limitMs = evaluationMs): ExpressionThread {
  const waiting: Job[] = [];
  let worker: Worker | undefined;
  let isReady = false;
  let current: { readonly job: Job; timer: NodeJS.Timeout; readonly lastTimer: NodeJS.Timeout } | undefined;
  /** `usedMicros` is the processor time of the thread as of its last message. */
  let usedMicros = 0;
  let isClosed = false;

  const start = (): void => {
    const started = new Worker(new URL('./expression-worker.ts', import.meta.url), { resourceLimits });
    worker = started;
    isReady = false;
    started.unref();
    started.on('message', (message: ThreadMessage) => {
      if (worker !== started) return;
      usedMicros = message.usedMicros;
      if (message.result.kind === 'ready') isReady = true;
      else finish(message.result);
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
    clearTimeout(current.lastTimer);
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
  /** Asks the thread itself, which answers in the middle of its work and not while it has no core. Before Node 24.6 the thread cannot answer. */
  const examine = async (thread: Worker, job: Job): Promise<void> => {
    const used = await thread.cpuUsage?.().catch(() => undefined);
    if (current?.job !== job || used === undefined) return;
    const leftMs = limitMs - (used.user + used.system - usedMicros) / 1000;
    if (leftMs <= 0) interrupt();
    else current.timer = setTimeout(() => void examine(thread, job), leftMs);
  };
  const next = (): void => {
    if (isClosed || current !== undefined) return;
    if (waiting.length > 0 && worker === undefined) start();
    if (!isReady || worker === undefined) return;
    const job = waiting.shift();
    if (job === undefined) return;
    const thread = worker;
    current = {
      job,
      timer: setTimeout(() => void examine(thread, job), limitMs),
      // What the thread has said meanwhile is heard first.
      lastTimer: setTimeout(() => setImmediate(() => current?.job === job && interrupt()), limitMs * waitFactor),
    };
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
