// What of the background work lies in a database, for those who look on, and which snapshots and editions watches stand at: nobody may take
// those away before the next comparison. Reads only, by one connection that is closed again, without the master secret.

import type { JobsState, ReadJobs } from '../../app/jobs/ports.ts';
import { leaseMs } from '../../app/jobs/run-jobs.ts';
import { readPoint } from '../../app/watches/lists/lists-point.ts';
import type { NeededEditions, NeededSnapshots } from '../../app/watches/ports.ts';
import type { PostgresAddress } from '../postgres/address.ts';
import type { PostgresPool } from '../postgres/pool.ts';
import { createPostgresSql, createReadingSql, type ReadingSql } from '../sql/sql.ts';
import { hasColumn, openForReading } from '../sqlite/connection.ts';
import { databaseExists, toDatabasePath } from '../sqlite/database.ts';

const batchesSql = "SELECT count(*) AS count FROM batches WHERE state = 'running'";
/** A node on PostgreSQL may be behind with its registry. A watch at a newer snapshot is not due. */
const isStale = { sqlite: 'snapshot IS NOT $1', postgres: '(snapshot IS NULL OR snapshot < $1 COLLATE "C")' };
const staleSql = `SELECT count(*) AS count FROM watches WHERE state = 'active' AND mode = 'live' AND kind = 'company'`;
const webhooksSql = `SELECT count(*) AS count FROM webhook_deliveries WHERE state = 'pending' AND due_at_ms <= $1`;
const signsSqls = {
  sqlite: `SELECT signs FROM job_lease WHERE name = 'jobs' AND renewed_at_ms > $1`,
  // By the clock of the server.
  postgres: `SELECT signs FROM job_lease WHERE name = 'jobs' AND renewed_at > now() - interval '${leaseMs} milliseconds'
    AND CAST($1 AS bigint) IS NOT NULL`,
};
/** Confere does not compare a watch while its key is expired, or once its last day is over. */
const pointsSql = `SELECT lists, count(*) AS watches FROM watches
  WHERE state = 'active' AND mode = 'live' AND lists IS NOT NULL AND coalesce(until_ms > CAST($1 AS bigint), true)
    AND key_id NOT IN (SELECT id FROM api_keys WHERE expires_at_ms <= CAST($1 AS bigint)) GROUP BY lists`;
const toNeededSql = (column: 'snapshot' | 'lists') =>
  `SELECT DISTINCT ${column} AS needed FROM watches WHERE state <> 'deleted' AND mode = 'live' AND ${column} IS NOT NULL`;

async function readState({ engine, list, find }: ReadingSql, nowMs: number, live: string | undefined) {
  const count = async (sql: string, values: readonly unknown[] = []) =>
    (await find<{ readonly count: number }>(sql, values))?.count ?? 0;
  const held = await find<{ readonly signs: string }>(signsSqls[engine], [nowMs - leaseMs]);
  const state: JobsState = {
    due: {
      batches: await count(batchesSql),
      watches: live === undefined ? 0 : await count(`${staleSql} AND ${isStale[engine]}`, [live]),
      webhooks: await count(webhooksSql, [nowMs - leaseMs]),
    },
    points: await list<JobsState['points'][number]>(pointsSql, [nowMs]),
    signs: held === undefined ? null : JSON.parse(held.signs),
  };
  return state;
}

export function createSqliteJobsReader(dataDirectory: string): ReadJobs {
  return async (nowMs, live) => {
    if (!databaseExists(dataDirectory)) return 'none';
    using database = openForReading(toDatabasePath(dataDirectory));
    if (!hasColumn(database, 'watches', 'kind')) return 'older';
    return await readState(createReadingSql(database), nowMs, live);
  };
}

export function createPostgresJobsReader(getAddress: () => PostgresAddress): ReadJobs {
  return (nowMs, live) =>
    withPostgres(getAddress, async (pool) => {
      const { findSchemaFault, readSchemaState } = await import('../postgres/schema/migrate.ts');
      if (findSchemaFault(await readSchemaState(pool)) !== undefined) return 'older';
      return readState(createPostgresSql(pool), nowMs, live);
    });
}

type Look = <Found>(look: (sql: ReadingSql) => Promise<readonly Found[]>) => Promise<readonly Found[]>;

/** Each function returns `all` if the database gives no answer. */
function createNeeded(look: Look) {
  const read = async (column: 'snapshot' | 'lists'): Promise<readonly string[] | 'all'> => {
    try {
      const rows = await look(({ list }) => list<{ readonly needed: string }>(toNeededSql(column)));
      return rows.map(({ needed }) => needed);
    } catch {
      return 'all';
    }
  };
  return {
    findSnapshots: (): Promise<NeededSnapshots> => read('snapshot'),
    async findEditions(): Promise<NeededEditions> {
      const points = await read('lists');
      return points === 'all' ? 'all' : points.flatMap((point) => readPoint(point).editions);
    },
  };
}

export function createSqliteNeeded(dataDirectory: string) {
  return createNeeded(async (look) => {
    if (!databaseExists(dataDirectory)) return [];
    using database = openForReading(toDatabasePath(dataDirectory));
    // A start that was killed before it made the tables leaves an empty file.
    return hasColumn(database, 'watches', 'lists') ? await look(createReadingSql(database)) : [];
  });
}

export function createPostgresNeeded(getAddress: () => PostgresAddress) {
  return createNeeded((look) => withPostgres(getAddress, (pool) => look(createPostgresSql(pool))));
}

/** Loaded at its first use: a node with files of its own needs nothing of it. */
async function withPostgres<Result>(
  getAddress: () => PostgresAddress,
  work: (pool: PostgresPool) => Promise<Result>,
): Promise<Result> {
  const { withPostgresPool } = await import('../postgres/pool.ts');
  return withPostgresPool(getAddress(), 1, work);
}
