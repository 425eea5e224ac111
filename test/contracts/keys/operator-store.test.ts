import { createSqliteOperatorStore } from '../../../src/stores/operators/operators.sql.ts';
import { createOutputDirectory } from '../../support/output.ts';
import { openStoreOfTest } from '../../support/stores/sqlite-store.ts';
import { describeOperatorStore } from './operator-store.contract.ts';

describeOperatorStore('SQLite', () => {
  const directory = createOutputDirectory('operators');
  const open = () => createSqliteOperatorStore(openStoreOfTest(directory));
  return { store: open(), reopen: open };
});
