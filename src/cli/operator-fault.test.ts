import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { findOperatorFault } from './operator-fault.ts';

test.each(['SQLITE_BUSY', 'SQLITE_BUSY_RECOVERY', 'SQLITE_PROTOCOL'])(
  '%s, a database that others hold, is a sentence and worth another try',
  (code) => {
    const fault = findOperatorFault(new Database.SqliteError('words of the driver', code));
    expect(fault).toMatchObject({ message: 'Another process holds the database. Try again.', exitCode: 1 });
  },
);
