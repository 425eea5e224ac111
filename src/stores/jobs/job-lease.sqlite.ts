// The lease of the background work: a row that names a process, good for as long as that process lives and renews it.

import type { Clock } from '../../app/clock.ts';
import { type JobLease, leaseMs } from '../../app/jobs/run-jobs.ts';
import type { SqliteStore } from '../sqlite/database.ts';
import type { InstanceLock } from '../sqlite/instance-lock.ts';
import { createSingleWrites } from '../sqlite/writer.ts';

const findSql = "SELECT owner, renewed_at_ms FROM job_lease WHERE name = 'jobs'";
const takeSql = `INSERT INTO job_lease (name, owner, renewed_at_ms, signs) VALUES ('jobs', @owner, @nowMs, @signs)
  ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, renewed_at_ms = excluded.renewed_at_ms, signs = excluded.signs
  WHERE owner = @before AND renewed_at_ms = @renewedAtMs`;
const releaseSql = "DELETE FROM job_lease WHERE name = 'jobs' AND owner = ?";
/** Often enough that a slow disk does not cost the lease, seldom enough to cost nothing. */
const renewEveryMs = leaseMs / 6;

export function createSqliteJobLease(
  { reader, writer }: SqliteStore,
  instance: InstanceLock,
  clock: Pick<Clock, 'nowMs'>,
): JobLease {
  const { change } = createSingleWrites(writer);
  function find(): { readonly owner: string; readonly renewedAtMs: number } | undefined {
    const row = reader.get(findSql);
    return row && { owner: row['owner'] as string, renewedAtMs: row['renewed_at_ms'] as number };
  }
  return {
    async hold(signs) {
      const held = find();
      const nowMs = clock.nowMs();
      // A calendar that was set back must not keep it for longer.
      const ageMs = Math.abs(nowMs - (held?.renewedAtMs ?? 0));
      if (held?.owner === instance.id && ageMs < renewEveryMs) return true;
      if (held !== undefined && held.owner !== instance.id && ageMs < leaseMs && instance.isAlive(held.owner)) {
        return false;
      }
      instance.hold();
      const before = { before: held?.owner ?? '', renewedAtMs: held?.renewedAtMs ?? 0 };
      const parameters = { owner: instance.id, nowMs, signs: JSON.stringify(signs), ...before };
      const taken = await change(takeSql, parameters);
      // Two of this process may renew it at once.
      return taken === 1 || find()?.owner === instance.id;
    },
    async release() {
      if (find()?.owner === instance.id) await change(releaseSql, [instance.id]);
    },
  };
}
