// The lease of the background work in PostgreSQL: a row that names a process, good for as long as that process renews it, by the clock of
// the server. Whether the process lives is not asked: one that has only lost its session goes on.

import type { Clock } from '../../app/clock.ts';
import { type JobLease, leaseMs } from '../../app/jobs/run-jobs.ts';
import type { PostgresPool } from '../postgres/pool.ts';

const age = `interval '${leaseMs} milliseconds'`;
const findSql = `SELECT 1 FROM confere.job_lease WHERE name = 'jobs' AND owner <> $1 AND renewed_at > now() - ${age}`;
const takeSql = `INSERT INTO confere.job_lease AS held (name, owner, renewed_at, signs) VALUES ('jobs', $1, now(), $2)
  ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, renewed_at = excluded.renewed_at, signs = excluded.signs
  WHERE held.owner = excluded.owner OR held.renewed_at <= now() - ${age}`;
const releaseSql = "DELETE FROM confere.job_lease WHERE name = 'jobs' AND owner = $1";
/** Often enough that a slow server does not cost the lease, seldom enough to cost nothing. */
const renewEveryMs = leaseMs / 6;

export function createPostgresJobLease(
  pool: Pick<PostgresPool, 'query'>,
  owner: string,
  clock: Pick<Clock, 'monotonicMs'>,
): JobLease {
  let renewedAtMs = Number.NEGATIVE_INFINITY;
  return {
    async hold(signs) {
      const askedAtMs = clock.monotonicMs();
      if (askedAtMs - renewedAtMs < renewEveryMs) return true;
      // Asked first: whoever is refused must not lock the row.
      if ((await pool.query(findSql, [owner])).count > 0) return false;
      const { count } = await pool.query(takeSql, [owner, JSON.stringify(signs)]);
      if (count === 1) renewedAtMs = askedAtMs;
      return count === 1;
    },
    async release() {
      renewedAtMs = Number.NEGATIVE_INFINITY;
      await pool.query(releaseSql, [owner]);
    },
  };
}
