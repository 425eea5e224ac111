// Connections to the service's SQLite file: how each kind is opened, and whether the file is still the one that was opened.

import { chmodSync, readFileSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { StoreUnavailableError } from '../../errors.ts';
import { refuseSmallBlocks } from './block-size.ts';

export type SqliteDatabase = Database.Database;

/** Closed at the end of the block that has it by `using`. */
export type OpenDatabase = SqliteDatabase & Disposable;

export interface ReadingDatabase extends OpenDatabase {
  /**
   * `isOutdated` tells whether the file has changed since the copy. It exists only for a copy in memory, taken because SQLite cannot read the file
   * in its place.
   */
  readonly isOutdated?: () => boolean;
}

export function withDispose(database: SqliteDatabase): OpenDatabase {
  return Object.assign(database, { [Symbol.dispose]: () => void database.close() });
}

/** Takes the rights of others from the database and from the files beside it. SQLite gives new ones the rights of the database. */
export function closeToOthers(path: string): void {
  for (const each of [path, `${path}-wal`, `${path}-shm`]) {
    const mode = statSync(each, { throwIfNoEntry: false })?.mode ?? 0;
    if ((mode & 0o077) === 0) continue;
    try {
      chmodSync(each, 0o600);
    } catch {
      // Of another user, who decides.
    }
  }
}

/** For writing, durably. The file is made where there is none, unless `mustExist`. */
export function openForWriting(path: string, options: { lockWaitMs: number; mustExist: boolean }): OpenDatabase {
  refuseSmallBlocks(path);
  const database = new Database(path, { timeout: options.lockWaitMs, fileMustExist: options.mustExist });
  try {
    closeToOthers(path);
    if (database.pragma('journal_mode', { simple: true }) !== 'wal') database.pragma('journal_mode = WAL');
    // WAL alone may lose the last commits at a power cut; an acknowledged revocation must hold.
    database.pragma('synchronous = FULL');
    database.pragma('foreign_keys = ON');
    // What is deleted is overwritten: the next owner of the disk, or of a copy of the file, must not find it in free space.
    database.pragma('secure_delete = ON');
    return withDispose(database);
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Readers wait only for one who recovers the log after a crash, never for a writer; but they wait on the event loop. */
const readWaitMs = 100;
const openWaitMs = 5_000;

/** Opens the database for reading alone. It also works on a full disk and in a read-only directory. */
export function openForReading(path: string): ReadingDatabase {
  try {
    const database = new Database(path, { fileMustExist: true, timeout: openWaitMs });
    try {
      database.pragma('query_only = ON');
      database.pragma('schema_version');
      database.pragma(`busy_timeout = ${readWaitMs}`);
      return withDispose(database);
    } catch (error) {
      database.close();
      throw error;
    }
  } catch (error) {
    const copy = findCopy(path);
    if (copy === undefined) throw error;
    return Object.assign(withDispose(copy.database), { isOutdated: () => findUnloggedState(path) !== copy.state });
  }
}

/**
 * A file in WAL mode can be read only beside files that SQLite makes, and there is no room or right to make them. Once they are
 * gone (the last process was stopped in order), all there is lies in the one file, and it can be read from memory.
 */
function findCopy(path: string): { readonly database: SqliteDatabase; readonly state: string } | undefined {
  try {
    const state = findUnloggedState(path);
    if (state === undefined) return undefined;
    const bytes = readFileSync(path);
    // The versions for writing and reading in the file's header: 2 is WAL, which memory cannot have; 1 is not.
    bytes.fill(1, 18, 20);
    const database = new Database(bytes, { readonly: true });
    database.pragma('schema_version');
    return { database, state };
  } catch {
    return undefined;
  }
}

/** Returns another text once the one file has changed. Returns undefined if the file does not hold all of the data. */
function findUnloggedState(path: string): string | undefined {
  if ((statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) return undefined;
  const found = statSync(path, { throwIfNoEntry: false, bigint: true });
  return found && `${found.mtimeNs} ${found.size}`;
}

export function hasColumn(database: SqliteDatabase, table: string, column: string): boolean {
  const columns = database.pragma(`table_info(${table})`) as readonly { readonly name: string }[];
  return columns.some(({ name }) => name === column);
}

/** Returns another text if another file replaced this one, and undefined if the file is gone. */
export function findIdentity(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true });
  return found === undefined ? undefined : `${found.dev}:${found.ino}`;
}

export const goneCode = 'ERR_STORE_GONE';

/** The file that a running service works on is no longer there, or no longer the one. Once it is put back, all goes on. */
export function toGoneError(path: string, what: 'gone' | 'another'): StoreUnavailableError {
  const text = what === 'gone' ? 'is gone' : 'was replaced by one of another installation or version';
  return new StoreUnavailableError(
    `The database ${path} ${text}. Put it back, or restore it from your backup.`,
    goneCode,
  );
}
