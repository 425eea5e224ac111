// The thread behind `writer.ts`: owns the writing connection. One batch is one transaction, one write a savepoint in it.

import { parentPort, workerData } from 'node:worker_threads';
import type Database from 'better-sqlite3';
import { findIdentity, openForWriting, type SqliteDatabase, toGoneError } from './connection.ts';
import { checkOwn } from './ownership.ts';
import type { Statement, StatementResult } from './statement.ts';

/** The thread receives this order at its start, and later orders in each message. */
export interface WriterOrder {
  readonly path: string;
  /** `fingerprint` identifies the database that belongs to this installation. */
  readonly fingerprint: Uint8Array;
  /** A write waits this long for another process's lock. */
  readonly lockWaitMs: number;
}
export type WriterRequest = { readonly writes: readonly (readonly Statement[])[] } | 'close';
export type WriterOutcome =
  | { readonly kind: 'done'; readonly results: readonly StatementResult[] }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string };

const { path, fingerprint, lockWaitMs } = workerData as WriterOrder;
let connection: Connection | undefined;

interface Connection {
  readonly identity: string;
  readonly database: SqliteDatabase;
  commit(writes: readonly (readonly Statement[])[]): WriterOutcome[];
}

parentPort?.on('message', (request: WriterRequest) => {
  if (request === 'close') {
    connection?.database.close();
    parentPort?.close();
    return;
  }
  parentPort?.postMessage(run(request.writes));
});

function run(writes: readonly (readonly Statement[])[]): WriterOutcome[] {
  try {
    return getConnection().commit(writes);
  } catch (error) {
    const failed = toFailed(error);
    return writes.map(() => failed);
  }
}

/** Looks at the file before every batch: a commit to one that was deleted or replaced would be lost without an error. */
function getConnection(): Connection {
  const identity = findIdentity(path);
  if (connection !== undefined && connection.identity !== identity) {
    connection.database.close();
    connection = undefined;
  }
  if (identity === undefined) throw toGoneError(path, 'gone');
  connection ??= connect(identity);
  return connection;
}

function connect(identity: string): Connection {
  const database = openForWriting(path, { lockWaitMs, mustExist: true });
  try {
    checkOwn(database, path, fingerprint);
  } catch (error) {
    database.close();
    throw error;
  }
  const prepared = new Map<string, Database.Statement>();

  function execute({ sql, parameters }: Statement): StatementResult {
    let statement = prepared.get(sql);
    if (statement === undefined) {
      statement = database.prepare(sql);
      prepared.set(sql, statement);
    }
    if (statement.reader) return { changes: 0, rows: statement.all(parameters) as StatementResult['rows'] };
    return { changes: statement.run(parameters).changes, rows: [] };
  }

  // Inside the batch's transaction this is a savepoint.
  const runOne = database.transaction((statements: readonly Statement[]) => {
    const results: StatementResult[] = [];
    for (const statement of statements) {
      const result = execute(statement);
      results.push(result);
      if (statement.isGate && result.changes + result.rows.length === 0) break;
    }
    return results;
  });
  const runAll = database.transaction((writes: readonly (readonly Statement[])[]) =>
    writes.map((statements): WriterOutcome => {
      try {
        return { kind: 'done', results: runOne(statements) };
      } catch (error) {
        // A full disk ends the whole transaction; the others must not go on as if it were there.
        if (!database.inTransaction) throw error;
        return toFailed(error);
      }
    }),
  );
  // Immediate: with the lock taken at the first write, another process could have changed what was read before it.
  return { identity, database, commit: (writes) => runAll.immediate(writes) };
}

function toFailed(error: unknown): WriterOutcome {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  return { kind: 'failed', code: String(code ?? 'ERR_STORE'), message: String(message) };
}
