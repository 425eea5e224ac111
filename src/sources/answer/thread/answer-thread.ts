// Reads large answers, and evaluates expressions whose cost nobody can bound, away from the event loop: in a thread that is ended when it
// takes too long. One for each party, so that a hostile one delays nobody but itself. It starts when it is first needed and then stays.

import { Worker } from 'node:worker_threads';
import { type BodyFormat, type BodyInThread, type Unreadable, unreadable } from '../body/body-format.ts';
import type { ThreadMessage, ThreadOrder, ThreadResult } from './answer-worker.ts';

export interface AnswerThread {
  /** Evaluates an expression over a small body. Rejects where it fails, takes too long or too much memory, or the signal aborts. */
  run(order: { readonly text: string; readonly body: unknown }, signal: AbortSignal): Promise<unknown>;
  /** Reads an answer and evaluates these expressions over it. Rejects only where the signal aborts: all else is the answer's fault. */
  read(answer: LargeAnswer, texts: readonly string[], signal: AbortSignal): Promise<BodyInThread | Unreadable>;
  /** Starts the thread before it is needed. */
  warm(): void;
  close(): Promise<void>;
}

interface LargeAnswer {
  readonly format: BodyFormat;
  readonly bytes: Uint8Array;
  readonly charset: string | undefined;
}

/** The thread does a step in one go. */
interface Step {
  readonly order: ThreadOrder;
  /** The thread's processor may take so much time for it. */
  readonly limitMs: number;
}

interface Job {
  readonly steps: readonly Step[];
  readonly results: ThreadResult[];
  /** Tells whether nobody waits for the job any more. */
  isLeft: boolean;
  /** The results are undefined if the job failed. */
  readonly settle: (results: readonly ThreadResult[] | undefined) => void;
}

/**
 * Time and `bounded-functions.ts` end an evaluation that is out of hand, not memory: a thread that reaches its heap limit in one
 * large allocation takes the whole process with it, so the limit lies beyond what can be filled in that time.
 */
const resourceLimits = { maxOldGenerationSizeMb: 4_096, maxYoungGenerationSizeMb: 16 };

/** Far above what a mapping needs (tens of microseconds), far below a party's deadline. */
const evaluationMs = 250;
/** The largest signed answer takes some two seconds, the largest other one 200 ms. */
const readingMs = 5_000;
/** All expressions of a party over one large answer share this time: a value takes some five microseconds of each. */
const lookingMs = 1_000;
/** A step may take this multiple of its limit by the clock if the machine has other work. The thread then ends it regardless. */
const waitFactor = 8;

/**
 * `limitMs` is the processor's time for one evaluation. The clock on the wall would end a good one whose thread had to wait for a core. It would also
 * end one that was done long ago while this thread was held up.
 */
