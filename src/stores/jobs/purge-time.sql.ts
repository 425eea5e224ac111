// How far deleting has come: in PostgreSQL one time for all nodes.

import type { PurgeTimeStore } from '../../app/jobs/purge-clock.ts';
import type { Sql } from '../sql/sql.ts';

const name = 'purge_time';
const keepSql =
  'INSERT INTO meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value';

export function createPurgeTime({ find, run }: Sql): PurgeTimeStore {
  return {
    async read() {
      const kept = await find<{ readonly value: Uint8Array }>('SELECT value FROM meta WHERE name = $1', [name]);
      return kept && Number(Buffer.from(kept.value).toString());
    },
    keep: (atMs) => run(keepSql, [name, Buffer.from(String(atMs))]),
  };
}
