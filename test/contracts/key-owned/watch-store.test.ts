import { createEventStore } from '../../../src/stores/events/events.sql.ts';
import { createInstanceTaking } from '../../../src/stores/key-owned/taking-in.ts';
import { createSqliteSql } from '../../../src/stores/sql/sql.ts';
import { createInstanceLock } from '../../../src/stores/sqlite/instance-lock.ts';
import { createWatchStore } from '../../../src/stores/watches/watches.sql.ts';
import { createWebhookStore } from '../../../src/stores/webhooks/webhooks.sql.ts';
import { createOutputDirectory } from '../../support/output.ts';
import { openTestStore, testRowProof } from '../../support/stores/sqlite-store.ts';
import { describeWatchStore } from './watch-store.contract.ts';

describeWatchStore('SQLite', async () => {
  const directory = createOutputDirectory('watches');
  return async () => {
    const sqlite = openTestStore(directory);
    const instance = createInstanceLock(directory);
    return {
      store: createWatchStore(
        createSqliteSql(sqlite),
        createInstanceTaking(createSqliteSql(sqlite), instance),
        testRowProof,
      ),
      webhooks: createWebhookStore(createSqliteSql(sqlite), testRowProof),
      events: createEventStore(createSqliteSql(sqlite)),
      end: async () => {
        await sqlite.close();
        instance.release();
      },
    };
  };
});
