// One run at a time for one output. An operating-system lock held through SQLite: the kernel lets it go when the holder dies in
// whatever way, so that a run that was killed is never in the way of the next.

import { rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import { nowExitCode, OperatorError } from '../errors.ts';

export function takeRunLock(path: string, out: string): Disposable {
  let database: Database.Database | undefined;
  try {
    database = new Database(path, { timeout: 0 });
    // Nothing is ever written to it, so that a full disk is met where results are written, and told there.
    database.pragma('journal_mode = MEMORY');
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database?.close();
    const code = error instanceof Database.SqliteError ? error.code : '';
    if (code.startsWith('SQLITE_BUSY')) {
      throw new OperatorError(`Another run writes to ${out} now. Wait for it, or give another name.`, nowExitCode);
    }
    if (code.startsWith('SQLITE_CANTOPEN') || code.startsWith('SQLITE_READONLY')) {
      throw new OperatorError(
        `${out} cannot be written. Check that its folder is there, its owner and its permissions.`,
      );
    }
    throw error;
  }
  const held = database;
  return {
    [Symbol.dispose]() {
      rmSync(path, { force: true });
      held.close();
    },
  };
}
