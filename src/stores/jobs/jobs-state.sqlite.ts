// What of the background work lies in a SQLite database, for those who look on. Reads only.

import type { JobsState, ReadJobs } from '../../app/jobs/ports.ts';
import { leaseMs } from '../../app/jobs/run-jobs.ts';
import { hasColumn, openForReading } from '../sqlite/connection.ts';
import { databaseExists, toDatabasePath } from '../sqlite/database.ts';

const batchesSql = "SELECT count(*) FROM batches WHERE state = 'running'";
const watchesSql =
  "SELECT count(*) FROM watches WHERE state = 'active' AND mode = 'live' AND kind = 'company' AND snapshot IS NOT ?";
/** While its key is expired, or once its last day is over, nobody compares a watch. */
const pointsSql = `SELECT lists, count(*) AS watches FROM watches
  WHERE state = 'active' AND mode = 'live' AND lists IS NOT NULL AND coalesce(until_ms > @nowMs, true)
    AND key_id NOT IN (SELECT id FROM api_keys WHERE expires_at_ms <= @nowMs) GROUP BY lists`;
const webhooksSql = "SELECT count(*) FROM webhook_deliveries WHERE state = 'pending' AND due_at_ms <= ?";
const leaseSql = "SELECT renewed_at_ms, signs FROM job_lease WHERE name = 'jobs'";

export function createSqliteJobsReader(dataDirectory: string): ReadJobs {
  return async (nowMs, live) => {
    if (!databaseExists(dataDirectory)) return 'none';
    using database = openForReading(toDatabasePath(dataDirectory));
    if (!hasColumn(database, 'job_lease', 'signs') || !hasColumn(database, 'watches', 'kind')) return 'older';
    const count = (sql: string, ...values: unknown[]) =>
      database
        .prepare(sql)
        .pluck()
        .get(...values) as number;
    const lease = database.prepare(leaseSql).get() as { renewed_at_ms: number; signs: string } | undefined;
    return {
      due: {
        batches: count(batchesSql),
        watches: live === undefined ? 0 : count(watchesSql, live),
        webhooks: count(webhooksSql, nowMs - leaseMs),
      },
      points: database.prepare(pointsSql).all({ nowMs }) as JobsState['points'],
      signs: lease !== undefined && nowMs - lease.renewed_at_ms < leaseMs ? JSON.parse(lease.signs) : null,
    };
  };
}
