// What of the background work lies in PostgreSQL, for those who look on. Reads only, by one connection that is closed again.

import type { ReadJobs } from '../../app/jobs/ports.ts';
import { leaseMs } from '../../app/jobs/run-jobs.ts';
import type { NeededSnapshots } from '../../app/watches/ports.ts';
import type { PostgresAddress } from '../postgres/address.ts';
import { findSchemaFault, readSchemaState } from '../postgres/migrate.ts';
import { withPostgresPool } from '../postgres/pool.ts';

const dueSql = `SELECT (SELECT count(*) FROM confere.batches WHERE state = 'running') AS batches,
  (SELECT count(*) FROM confere.watches WHERE state = 'active' AND mode = 'live' AND (snapshot IS NULL OR snapshot < $1 COLLATE "C")) AS watches,
  (SELECT count(*) FROM confere.webhook_deliveries WHERE state = 'pending' AND due_at_ms <= $2) AS webhooks,
  (SELECT signs FROM confere.job_lease WHERE name = 'jobs' AND renewed_at > now() - interval '${leaseMs} milliseconds') AS signs`;
const neededSql = `SELECT DISTINCT snapshot FROM confere.watches WHERE state <> 'deleted' AND mode = 'live' AND snapshot IS NOT NULL`;

export function createPostgresJobsReader(getAddress: () => PostgresAddress): ReadJobs {
  return (nowMs, live) =>
    withPostgresPool(getAddress(), 1, async (pool) => {
      if (findSchemaFault(await readSchemaState(pool)) !== undefined) return 'older';
      type Due = { batches: number; watches: number; webhooks: number; signs: string | null };
      const [row] = (await pool.query<Due>(dueSql, [live ?? null, nowMs - leaseMs])).rows;
      if (row === undefined) return 'none';
      const { signs, ...due } = row;
      return { due, signs: signs === null ? null : JSON.parse(signs) };
    });
}

/** `all` where nobody can tell. */
export async function findSharedSnapshots(getAddress: () => PostgresAddress): Promise<NeededSnapshots> {
  try {
    return await withPostgresPool(getAddress(), 1, async (pool) =>
      (await pool.query<{ readonly snapshot: string }>(neededSql)).rows.map(({ snapshot }) => snapshot),
    );
  } catch {
    return 'all';
  }
}
