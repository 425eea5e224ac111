// Reads tables that others send in threads of their own, so that no file stands in the way of anything else. A thread has bounds of
// memory and of time, and ends with the one who sent the file.

import { Worker } from 'node:worker_threads';
import type { OpenTable } from '../app/bulk/open-table.ts';
import { type Row, type Table, TableError } from '../app/bulk/table.ts';
import { toObserver } from '../app/observer.ts';
import { createSemaphore, type Semaphore } from '../app/waiting/semaphore.ts';
import { AppError } from '../errors.ts';
import type { TableAnswer, TableMessage, TableQuestion } from './table-thread.ts';

/** The code tells why a table was abandoned. `left`: the sender no longer waits. `time`, `memory`: the table took more than its limit. */
export type AbandonedTable = 'left' | 'time' | 'memory';

export interface TableThreads {
  readonly open: OpenTable;
  close(): Promise<void>;
}

export interface TableLimits {
  /** `stepMsMax` limits the processor time of one step. A step reads the next rows, or everything that stands in front of them. */
  readonly stepMsMax: number;
  readonly memoryMbMax: number;
  readonly tablesMax: number;
  readonly wholeMax: number;
}

interface TableThreadsOptions extends Partial<TableLimits> {
  readonly rowsMax: number;
  readonly onAbandoned: (why: AbandonedTable) => void;
}

/** A workbook of the largest size that is taken needs a third of it for its texts and merges. */
const usualStepMsMax = 60_000;
/** A step may take this many times its limit in elapsed time, because the machine may have other work. */
const waitFactor = 8;
/** A thread has this memory limit by default. The large parts of a table lie outside the heap, or in a file. */
const usualMemoryMbMax = 384;
/** The service holds at most this many tables. A table that waits for bytes takes little memory. */
const usualTablesMax = 16;
/** The service holds at most this many tables that have arrived whole. A table that has arrived whole may take all of its memory. */
const usualWholeMax = 4;
/** The service reads at most this many tables at the same time, because the processor has other work too. */
const stepsAtOnce = 2;
const idleMax = 2;
const retryAfterSeconds = 5;

export function createTableThreads({
  rowsMax,
  onAbandoned,
  stepMsMax = usualStepMsMax,
  memoryMbMax = usualMemoryMbMax,
  tablesMax = usualTablesMax,
  wholeMax = usualWholeMax,
}: TableThreadsOptions): TableThreads {
  const tellAbandoned = toObserver(onAbandoned);
  const limits = { steps: createSemaphore(stepsAtOnce), whole: createSemaphore(wholeMax), stepMsMax, memoryMbMax };
  const ownMax = Math.ceil(tablesMax / 2);
  const idle: TableThread[] = [];
  const working = new Map<TableThread, string | undefined>();
  let isClosed = false;

  const take = (owner: string | undefined): TableThread => {
    const own =
      owner === undefined
        ? 0
        : working
            .values()
            .filter((each) => each === owner)
            .toArray().length;
    if (working.size >= tablesMax || own >= ownMax || isClosed)
      throw new AppError('overloaded', { retryAfterSeconds, detail: manyDetail, internal: 'too many tables are read' });
    const thread = idle.pop() ?? new TableThread(limits);
    working.set(thread, owner);
    return thread;
  };
  const giveBack = async (thread: TableThread): Promise<void> => {
    const isGood = await thread.clear();
    working.delete(thread);
    if (thread.abandoned !== undefined) tellAbandoned(thread.abandoned);
    if (isGood && idle.length < idleMax && !isClosed) idle.push(thread);
    else await thread.end();
  };

  return {
    async open({ bytes, signal, owner }, order, opened) {
      signal.throwIfAborted();
      const thread = take(owner);
      opened.defer(() => giveBack(thread));
      const read = thread.begin(bytes, signal);
      opened.defer(read.stop);
      const begun = await read.ask({ kind: 'open', order: { ...order, rowsMax } });
      if (begun.kind !== 'table') throw new Error('A table was expected');
      async function* rows(): AsyncGenerator<readonly Row[]> {
        for (;;) {
          const next = await read.ask({ kind: 'next' });
          if (next.kind !== 'rows') return;
          yield next.rows;
        }
      }
      const table: Table = { ...begun.head, rows: rows() };
      return table;
    },
    async close() {
      isClosed = true;
      await Promise.all([...idle, ...working.keys()].map((thread) => thread.end()));
    },
  };
}

interface ThreadLimits {
  readonly steps: Semaphore;
  readonly whole: Semaphore;
  readonly stepMsMax: number;
  readonly memoryMbMax: number;
}

class TableThread {
  readonly #worker: Worker;
  readonly #limits: ThreadLimits;
  #waiting: PromiseWithResolvers<TableAnswer> | undefined;
  /** `#failure` holds the reason why the thread gives no more answers. */
  #failure: Error | undefined;
  readonly #ended = Promise.withResolvers<never>();
  #usedMicros = 0;
  /** It waits for something, so that it can be asked nothing else. */
  #isBetween = false;
  #leaveWhole: (() => void) | undefined;
  abandoned: AbandonedTable | undefined;

