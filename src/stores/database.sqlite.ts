// Opens the service's SQLite database: durable on every commit, shared by processes, migrated forward only.
// This connection is for reading; whatever is written while the service runs goes through the writer's thread.

import { createHmac, timingSafeEqual } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { OperatorError } from '../errors.ts';
import { migrations } from './migrations/sqlite.ts';
import { createSqliteWriter, type SqliteWriter } from './writer.sqlite.ts';

export type SqliteDatabase = Database.Database;

/** What a store is made on. Reads never wait for a writer (WAL); they may be made on the event loop. */
export interface SqliteStore {
  readonly reading: SqliteDatabase;
  readonly writer: SqliteWriter;
  close(): Promise<void>;
}

const openWaitMs = 5_000;
/** Readers wait only for the recovery of a damaged log, never for a writer; and they wait on the event loop. */
const readWaitMs = 100;

export function toDatabasePath(dataDirectory: string): string {
  return join(dataDirectory, 'confere.db');
}

export function databaseExists(dataDirectory: string): boolean {
  return existsSync(toDatabasePath(dataDirectory));
}

/** `fingerprintKey` is derived from the master secret: a database made with another secret is refused, not misread. */
export function openSqliteStore(dataDirectory: string, fingerprintKey: Uint8Array): SqliteStore {
  const reading = openDatabase(dataDirectory, fingerprintKey);
  reading.pragma(`busy_timeout = ${readWaitMs}`);
  reading.pragma('query_only = ON');
  const writer = createSqliteWriter(toDatabasePath(dataDirectory));
  return {
    reading,
    writer,
    // The last connection to close tidies the log up, and only one that may write can.
    close: async () => {
      await writer.close();
      reading.pragma('query_only = OFF');
      reading.close();
    },
  };
}

/** A connection whose commits are durable. */
export function openConnection(path: string, lockWaitMs: number): SqliteDatabase {
  const database = new Database(path, { timeout: lockWaitMs });
  database.pragma('journal_mode = WAL');
  // WAL alone may lose the last commits at a power cut; an acknowledged revocation must hold.
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  return database;
}

export function openDatabase(dataDirectory: string, fingerprintKey: Uint8Array): SqliteDatabase {
  const path = toDatabasePath(dataDirectory);
  try {
    mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
    const database = openConnection(path, openWaitMs);
    migrate(database, path);
    checkFingerprint(database, fingerprintKey, path);
    return database;
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    const code = (error as { code?: string }).code ?? 'unknown error';
    throw new OperatorError(
      `The database ${path} cannot be opened (${code}). Check its permissions and the disk, or restore it.`,
    );
  }
}

function migrate(database: SqliteDatabase, path: string): void {
  const run = database.transaction(() => {
    const version = database.pragma('user_version', { simple: true }) as number;
    if (version > migrations.length) {
      throw new OperatorError(
        `The database ${path} was written by a newer Confere (schema ${version}). Run that version.`,
      );
    }
    for (const sql of migrations.slice(version)) database.exec(sql);
    database.pragma(`user_version = ${migrations.length}`);
  });
  run.immediate();
}

function checkFingerprint(database: SqliteDatabase, key: Uint8Array, path: string): void {
  const fingerprint = createHmac('sha256', key).update('database').digest();
  database.prepare("INSERT OR IGNORE INTO meta (name, value) VALUES ('secret_fingerprint', ?)").run(fingerprint);
  const stored = database.prepare("SELECT value FROM meta WHERE name = 'secret_fingerprint'").pluck().get() as Buffer;
  if (stored.length === fingerprint.length && timingSafeEqual(stored, fingerprint)) return;
  throw new OperatorError(
    `The database ${path} was made with another master secret. Point CONFERE_SECRETS_DIR at the folder that belongs to it.`,
  );
}
