// Which erasures a SQLite database has gone through, in its own table of names: they come and go with the file.

import { existsSync } from 'node:fs';
import type { ErasureMarks } from '../../app/privacy/ledger.ts';
import { hasColumn, openForReading, openForWriting } from '../sqlite/connection.ts';
import type { SqliteReader } from '../sqlite/reader.ts';

const prefix = 'erasure ';
const lockWaitMs = 5_000;

/** Returns another text once the database has had one more erasure. */
export function findErasures(reader: SqliteReader): string {
  return String(reader.get(`SELECT count(*) AS count FROM meta WHERE name LIKE '${prefix}%'`)?.['count']);
}

/** A database that is missing, or whose tables are just being made, has nothing to go through, and does not come to be by this. */
export function createSqliteMarks(path: string, toValue: (at: string) => string | Buffer): ErasureMarks {
  return {
    async list() {
      if (!existsSync(path)) return undefined;
      using database = openForReading(path);
      if (!hasColumn(database, 'meta', 'name')) return undefined;
      const names = database.prepare(`SELECT name FROM meta WHERE name LIKE '${prefix}%'`).pluck().all() as string[];
      return new Set(names.map((name) => name.slice(prefix.length)));
    },
    async add({ id, at }) {
      if (!existsSync(path)) return;
      using database = openForWriting(path, { lockWaitMs, mustExist: true });
      if (!hasColumn(database, 'meta', 'name')) return;
      database.prepare('INSERT OR IGNORE INTO meta (name, value) VALUES (?, ?)').run(`${prefix}${id}`, toValue(at));
    },
  };
}
