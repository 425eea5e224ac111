import { createSqliteJobLease } from '../../../src/stores/jobs/job-lease.sqlite.ts';
import { createInstanceLock } from '../../../src/stores/sqlite/instance-lock.ts';
import { createOutputDirectory } from '../../support/output.ts';
import { openTestStore } from '../../support/stores/sqlite-store.ts';
import { describeJobLease } from './job-lease.contract.ts';

describeJobLease('SQLite', async (clock) => {
  const directory = createOutputDirectory('lease');
  const start = async () => {
    const sqlite = openTestStore(directory);
    const instance = createInstanceLock(directory);
    return {
      lease: createSqliteJobLease(sqlite, instance, clock),
      end: async () => {
        instance.release();
        await sqlite.close();
      },
    };
  };
  return { start, pass: async (ms) => clock.advance(ms) };
});
