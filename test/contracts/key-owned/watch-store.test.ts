import { createSqliteEventStore } from '../../../src/stores/events/events.sqlite.ts';
import { createInstanceLock } from '../../../src/stores/sqlite/instance-lock.ts';
import { createSqliteWatchStore } from '../../../src/stores/watches/watches.sqlite.ts';
import { createSqliteWebhookStore } from '../../../src/stores/webhooks/webhooks.sqlite.ts';
import { createOutputDirectory } from '../../support/output.ts';
import { openTestStore, testRowProof } from '../../support/stores/sqlite-store.ts';
import { describeWatchStore } from './watch-store.contract.ts';

describeWatchStore('SQLite', async () => {
  const directory = createOutputDirectory('watches');
  return async () => {
    const sqlite = openTestStore(directory);
    const instance = createInstanceLock(directory);
    return {
      store: createSqliteWatchStore(sqlite, instance, testRowProof),
      webhooks: createSqliteWebhookStore(sqlite, testRowProof),
      events: createSqliteEventStore(sqlite),
      end: async () => {
        await sqlite.close();
        instance.release();
      },
    };
  };
});
