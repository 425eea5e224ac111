// Durable writes to SQLite, off the event loop: a thread owns the writing connection, and what waits is committed together.
// A lock of another process, a slow disk or a long checkpoint delays those who wait for a write, and nobody else.

import { Worker } from 'node:worker_threads';
import { StoreUnavailableError } from '../../errors.ts';
import { goneCode } from './connection.ts';
import type { SqliteReader } from './reader.ts';
import type { NamedValues, SqlValue, Statement, StatementResult } from './statement.ts';
import type { WriterOrder, WriterOutcome, WriterRequest } from './writer-thread.ts';

export interface SqliteWriter {
  /**
   * Runs the statements as one: all of them or none. Resolves once they are on the disk; rejects when one of them or the
   * commit failed. Writes are made in the order of the calls, and a failed one takes no other with it.
   */
  write(statements: readonly Statement[]): Promise<readonly StatementResult[]>;
  /** Closes the writer after the waiting writes. */
  close(): Promise<void>;
}

interface Waiting {
  readonly statements: readonly Statement[];
  resolve(results: readonly StatementResult[]): void;
  reject(error: unknown): void;
}

const lockWaitMs = 5_000;
/** Far more than a disk that works ever lets wait; beyond it memory would grow without an end. */
const waitingMax = 50_000;
const batchMax = 1_000;

export function createSqliteWriter(path: string, fingerprint: Uint8Array): SqliteWriter {
  let thread: Worker | undefined;
  let waiting: Waiting[] = [];
  let underWay: readonly Waiting[] = [];
  let onIdle: (() => void) | undefined;

  /** The thread starts with the first write: most commands, and a service on a disk that is read-only, never need one. */
  function start(): Worker {
    const order: WriterOrder = { path, fingerprint: new Uint8Array(fingerprint), lockWaitMs };
    const started = new Worker(new URL('./writer-thread.ts', import.meta.url), { workerData: order });
    started.on('message', (outcomes: readonly WriterOutcome[]) => settle((index) => outcomes[index]));
    started.on('error', (error) => lose(started, error instanceof Error ? error.message : String(error)));
    started.on('exit', () => lose(started, 'it ended'));
    return started;
  }

  function lose(lost: Worker, why: string): void {
    if (thread !== lost) return;
    thread = undefined;
    settle(() => ({ kind: 'failed', code: 'ERR_STORE_THREAD', message: `The writing thread was lost: ${why}` }));
  }

  function settle(toOutcome: (index: number) => WriterOutcome | undefined): void {
    const settled = underWay;
    underWay = [];
    for (const [index, { resolve, reject }] of settled.entries()) {
      const outcome = toOutcome(index);
      if (outcome?.kind === 'done') resolve(outcome.results);
      else
        reject(
          toWriterError(outcome?.code ?? 'ERR_STORE_THREAD', outcome?.message ?? 'The writing thread gave no result'),
        );
    }
    if (waiting.length > 0) send();
    else {
      thread?.unref();
      onIdle?.();
    }
  }

  /** One batch at a time: while it is committed, the next one gathers. */
  function send(): void {
    if (underWay.length > 0 || waiting.length === 0) return;
    underWay = waiting.slice(0, batchMax);
    waiting = waiting.slice(batchMax);
    thread ??= start();
    thread.ref();
    thread.postMessage({ writes: underWay.map(({ statements }) => statements) } satisfies WriterRequest);
  }

  return {
    write: (statements) =>
      new Promise((resolve, reject) => {
        if (waiting.length >= waitingMax) {
          reject(toWriterError('ERR_STORE_BEHIND', 'Too many writes wait for the disk'));
          return;
        }
        // In the next turn of the event loop, so that the writes of this one go together.
        if (waiting.length === 0) setImmediate(send);
        waiting.push({ statements: statements.map(withOwnBytes), resolve, reject });
      }),
    async close() {
      if (waiting.length > 0 || underWay.length > 0) {
        await new Promise<void>((resolve) => {
          onIdle = resolve;
        });
      }
      const closing = thread;
      if (closing === undefined) return;
      thread = undefined;
      const ended = new Promise<void>((resolve) => closing.once('exit', () => resolve()));
      closing.ref();
      closing.postMessage('close' satisfies WriterRequest);
      await ended;
    },
  };
}

/** One statement at a time. */
export function createSingleWrites(writer: SqliteWriter) {
  /** Returns the number of changed rows. */
  const change = async (sql: string, parameters: Statement['parameters']) =>
    (await writer.write([{ sql, parameters }]))[0]?.changes ?? 0;
  return {
    change,
    run: async (sql: string, parameters: Statement['parameters']): Promise<void> =>
      void (await change(sql, parameters)),
  };
}

/** A list is one value, as JSON; SQLite knows no boolean. */
export function toNamed(values: readonly unknown[] = []): NamedValues {
  const toOne = (value: unknown) =>
    Array.isArray(value) ? JSON.stringify(value) : value === true ? 1 : value === false ? 0 : value;
  return Object.fromEntries(values.map((value, index) => [index + 1, toOne(value) as SqlValue]));
}

/** Creates statements in the style of PostgreSQL, with values named `$1`, `$2` and so on. */
export function createSqliteStatements({
  reader,
  writer,
}: {
  readonly reader: SqliteReader;
  readonly writer: SqliteWriter;
}) {
  const { change, run } = createSingleWrites(writer);
  return {
    list: async <Row>(sql: string, values?: readonly unknown[]) => reader.all<Row>(sql, toNamed(values)),
    find: async <Row>(sql: string, values?: readonly unknown[]) => reader.get<Row>(sql, toNamed(values)),
    change: (sql: string, values?: readonly unknown[]) => change(sql, toNamed(values)),
    run: (sql: string, values?: readonly unknown[]) => run(sql, toNamed(values)),
  };
}

/** A small Buffer is a view of memory that others share, and the whole of that memory would be copied to the thread. */
function withOwnBytes({ parameters, ...statement }: Statement): Statement {
  const own = (value: SqlValue): SqlValue =>
    value instanceof Uint8Array && value.byteLength !== value.buffer.byteLength ? new Uint8Array(value) : value;
  if (Array.isArray(parameters)) return { ...statement, parameters: (parameters as readonly SqlValue[]).map(own) };
  return {
    ...statement,
    parameters: Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, own(value)])),
  };
}

function toWriterError(code: string, message: string): Error {
  return code === goneCode ? new StoreUnavailableError(message, code) : Object.assign(new Error(message), { code });
}
