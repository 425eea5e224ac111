// The service's SQLite database: made and migrated forward before anything reads it, and refused when it is not this
// installation's own. Reading and writing while the service runs belong to the reader and the writer.

import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../app/clock.ts';
import { OperatorError } from '../../errors.ts';
import { openForReading, openForWriting, type SqliteDatabase } from './connection.ts';
import { migrations } from './migrations.ts';
import { checkOwn, hasFingerprint, readFingerprint, readVersion, toFingerprint } from './ownership.ts';
import { createSqliteReader, type SqliteReader } from './reader.ts';
import { createSqliteWriter, type SqliteWriter } from './writer.ts';

export interface SqliteStore {
  readonly reader: SqliteReader;
  readonly writer: SqliteWriter;
  close(): Promise<void>;
}

export interface SqliteOptions {
  readonly dataDirectory: string;
  /** Derived from the master secret: a database made with another secret is refused, not misread. */
  readonly fingerprintKey: Uint8Array;
  readonly clock: Clock;
}

const lockWaitMs = 5_000;

export function toDatabasePath(dataDirectory: string): string {
  return join(dataDirectory, 'confere.db');
}

export function databaseExists(dataDirectory: string): boolean {
  return existsSync(toDatabasePath(dataDirectory));
}

export function openSqliteStore({ dataDirectory, fingerprintKey, clock }: SqliteOptions): SqliteStore {
  const path = toDatabasePath(dataDirectory);
  const fingerprint = toFingerprint(fingerprintKey);
  prepare(dataDirectory, path, fingerprint);
  const reader = createSqliteReader({ path, clock, check: (database) => checkOwn(database, path, fingerprint) });
  const writer = createSqliteWriter(path, fingerprint);
  return {
    reader,
    writer,
    // The last connection to close tidies the log up, and only the one that writes may.
    close: async () => {
      reader.close();
      await writer.close();
    },
  };
}

/**
 * Runs `rotate`, which gives the number of the new generation of the master secret, while no other process can write, and so
 * none can rotate. What is noted is noticed when an older copy of the secret is put in its place.
 */
export function withRotationLock(dataDirectory: string, rotate: () => number): number {
  using database = openForWriting(toDatabasePath(dataDirectory), { lockWaitMs, mustExist: true });
  const run = database.transaction(() => {
    const generation = rotate();
    noteGeneration(database, generation);
    return generation;
  });
  return run.immediate();
}

export function noteGeneration(database: SqliteDatabase, generation: number): void {
  const sql = "INSERT OR REPLACE INTO meta (name, value) VALUES ('secret_generation', ?)";
  database.prepare(sql).run(Buffer.from(String(generation)));
}

/** Writes the note before the generation is dropped. A database without the note is older than that. */
export function writeLastRetired(dataDirectory: string, generation: number): void {
  using database = openForWriting(toDatabasePath(dataDirectory), { lockWaitMs, mustExist: true });
  noteLastRetired(database, generation);
}

export function noteLastRetired(database: SqliteDatabase, generation: number): void {
  const sql = "INSERT OR REPLACE INTO meta (name, value) VALUES ('secret_retired', ?)";
  database.prepare(sql).run(Buffer.from(String(generation)));
}

/** 0 where none is. */
export function readLastRetired(reader: Pick<SqliteReader, 'get'>): number {
  const stored = reader.get("SELECT value FROM meta WHERE name = 'secret_retired'")?.['value'];
  return stored instanceof Uint8Array ? Number(Buffer.from(stored).toString()) : 0;
}

/** The newest generation of the master secret that was in force with this database. */
export function readNewestGeneration(reader: SqliteReader): number {
  const stored = reader.get("SELECT value FROM meta WHERE name = 'secret_generation'")?.['value'];
  return stored instanceof Uint8Array ? Number(Buffer.from(stored).toString()) : 1;
}

/** Writes only where something has to change: a service also starts on a disk that is full or read-only. */
function prepare(directory: string, path: string, fingerprint: Uint8Array): void {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    if (existsSync(path) && isPrepared(path, fingerprint)) return;
    using database = openForWriting(path, { lockWaitMs, mustExist: false });
    migrate(database, path);
    database
      .prepare("INSERT OR IGNORE INTO meta (name, value) VALUES ('secret_fingerprint', ?)")
      .run(Buffer.from(fingerprint));
    if (!hasFingerprint(database, fingerprint)) throw toOtherSecretError(path);
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    const code = (error as { code?: string }).code ?? 'unknown error';
    throw new OperatorError(
      `The database ${path} cannot be opened (${code}). Check its permissions and the disk, or restore it.`,
    );
  }
}

function isPrepared(path: string, fingerprint: Uint8Array): boolean {
  using database = openForReading(path);
  if (readVersion(database) !== migrations.length) return false;
  // Another process that starts at this moment has made the tables, and not written it yet.
  if (readFingerprint(database) === undefined) return false;
  if (hasFingerprint(database, fingerprint)) return true;
  throw toOtherSecretError(path);
}

function migrate(database: SqliteDatabase, path: string): void {
  const run = database.transaction(() => {
    const version = readVersion(database);
    if (version > migrations.length) {
      throw new OperatorError(
        `The database ${path} was written by a newer Confere (schema ${version}). Run that version, or restore the backup from before it.`,
      );
    }
    for (const sql of migrations.slice(version)) database.exec(sql);
    database.pragma(`user_version = ${migrations.length}`);
  });
  // Immediate, so that of several processes that start together one migrates and the others find it done.
  run.immediate();
}

function toOtherSecretError(path: string): OperatorError {
  return new OperatorError(
    `The database ${path} was made with another master secret. Point CONFERE_SECRETS_DIR at the folder that belongs to it.`,
  );
}
