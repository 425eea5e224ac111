// How far deleting has come, in SQLite.

import type { PurgeTimeStore } from '../../app/jobs/purge-clock.ts';
import type { SqliteStore } from '../sqlite/database.ts';
import { createSingleWrites } from '../sqlite/writer.ts';

const name = 'purge_time';
const readSql = 'SELECT CAST(value AS TEXT) AS value FROM meta WHERE name = ?';
const keepSql = 'INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value';

export function createSqlitePurgeTime({ reader, writer }: SqliteStore): PurgeTimeStore {
  const { run } = createSingleWrites(writer);
  return {
    async read() {
      const kept = reader.get(readSql, name)?.['value'];
      return kept === undefined ? undefined : Number(kept);
    },
    keep: (atMs) => run(keepSql, [name, Buffer.from(String(atMs))]),
  };
}
