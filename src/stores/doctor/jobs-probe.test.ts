import { expect, it } from 'vitest';
import { createManualClock } from '../../../test/support/manual-clock.ts';
import { createOutputDirectory } from '../../../test/support/output.ts';
import { openTestStore, testRowProof } from '../../../test/support/stores/sqlite-store.ts';
import { leaseMs } from '../../app/jobs/run-jobs.ts';
import { type LiveLists, writePoint } from '../../app/watches/lists/lists-point.ts';
import type { KeyId } from '../../domain/access/api-key.ts';
import { createSqliteJobLease } from '../jobs/job-lease.sqlite.ts';
import { createSqliteJobsReader } from '../jobs/jobs-state.sql.ts';
import { createInstanceTaking } from '../key-owned/taking-in.ts';
import { createSqliteSql } from '../sql/sql.ts';
import { createInstanceLock } from '../sqlite/instance-lock.ts';
import { createWatchStore } from '../watches/watches.sql.ts';
import { createJobsProbe } from './jobs-probe.ts';

it('says what is due and whether somebody does it, and names work that gives no sign', async () => {
  const dataDirectory = createOutputDirectory('jobs-probe');
  const clock = createManualClock();
  let lists: LiveLists = { lists: [], today: '', isForwardOnly: false };
  const probe = createJobsProbe({
    readJobs: createSqliteJobsReader(dataDirectory),
    clock,
    findLive: () => 'snap_2',
    findLists: () => lists,
  });
  expect(await probe.run()).toMatchObject({ state: 'ok', says: 'Nothing is due.' });

  const sqlite = openTestStore(dataDirectory);
  const instance = createInstanceLock(dataDirectory);
  const sql = createSqliteSql(sqlite);
  const store = createWatchStore(sql, createInstanceTaking(sql, instance), testRowProof);
  const watch = { id: 'wat_1', keyId: 'key_1' as KeyId, mode: 'live', webhookId: null, createdAtMs: 1 } as const;
  const ofCompanies = { kind: 'company', lists: null, purpose: null, legalBasis: null, untilMs: null } as const;
  await store.begin({ ...watch, ...ofCompanies, snapshot: 'snap_1', repeatId: null }, 9);
  await store.start('wat_1', 1, 'f');
  // People are not in the registry.
  await store.begin({ ...watch, ...ofCompanies, kind: 'person', id: 'wat_2', snapshot: null, repeatId: null }, 9);
  await store.start('wat_2', 1, 'f');
  expect(await probe.run()).toMatchObject({ state: 'warning', says: expect.stringContaining('1 watches.') });

  // A watch in lists counts while nobody has compared it with the live edition.
  const ceis = { list: 'ceis', asOf: '2026-11-18', state: 'current' } as const;
  const toLists = (edition: string) => ({ lists: [{ ...ceis, edition }], today: '2026-11-18', isForwardOnly: false });
  const people = { ...watch, ...ofCompanies, kind: 'person', snapshot: null, repeatId: null } as const;
  const at = writePoint({ day: '2026-11-18', editions: [{ list: 'ceis', edition: '1', asOf: '2026-11-18' }] });
  for (const [id, untilMs] of [
    ['wat_3', 2 ** 50],
    ['wat_4', clock.nowMs()],
  ] as const) {
    await store.begin({ ...people, id, lists: at, untilMs }, 9);
    await store.start(id, 1, 'f');
  }
  lists = toLists('1');
  expect(await probe.run()).toMatchObject({ says: expect.not.stringContaining('in lists') });
  lists = toLists('2');
  expect(await probe.run()).toMatchObject({ says: expect.stringContaining('1 watches, 1 watches in lists.') });
  lists = toLists('1');

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
