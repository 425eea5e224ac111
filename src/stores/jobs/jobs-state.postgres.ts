// What of the background work lies in PostgreSQL, for those who look on. Reads only, by one connection that is closed again.

import type { JobsState, ReadJobs } from '../../app/jobs/ports.ts';
import { leaseMs } from '../../app/jobs/run-jobs.ts';
import { readPoint } from '../../app/watches/lists/lists-point.ts';
import type { NeededEditions, NeededSnapshots } from '../../app/watches/ports.ts';
import type { PostgresAddress } from '../postgres/address.ts';
import { type PostgresPool, withPostgresPool } from '../postgres/pool.ts';
import { findSchemaFault, readSchemaState } from '../postgres/schema/migrate.ts';
import { createStatements } from '../postgres/statements.ts';

const dueSql = `SELECT (SELECT count(*) FROM confere.batches WHERE state = 'running') AS batches,
  (SELECT count(*) FROM confere.watches WHERE state = 'active' AND mode = 'live' AND kind = 'company' AND (snapshot IS NULL OR snapshot < $1 COLLATE "C")) AS watches,
  (SELECT count(*) FROM confere.webhook_deliveries WHERE state = 'pending' AND due_at_ms <= $2) AS webhooks,
  (SELECT signs FROM confere.job_lease WHERE name = 'jobs' AND renewed_at > now() - interval '${leaseMs} milliseconds') AS signs`;
/** While its key is expired, or once its last day is over, nobody compares a watch. */
const duePointsSql = `SELECT lists, count(*) AS watches FROM confere.watches
  WHERE state = 'active' AND mode = 'live' AND lists IS NOT NULL AND coalesce(until_ms > $1::bigint, true)
    AND key_id NOT IN (SELECT id FROM confere.api_keys WHERE expires_at_ms <= $1::bigint) GROUP BY lists`;
const pointsSql = `SELECT DISTINCT lists FROM confere.watches WHERE state <> 'deleted' AND mode = 'live' AND lists IS NOT NULL`;
const neededSql = `SELECT DISTINCT snapshot FROM confere.watches WHERE state <> 'deleted' AND mode = 'live' AND snapshot IS NOT NULL`;

export function createPostgresJobsReader(getAddress: () => PostgresAddress): ReadJobs {
  return (nowMs, live) =>
    withPostgresPool(getAddress(), 1, async (pool) => {
      if (findSchemaFault(await readSchemaState(pool)) !== undefined) return 'older';
      type Due = { batches: number; watches: number; webhooks: number; signs: string | null };
      const { list, find } = createStatements(pool);
      const row = await find<Due>(dueSql, [live ?? null, nowMs - leaseMs]);
      if (row === undefined) return 'none';
      const { signs, ...due } = row;
      const points = await list<JobsState['points'][number]>(duePointsSql, [nowMs]);
      return { due, points, signs: signs === null ? null : JSON.parse(signs) };
    });
}

/** `all` where nobody can tell. */
export function findSharedSnapshots(getAddress: () => PostgresAddress): Promise<NeededSnapshots> {
  return readNeeded(getAddress, async (pool) =>
    (await pool.query<{ readonly snapshot: string }>(neededSql)).rows.map(({ snapshot }) => snapshot),
  );
}

export function findSharedEditions(getAddress: () => PostgresAddress): Promise<NeededEditions> {
  return readNeeded(getAddress, async (pool) =>
    (await pool.query<{ readonly lists: string }>(pointsSql)).rows.flatMap(({ lists }) => readPoint(lists).editions),
  );
}

async function readNeeded<Needed>(
  getAddress: () => PostgresAddress,
  read: (pool: Pick<PostgresPool, 'query'>) => Promise<Needed>,
): Promise<Needed | 'all'> {
  try {
    return await withPostgresPool(getAddress(), 1, read);
  } catch {
    return 'all';
  }
}
