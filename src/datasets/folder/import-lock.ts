// One import at a time. The lock is an operating-system lock held through SQLite on `import.lock`: the kernel lets it go when
// the holder dies in whatever way, so there is no stale lock to guess about.

import { writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import type { Clock } from '../../app/clock.ts';
import { nowExitCode, OperatorError } from '../../errors.ts';
import { withDiskFaults } from './disk-fault.ts';
import { readIfPresent } from './notes.ts';
import { type DatasetPaths, prepareDirectory } from './store.ts';

/** The status reads the lock file for an instant; that must not look like an import. */
const passingReadersMs = 500;

export interface ImportLock {
  release(): void;
}

/** `what` names the holder of the lock in the sentence that refuses a second caller; `portuguese` names what is being changed. */
interface LockWords {
  readonly what: string;
  readonly portuguese: string;
}

/** Locks the dataset, which may change only under this lock. Creates its folder if there is none. */
export function lockDataset(paths: DatasetPaths, since: string): ImportLock {
  prepareDirectory(paths);
  return takeImportLock(paths.lock, since, { what: 'An import', portuguese: paths.dataset.portuguese });
}

/** A change of some milliseconds, under the lock. */
export function changeDataset(paths: DatasetPaths, clock: Clock, change: () => void): void {
  const lock = lockDataset(paths, new Date(clock.nowMs()).toISOString());
  try {
    withDiskFaults(paths.root, change);
  } finally {
    lock.release();
  }
}

export function takeImportLock(path: string, since: string, { what, portuguese }: LockWords): ImportLock {
  let database: Database.Database | undefined;
  try {
    database = new Database(path, { timeout: passingReadersMs });
    // Nothing is ever written to it, so that a full disk cannot keep anybody from going back to the previous snapshot.
    database.pragma('journal_mode = MEMORY');
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database?.close();
    if (!(error instanceof Database.SqliteError)) throw error;
    if (!error.code.startsWith('SQLITE_BUSY')) {
      throw new OperatorError({
        en: `${path} cannot be locked (${error.message}): make sure that the directory can be written and has free space.`,
        pt: `${path} não pode ser travado (${error.message}): veja se a pasta aceita gravação e tem espaço livre.`,
      });
    }
    const known = readIfPresent(`${path}.holder`) ?? 'another process';
    throw new OperatorError(
      {
        en: `${what} is already running (${known.trim()}): wait for it to end, or stop it.`,
        pt: `Outra tarefa já está alterando ${portuguese} (${known.trim()}): espere que termine, ou interrompa-a.`,
      },
      nowExitCode,
    );
  }
  try {
    writeFileSync(`${path}.holder`, `process ${process.pid}, since ${since}\n`);
  } catch {
    // Only the sentence that a second import prints would lack its detail.
  }
  const held = database;
  return {
    release() {
      held.exec('ROLLBACK');
      held.close();
    },
  };
}

/** Tells whether an import is running now, in this process or another. */
export function isImportRunning(path: string): boolean {
  const database = new Database(path, { readonly: true, timeout: 0 });
  try {
    database.prepare('SELECT count(*) FROM sqlite_master').get();
    return false;
  } catch (error) {
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) return true;
    throw error;
  } finally {
    database.close();
  }
}