export function createAnswerThread(limitMs = evaluationMs): AnswerThread {
  const waiting: Job[] = [];
  let worker: Worker | undefined;
  let isReady = false;
  let current: { readonly job: Job; timer: NodeJS.Timeout; readonly lastTimer: NodeJS.Timeout } | undefined;
  /** `usedMicros` is the processor time of the thread as of its last message. */
  let usedMicros = 0;
  let isClosed = false;

  const start = (): void => {
    const started = new Worker(new URL('./answer-worker.ts', import.meta.url), { resourceLimits });
    worker = started;
    isReady = false;
    started.unref();
    started.on('message', (message: ThreadMessage) => {
      if (worker !== started) return;
      usedMicros = message.usedMicros;
      if (message.result.kind === 'ready') isReady = true;
      else goOn(message.result);
      next();
    });
    // It ran out of memory, or could not be started: what it was at is lost, and the next gets another thread.
    const onEnd = (): void => {
      if (worker !== started) return;
      worker = undefined;
      if (current === undefined && !isReady) waiting.shift()?.settle(undefined);
      finish(undefined);
      next();
    };
    started.on('error', onEnd);
    started.on('exit', onEnd);
  };
  const finish = (results: readonly ThreadResult[] | undefined): void => {
    const job = current?.job;
    endStep();
    job?.settle(results);
  };
  const endStep = (): void => {
    clearTimeout(current?.timer);
    clearTimeout(current?.lastTimer);
    current = undefined;
  };
  /** The steps of a job follow each other at once: between them, another answer would take the place of the one that was read. */
  const goOn = (result: ThreadResult): void => {
    if (current === undefined) return;
    const { job } = current;
    if (result.kind !== 'failed') job.results.push(result);
    const step = job.steps[job.results.length];
    if (result.kind === 'failed') finish(undefined);
    else if (step === undefined || job.isLeft) finish(job.results);
    else {
      endStep();
      begin(job, step);
    }
  };
  /** Ends the thread in the middle of its work, and starts another one for those who wait. */
  const interrupt = (): void => {
    const ended = worker;
    worker = undefined;
    void ended?.terminate();
    finish(undefined);
    start();
  };
  const begin = (job: Job, step: Step): void => {
    if (worker === undefined) return;
    const thread = worker;
    const { order, limitMs: stepMs } = step;
    const isAtIt = () => current?.job === job && job.steps[job.results.length] === step;
    /** Asks the thread itself, which answers in the middle of its work and not while it has no core. Before Node 24.6 the thread cannot answer. */
    const examine = async (): Promise<void> => {
      const used = await thread.cpuUsage?.().catch(() => undefined);
      if (!isAtIt() || current === undefined || used === undefined) return;
      const leftMs = stepMs - (used.user + used.system - usedMicros) / 1000;
      if (leftMs <= 0) interrupt();
      else current.timer = setTimeout(() => void examine(), leftMs);
    };
    current = {
      job,
      timer: setTimeout(() => void examine(), stepMs),
      // What the thread has said meanwhile is heard first.
      lastTimer: setTimeout(() => setImmediate(() => isAtIt() && interrupt()), stepMs * waitFactor),
    };
    if (order.kind === 'read') {
      // A copy, because what is handed over is gone here, and small answers lie in memory that they share.
      const bytes = new Uint8Array(order.bytes);
      thread.postMessage({ ...order, bytes }, [bytes.buffer]);
    } else thread.postMessage(order);
  };
  const next = (): void => {
    if (isClosed || current !== undefined) return;
    if (waiting.length > 0 && worker === undefined) start();
    if (!isReady || worker === undefined) return;
    const job = waiting.shift();
    const [step] = job?.steps ?? [];
    if (job !== undefined && step !== undefined) begin(job, step);
  };
  /** Gives undefined where the steps failed, and rejects where the signal aborts. */
  const work = (steps: readonly Step[], signal: AbortSignal): Promise<readonly ThreadResult[] | undefined> =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(new Error('given up'));
      if (isClosed) return resolve(undefined);
      const leave = (): void => {
        const index = waiting.indexOf(job);
        if (index >= 0) waiting.splice(index, 1);
        job.isLeft = true;
        reject(new Error('given up'));
      };
      const job: Job = {
        steps,
        results: [],
        isLeft: false,
        settle: (results) => {
          signal.removeEventListener('abort', leave);
          resolve(results);
        },
      };
      signal.addEventListener('abort', leave, { once: true });
      waiting.push(job);
      next();
    });

  return {
    async run(order, signal) {
      const [result] = (await work([{ order: { kind: 'evaluate', ...order }, limitMs }], signal)) ?? [];
      if (result?.kind !== 'evaluated') throw new Error('the evaluation failed or took too long');
      return result.json === undefined ? undefined : JSON.parse(result.json);
    },
    async read({ format, bytes, charset }, texts, signal) {
      const reading: ThreadOrder = { kind: 'read', format: format.description, bytes, charset };
      const steps = [
        { order: reading, limitMs: readingMs },
        { order: { kind: 'look' as const, texts }, limitMs: lookingMs },
      ];
      const [read, looked] = (await work(steps, signal)) ?? [];
      if (read?.kind !== 'read' || read.body === undefined || looked?.kind !== 'looked') return unreadable;
      return { kind: 'tree', ...read.body, found: looked.found };
    },
    warm() {
      if (worker === undefined && !isClosed) start();
    },
    async close() {
      isClosed = true;
      for (const job of waiting.splice(0)) job.settle(undefined);
      const ended = worker;
      worker = undefined;
      finish(undefined);
      await ended?.terminate();
    },
  };
}
