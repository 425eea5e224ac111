import { join } from 'node:path';
import Database from 'better-sqlite3';
import { createSqliteOperatorStore } from '../../../src/stores/operators/operators.sql.ts';
import { createOutputDirectory } from '../../support/output.ts';
import { createNotedRowProof, openStoreOfTest } from '../../support/stores/sqlite-store.ts';
import { describeOperatorStore } from './operator-store.contract.ts';

describeOperatorStore('SQLite', () => {
  const directory = createOutputDirectory('operators');
  const { proof, faults } = createNotedRowProof();
  const open = () => createSqliteOperatorStore(openStoreOfTest(directory), proof);
  return {
    store: open(),
    reopen: open,
    faults,
    edit(sql, ...values) {
      const database = new Database(join(directory, 'confere.db'));
      database.prepare(sql.replaceAll('TABLE.', '')).run(...values);
      database.close();
    },
  };
});