  constructor(limits: ThreadLimits) {
    this.#limits = limits;
    this.#ended.promise.catch(() => {});
    const resourceLimits = { maxOldGenerationSizeMb: limits.memoryMbMax, maxYoungGenerationSizeMb: 32 };
    this.#worker = new Worker(new URL('./table-thread.ts', import.meta.url), { resourceLimits });
    this.#worker.unref();
    this.#worker.on('message', ({ answer, usedMicros }: TableMessage) => {
      this.#usedMicros = usedMicros;
      this.#waiting?.resolve(answer);
    });
    this.#worker.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') this.#abandon('memory', toTooHard());
      else this.#fail(error);
    });
    this.#worker.on('exit', () => this.#fail(new Error('The thread of a table has ended')));
  }

  /** `stop` lets go of the bytes. */
  begin(bytes: AsyncIterable<Uint8Array>, signal: AbortSignal) {
    const source = bytes[Symbol.asyncIterator]();
    const leave = (): void => this.#abandon('left', signal.reason as Error);
    signal.addEventListener('abort', leave, { once: true });
    return {
      ask: async (question: TableQuestion): Promise<TableAnswer> => {
        this.#isBetween = true;
        let answer = await this.#step(question);
        while (answer.kind === 'more') {
          const next = await source.next();
          if (next.done === true) this.#leaveWhole ??= await this.#enter(this.#limits.whole);
          answer = await this.#step({ kind: 'bytes', bytes: next.done === true ? undefined : next.value });
        }
        this.#isBetween = false;
        if (answer.kind === 'no table') throw new TableError(answer.message, answer.detail);
        if (answer.kind === 'failed')
          throw Object.assign(new Error('A table could not be read'), { code: answer.code });
        return answer;
      },
      stop: (): void => {
        signal.removeEventListener('abort', leave);
        // Where the next bytes are still awaited, they end with the request.
        source.return?.().catch(() => {});
      },
    };
  }

  /** Tells whether the thread is as good as new. */
  async clear(): Promise<boolean> {
    const isGood =
      this.#failure === undefined &&
      !this.#isBetween &&
      (await this.#step({ kind: 'close' }).then(
        ({ kind }) => kind === 'closed',
        () => false,
      ));
    this.#leaveWhole?.();
    this.#leaveWhole = undefined;
    return isGood;
  }

  async end(): Promise<void> {
    this.#fail(new Error('The thread of a table was ended'));
    await this.#worker.terminate();
  }

  /** Waits for a turn. If the thread ends first, the method gives the turn back as soon as it comes. */
  async #enter(semaphore: Semaphore): Promise<() => void> {
    const turn = semaphore.enter();
    return Promise.race([turn, this.#ended.promise]).catch((error: unknown) => {
      void turn.then((leave) => leave());
      throw error;
    });
  }

  async #step(question: TableQuestion): Promise<TableAnswer> {
    const leave = await this.#enter(this.#limits.steps);
    if (this.#failure !== undefined) {
      leave();
      throw this.#failure;
    }
    const waiting = Promise.withResolvers<TableAnswer>();
    this.#waiting = waiting;
    const timers = this.#watch(waiting);
    try {
      this.#send(question);
      return await waiting.promise;
    } finally {
      clearTimeout(timers.next);
      clearTimeout(timers.last);
      this.#waiting = undefined;
      leave();
    }
  }

  #send(question: TableQuestion): void {
    if (question.kind === 'bytes' && question.bytes !== undefined) {
      // What it is a part of would be copied with it.
      const bytes = new Uint8Array(question.bytes);
      this.#worker.postMessage({ ...question, bytes }, [bytes.buffer]);
    } else this.#worker.postMessage(question);
  }

  /** Asks the thread itself how much of the processor it had, which answers in the middle of its work. Before Node 24.6 it cannot be asked. */
  #watch(waiting: PromiseWithResolvers<TableAnswer>): { next: NodeJS.Timeout; readonly last: NodeJS.Timeout } {
    const { stepMsMax } = this.#limits;
    const since = this.#usedMicros;
    const giveUp = () => this.#waiting === waiting && this.#abandon('time', toTooHard());
    const examine = async (): Promise<void> => {
      const used = await this.#worker.cpuUsage?.().catch(() => undefined);
      if (this.#waiting !== waiting || used === undefined) return;
      const leftMs = stepMsMax - (used.user + used.system - since) / 1000;
      if (leftMs <= 0) giveUp();
      else timers.next = setTimeout(examine, leftMs);
    };
    const timers = {
      next: setTimeout(examine, stepMsMax),
      // What the thread has said meanwhile is heard first.
      last: setTimeout(() => setImmediate(giveUp), stepMsMax * waitFactor),
    };
    return timers;
  }

  /** Abandons the thread in the middle of its work, at any step. */
  #abandon(why: AbandonedTable, failure: Error): void {
    if (this.#failure !== undefined) return;
    this.abandoned = why;
    this.#fail(failure);
    void this.#worker.terminate();
  }

  #fail(failure: Error): void {
    this.#failure ??= failure;
    this.#waiting?.reject(this.#failure);
    this.#ended.reject(this.#failure);
  }
}

function toTooHard(): TableError {
  return new TableError({
    en: 'To read the file takes more time or memory than a table needs. Save it as CSV, in smaller parts.',
    pt: 'Ler o arquivo exige mais tempo ou memória do que uma tabela precisa. Salve-o como CSV, em partes menores.',
  });
}

const manyDetail = {
  en: 'Many files are being read at the moment. Try again in a few seconds.',
  pt: 'Muitos arquivos estão sendo lidos agora. Tente de novo em alguns segundos.',
};
