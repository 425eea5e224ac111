// Reads from SQLite on the event loop: no writer, no lock of another process makes a reader wait (WAL). What was read is
// trusted for a second; then the file must still be there, be the same one, and say the same.

import type Database from 'better-sqlite3';
import type { Clock } from '../../app/clock.ts';
import { findIdentity, openForReading, type ReadingDatabase, type SqliteDatabase, toGoneError } from './connection.ts';
import type { NamedValues, SqlValue } from './statement.ts';

export type Row = Readonly<Record<string, unknown>>;

export interface SqliteReader {
  get<Found = Row>(sql: string, ...parameters: readonly (SqlValue | NamedValues)[]): Found | undefined;
  all<Found = Row>(sql: string, ...parameters: readonly (SqlValue | NamedValues)[]): readonly Found[];
  /** Returns another number once earlier reads may no longer match the disk. */
  getVersion(): number;
  /** Makes the reader distrust every earlier read. */
  forget(): void;
  close(): void;
}

interface ReaderOptions {
  readonly path: string;
  readonly clock: Clock;
  /** Throws when this is not the database that belongs to this installation. */
  readonly check: (database: SqliteDatabase) => void;
}

interface Connection {
  readonly identity: string;
  readonly database: ReadingDatabase;
  readonly statements: Map<string, Database.Statement>;
  readonly dataVersion: Database.Statement;
}

const trustedMs = 1_000;

export function createSqliteReader({ path, clock, check }: ReaderOptions): SqliteReader {
  let connection: Connection | undefined;
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  let version = 0;
  let dataVersion: unknown;
  let isChecked = false;

  function getConnection(): Connection {
    const nowMs = clock.monotonicMs();
    if (connection !== undefined && nowMs - lookedAtMs < trustedMs) return connection;
    const identity = findIdentity(path);
    if (connection?.identity !== identity || connection?.database.isOutdated?.()) disconnect();
    if (identity === undefined) throw toGoneError(path, 'gone');
    connection ??= connect(identity);
    // The pages that were read before; what the file holds now is read anew.
    connection.database.pragma('shrink_memory');
    version++;
    lookedAtMs = nowMs;
    return connection;
  }

  function connect(identity: string): Connection {
    const database = openForReading(path);
    try {
      check(database);
    } catch (error) {
      database.close();
      throw error;
    }
    const versionStatement = database.prepare('PRAGMA data_version').pluck();
    return { identity, database, statements: new Map(), dataVersion: versionStatement };
  }

  function disconnect(): void {
    connection?.database.close();
    connection = undefined;
    version++;
  }

  function prepare(sql: string): Database.Statement {
    const { database, statements } = getConnection();
    let statement = statements.get(sql);
    if (statement === undefined) {
      statement = database.prepare(sql);
      statements.set(sql, statement);
    }
    return statement;
  }

  return {
    get: <Found>(sql: string, ...parameters: readonly (SqlValue | NamedValues)[]) =>
      prepare(sql).get(...parameters) as Found | undefined,
    all: <Found>(sql: string, ...parameters: readonly (SqlValue | NamedValues)[]) =>
      prepare(sql).all(...parameters) as Found[],
    /**
     * `data_version` tells of other connections' commits, the writer's own among them. Once per turn of the event loop is
     * enough: a request read in this turn had arrived before it began, so before any later revocation.
     */
    getVersion() {
      if (isChecked) return version;
      const current = getConnection().dataVersion.get();
      if (current !== dataVersion) version++;
      dataVersion = current;
      isChecked = true;
      setImmediate(() => {
        isChecked = false;
      });
      return version;
    },
    forget() {
      isChecked = false;
      lookedAtMs = Number.NEGATIVE_INFINITY;
      version++;
    },
    close: disconnect,
  };
}
