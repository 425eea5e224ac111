import { createEventStore } from '../../../src/stores/events/events.sql.ts';
import { createSqliteSql } from '../../../src/stores/sql/sql.ts';
import { createWebhookStore } from '../../../src/stores/webhooks/webhooks.sql.ts';
import { createOutputDirectory } from '../../support/output.ts';
import { openStoreOfTest, testRowProof } from '../../support/stores/sqlite-store.ts';
import { describeEventStore } from './event-store.contract.ts';

describeEventStore('SQLite', () => {
  const sqlite = openStoreOfTest(createOutputDirectory('events'));
  return {
    events: createEventStore(createSqliteSql(sqlite)),
    webhooks: createWebhookStore(createSqliteSql(sqlite), testRowProof),
  };
});
