import { createSqliteUsageStore } from '../../../src/stores/usage/usage.sqlite.ts';
import { createOutputDirectory } from '../../support/output.ts';
import { openStoreOfTest } from '../../support/stores/sqlite-store.ts';
import { describeUsageStore } from './usage-store.contract.ts';

describeUsageStore('SQLite', () => {
  const directory = createOutputDirectory('usage');
  const open = () => createSqliteUsageStore(openStoreOfTest(directory));
  return { store: open(), reopen: open };
});
