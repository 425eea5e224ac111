// The lease of the background work: a row that names a process, good for as long as that process lives.

import type { JobLease } from '../app/jobs/run-jobs.ts';
import type { SqliteStore } from './sqlite/database.ts';
import type { InstanceLock } from './sqlite/instance-lock.ts';

const findSql = "SELECT owner FROM job_lease WHERE name = 'jobs'";
const takeSql = `INSERT INTO job_lease (name, owner) VALUES ('jobs', @owner)
  ON CONFLICT (name) DO UPDATE SET owner = excluded.owner WHERE owner = @before`;
const releaseSql = "DELETE FROM job_lease WHERE name = 'jobs' AND owner = ?";

export function createSqliteJobLease({ reader, writer }: SqliteStore, instance: InstanceLock): JobLease {
  const findOwner = () => reader.get(findSql)?.['owner'] as string | undefined;
  return {
    async hold() {
      const before = findOwner();
      if (before === instance.id) return true;
      if (before !== undefined && instance.isAlive(before)) return false;
      instance.hold();
      const parameters = { owner: instance.id, before: before ?? '' };
      const [taken] = await writer.write([{ sql: takeSql, parameters }]);
      return taken?.changes === 1;
    },
    async release() {
      if (findOwner() === instance.id) await writer.write([{ sql: releaseSql, parameters: [instance.id] }]);
    },
  };
}
