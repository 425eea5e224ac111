import { afterEach, expect, test } from 'vitest';
import { createSqliteJobLease } from '../../src/stores/job-lease.sqlite.ts';
import type { SqliteStore } from '../../src/stores/sqlite/database.ts';
import { createInstanceLock } from '../../src/stores/sqlite/instance-lock.ts';
import { createSqliteWebhookStore } from '../../src/stores/webhooks.sqlite.ts';
import { createOutputDirectory } from '../support/output.ts';
import { openTestStore } from '../support/stores/sqlite-store.ts';
import { describeWebhookStore } from './webhook-store.contract.ts';

const opened: SqliteStore[] = [];
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
});
function open(directory = createOutputDirectory('webhooks')): SqliteStore {
  const store = openTestStore(directory);
  opened.push(store);
  return store;
}

describeWebhookStore('SQLite', () => createSqliteWebhookStore(open()));

test('the background work is one process’s, until that process is gone or lets go', async () => {
  const directory = createOutputDirectory('lease');
  const start = () => {
    const instance = createInstanceLock(directory);
    return { instance, lease: createSqliteJobLease(open(directory), instance) };
  };
  const [one, two, three] = [start(), start(), start()];
  expect([await one.lease.hold(), await two.lease.hold(), await one.lease.hold()]).toEqual([true, false, true]);
  one.instance.release();
  const taken = await Promise.all([two.lease.hold(), three.lease.hold()]);
  expect(taken.filter((isTaken) => isTaken)).toHaveLength(1);
  const [owner, other] = taken[0] ? [two, three] : [three, two];
  await owner.lease.release();
  expect([await other.lease.hold(), await owner.lease.hold()]).toEqual([true, false]);
  for (const { instance } of [two, three]) instance.release();
});
