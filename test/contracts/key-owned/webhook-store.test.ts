import { afterEach } from 'vitest';
import type { SqliteStore } from '../../../src/stores/sqlite/database.ts';
import { createSqliteWebhookStore } from '../../../src/stores/webhooks/webhooks.sqlite.ts';
import { createOutputDirectory } from '../../support/output.ts';
import { openTestStore } from '../../support/stores/sqlite-store.ts';
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
