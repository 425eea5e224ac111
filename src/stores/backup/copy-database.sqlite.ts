// A copy of a SQLite database as it was at one moment, while others write it, and the question whether anybody has it open.

import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { syncFile } from '../../durable-files.ts';
import { OperatorError } from '../../errors.ts';
import { openForReading, withDispose } from '../sqlite/connection.ts';

/** These pages take about 4 MB. Other processes get a turn between two steps. */
const pagesAtOnce = 1_000;

export async function copyDatabase(from: string, to: string): Promise<void> {
  {
    using database = openForReading(from);
    // Within a transaction the copy is of one moment. Without it, every commit of a writer would begin the copy anew.
    database.exec('BEGIN');
    database.prepare('SELECT count(*) FROM sqlite_schema').get();
    writeFileSync(to, '', { flag: 'wx', mode: 0o600 });
    await database.backup(to, { progress: () => pagesAtOnce });
  }
  checkCopy(from, to);
  syncFile(to);
}

function checkCopy(from: string, to: string): void {
  // The last one to close folds the log in: the copy is the one file.
  using copy = withDispose(new Database(to, { fileMustExist: true }));
  const [first] = copy.pragma('quick_check(1)') as readonly { readonly quick_check: string }[];
  if (first?.quick_check === 'ok') return;
  throw new OperatorError(`${from} is damaged, so its copy would be worth nothing. See: confere doctor`, 1);
}

/** Tells whether another process has this database open, because exclusive access is then refused. A damaged file cannot show it. */
function isOpenElsewhere(path: string): boolean {
  if (!existsSync(path)) return false;
  using database = withDispose(new Database(path, { timeout: 0 }));
  try {
    database.pragma('locking_mode = EXCLUSIVE');
    database.prepare('SELECT count(*) FROM sqlite_schema').get();
    return false;
  } catch (error) {
    return (error as { readonly code?: string }).code?.startsWith('SQLITE_BUSY') === true;
  }
}

/** The databases of a data directory, in the order in which they are copied: an answer that is kept has its record then. */
export const databaseNames = ['confere.db', 'audit.db'] as const;

export function findOpenDatabase(dataDirectory: string): string | undefined {
  return databaseNames.map((name) => join(dataDirectory, name)).find(isOpenElsewhere);
}
