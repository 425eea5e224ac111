import { afterEach } from 'vitest';
import { createSqliteEventStore } from '../../../src/stores/events/events.sqlite.ts';
import type { SqliteStore } from '../../../src/stores/sqlite/database.ts';
import { createSqliteWebhookStore } from '../../../src/stores/webhooks/webhooks.sqlite.ts';
import { createOutputDirectory } from '../../support/output.ts';
import { openTestStore } from '../../support/stores/sqlite-store.ts';
import { describeEventStore } from './event-store.contract.ts';

const opened: SqliteStore[] = [];
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
});

describeEventStore('SQLite', () => {
  const sqlite = openTestStore(createOutputDirectory('events'));
  opened.push(sqlite);
  return { events: createSqliteEventStore(sqlite), webhooks: createSqliteWebhookStore(sqlite) };
});
