import { onTestFinished } from 'vitest';
import { createSqliteClearances } from '../../../src/stores/clearances/clearances.sqlite.ts';
import { createInstanceLock } from '../../../src/stores/sqlite/instance-lock.ts';
import { createSqliteWatchStore } from '../../../src/stores/watches/watches.sqlite.ts';
import { createOutputDirectory } from '../../support/output.ts';
import { openStoreOfTest, testRowProof } from '../../support/stores/sqlite-store.ts';
import { describeClearanceStore } from './clearance-store.contract.ts';

describeClearanceStore('SQLite', () => {
  const directory = createOutputDirectory('clearances');
  const sqlite = openStoreOfTest(directory);
  const instance = createInstanceLock(directory);
  onTestFinished(() => instance.release());
  return {
    store: createSqliteClearances(sqlite, testRowProof),
    watches: createSqliteWatchStore(sqlite, instance, testRowProof),
  };
});
