import { createSqliteSql } from '../../../src/stores/sql/sql.ts';
import { createWebhookStore } from '../../../src/stores/webhooks/webhooks.sql.ts';
import { createOutputDirectory } from '../../support/output.ts';
import { openStoreOfTest, testRowProof } from '../../support/stores/sqlite-store.ts';
import { describeWebhookStore } from './webhook-store.contract.ts';

describeWebhookStore('SQLite', () =>
  createWebhookStore(createSqliteSql(openStoreOfTest(createOutputDirectory('webhooks'))), testRowProof),
);
