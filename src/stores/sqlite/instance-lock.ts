// Tells which processes on this data directory are alive: each holds an exclusive lock on a file of its own, which the
// system releases however the process ends. No heartbeat, no clock, and right across containers, where process ids are not.

import { randomUUIDv7 } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { type SqliteDatabase, withDispose } from './connection.ts';

export interface InstanceLock {
  /** The name of this process among those that share the data directory. */
  readonly id: string;
  /**
   * Holds the name. The caller must call it before it stores anything under this name. Until then, the lock writes nothing, and the disk may be
   * read-only.
   */
  hold(): void;
  isAlive(id: string): boolean;
  release(): void;
}

export function createInstanceLock(dataDirectory: string): InstanceLock {
  const directory = join(dataDirectory, 'instances');
  const toPath = (id: string) => join(directory, id);
  const id = randomUUIDv7();
  let held: SqliteDatabase | undefined;

  /** Locked under another name first: under its own, a file that is not locked belongs to a process that is gone. */
  function enter(): SqliteDatabase {
    makeFolder(directory);
    for (const name of readdirSync(directory)) if (!isLocked(toPath(name))) rmSync(toPath(name), { force: true });
    const draft = toPath(`${id}.new`);
    const locked = lock(draft);
    try {
      // Fails when another process that starts took the draft for one left behind, in the moment before it was locked.
      renameSync(draft, toPath(id));
      return locked;
    } catch (error) {
      locked.close();
      throw error;
    }
  }

  function enterOnceMore(error: unknown): SqliteDatabase {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return enter();
  }

  return {
    id,
    hold() {
      try {
        held ??= enter();
      } catch (error) {
        held = enterOnceMore(error);
      }
    },
    isAlive: (other) => other === id || isLocked(toPath(other)),
    release: () => {
      if (held === undefined) return;
      rmSync(toPath(id), { force: true });
      held.close();
      held = undefined;
    },
  };
}

/** Creates the folder without the `recursive` option, which reports ENOENT on a read-only disk. */
function makeFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** SQLite takes the lock with the transaction; nothing is ever written, so the file stays empty. */
function lock(path: string): SqliteDatabase {
  const file = new Database(path);
  // A journal on disk would survive the process, and reading would have to clear it first.
  file.pragma('journal_mode = MEMORY');
  file.exec('BEGIN EXCLUSIVE');
  return file;
}

/** Reading takes a shared lock, so that those who ask at the same time do not take each other for the owner. */
function isLocked(path: string): boolean {
  if (!existsSync(path)) return false;
  try {
    using file = withDispose(new Database(path, { readonly: true, timeout: 0 }));
    file.pragma('schema_version');
    return false;
  } catch {
    // Busy: the owner lives. Any other fault says nothing, and a process is not declared dead for that.
    return true;
  }
}
