import { createSqliteWebhookStore } from '../../../src/stores/webhooks/webhooks.sqlite.ts';
import { createOutputDirectory } from '../../support/output.ts';
import { openStoreOfTest, testRowProof } from '../../support/stores/sqlite-store.ts';
import { describeWebhookStore } from './webhook-store.contract.ts';

describeWebhookStore('SQLite', () =>
  createSqliteWebhookStore(openStoreOfTest(createOutputDirectory('webhooks')), testRowProof),
);
