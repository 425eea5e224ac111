// How far deleting has come, in PostgreSQL: one time for all nodes.

import type { PurgeTimeStore } from '../../app/jobs/purge-clock.ts';
import type { PostgresPool } from '../postgres/pool.ts';

const name = 'purge_time';
const readSql = "SELECT convert_from(value, 'UTF8') AS value FROM confere.meta WHERE name = $1";
const keepSql =
  'INSERT INTO confere.meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value';

export function createPostgresPurgeTime(pool: Pick<PostgresPool, 'query'>): PurgeTimeStore {
  return {
    async read() {
      const [row] = (await pool.query<{ readonly value: string }>(readSql, [name])).rows;
      return row && Number(row.value);
    },
    async keep(atMs) {
      await pool.query(keepSql, [name, Buffer.from(String(atMs))]);
    },
  };
}
