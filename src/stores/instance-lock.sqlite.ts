// Tells which processes on this data directory are alive: each holds an exclusive lock on a file of its own, which the
// system releases however the process ends. No heartbeat, no clock, and right across containers, where process ids are not.

import { randomUUIDv7 } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { SqliteDatabase } from './database.sqlite.ts';

export interface InstanceLock {
  /** The name of this process among those that share the data directory. */
  readonly id: string;
  isAlive(id: string): boolean;
  release(): void;
}

/** `database` is the directory's own: its write lock keeps one process from clearing a file that another has yet to lock. */
export function holdInstanceLock(dataDirectory: string, database: SqliteDatabase): InstanceLock {
  const directory = join(dataDirectory, 'instances');
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const toPath = (id: string) => join(directory, id);
  const id = randomUUIDv7();

  const enter = database.transaction(() => {
    for (const name of readdirSync(directory)) if (!isLocked(toPath(name))) rmSync(toPath(name), { force: true });
    return lock(toPath(id));
  });
  const held = enter.immediate();
  return {
    id,
    isAlive: (other) => other === id || isLocked(toPath(other)),
    release: () => {
      rmSync(toPath(id), { force: true });
      held.close();
    },
  };
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
    const file = new Database(path, { readonly: true, timeout: 0 });
    try {
      file.pragma('schema_version');
      return false;
    } finally {
      file.close();
    }
  } catch {
    // Busy: the owner lives. Any other fault says nothing, and a process is not declared dead for that.
    return true;
  }
}
