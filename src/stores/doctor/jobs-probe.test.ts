import { expect, it } from 'vitest';
import { createManualClock } from '../../../test/support/manual-clock.ts';
import { createOutputDirectory } from '../../../test/support/output.ts';
import { openTestStore } from '../../../test/support/stores/sqlite-store.ts';
import { leaseMs } from '../../app/jobs/run-jobs.ts';
import type { KeyId } from '../../domain/access/api-key.ts';
import { createSqliteJobLease } from '../jobs/job-lease.sqlite.ts';
import { createSqliteJobsReader } from '../jobs/jobs-state.sqlite.ts';
import { createInstanceLock } from '../sqlite/instance-lock.ts';
import { createSqliteWatchStore } from '../watches/watches.sqlite.ts';
import { createJobsProbe } from './jobs-probe.ts';

it('says what is due and whether somebody does it, and names work that gives no sign', async () => {
  const dataDirectory = createOutputDirectory('jobs-probe');
  const clock = createManualClock();
  const probe = createJobsProbe({ readJobs: createSqliteJobsReader(dataDirectory), clock, findLive: () => 'snap_2' });
  expect(await probe.run()).toMatchObject({ state: 'ok', says: 'Nothing is due.' });

  const sqlite = openTestStore(dataDirectory);
  const instance = createInstanceLock(dataDirectory);
  const store = createSqliteWatchStore(sqlite, instance);
  const watch = { id: 'wat_1', keyId: 'key_1' as KeyId, mode: 'live', webhookId: null, createdAtMs: 1 } as const;
  await store.begin({ ...watch, snapshot: 'snap_1', repeatId: null }, 9);
  await store.start('wat_1', 1, 'f');
  expect(await probe.run()).toMatchObject({ state: 'warning', says: expect.stringContaining('1 watches') });

  const lease = createSqliteJobLease(sqlite, instance, clock);
  const beganMs = clock.nowMs();
  await lease.hold({ watches: beganMs });
  expect(await probe.run()).toMatchObject({ state: 'ok', says: 'Under way: 1 watches.' });
  clock.advance(60_001);
  await lease.hold({ watches: beganMs });
  expect(await probe.run()).toMatchObject({
    state: 'fault',
    says: expect.stringContaining('watches: no sign of life'),
  });
  clock.advance(leaseMs);
  expect(await probe.run()).toMatchObject({ state: 'warning' });
  instance.release();
  await sqlite.close();
});
