import { onTestFinished } from 'vitest';
import { createClearances } from '../../../src/stores/clearances/clearances.sql.ts';
import { createInstanceTaking } from '../../../src/stores/key-owned/taking-in.ts';
import { createSqliteSql } from '../../../src/stores/sql/sql.ts';
import { createInstanceLock } from '../../../src/stores/sqlite/instance-lock.ts';
import { createWatchStore } from '../../../src/stores/watches/watches.sql.ts';
import { createOutputDirectory } from '../../support/output.ts';
import { openStoreOfTest, testRowProof } from '../../support/stores/sqlite-store.ts';
import { describeClearanceStore } from './clearance-store.contract.ts';

describeClearanceStore('SQLite', () => {
  const directory = createOutputDirectory('clearances');
  const sqlite = openStoreOfTest(directory);
  const instance = createInstanceLock(directory);
  onTestFinished(() => instance.release());
  return {
    store: createClearances(createSqliteSql(sqlite), testRowProof),
    watches: createWatchStore(
      createSqliteSql(sqlite),
      createInstanceTaking(createSqliteSql(sqlite), instance),
      testRowProof,
    ),
  };
});
