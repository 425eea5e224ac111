import { join } from 'node:path';
import Database from 'better-sqlite3';
import { createOperatorStore } from '../../../src/stores/operators/operators.sql.ts';
import { createSqliteSql } from '../../../src/stores/sql/sql.ts';
import { createOutputDirectory } from '../../support/output.ts';
import { createNotedRowProof, openStoreOfTest } from '../../support/stores/sqlite-store.ts';
import { describeOperatorStore } from './operator-store.contract.ts';

describeOperatorStore('SQLite', () => {
  const directory = createOutputDirectory('operators');
  const { proof, faults } = createNotedRowProof();
  const open = () => createOperatorStore(createSqliteSql(openStoreOfTest(directory)), proof);
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
