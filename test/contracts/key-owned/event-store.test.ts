import { createSqliteEventStore } from '../../../src/stores/events/events.sqlite.ts';
import { createSqliteWebhookStore } from '../../../src/stores/webhooks/webhooks.sqlite.ts';
import { createOutputDirectory } from '../../support/output.ts';
import { openStoreOfTest, testRowProof } from '../../support/stores/sqlite-store.ts';
import { describeEventStore } from './event-store.contract.ts';

describeEventStore('SQLite', () => {
  const sqlite = openStoreOfTest(createOutputDirectory('events'));
  return { events: createSqliteEventStore(sqlite), webhooks: createSqliteWebhookStore(sqlite, testRowProof) };
});
