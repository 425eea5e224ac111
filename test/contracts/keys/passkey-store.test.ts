import { join } from 'node:path';
import Database from 'better-sqlite3';
import { createPasskeyStore } from '../../../src/stores/operators/passkeys.sql.ts';
import { createSqliteSql } from '../../../src/stores/sql/sql.ts';
import { createOutputDirectory } from '../../support/output.ts';
import { createNotedRowProof, openStoreOfTest } from '../../support/stores/sqlite-store.ts';
import { describePasskeyStore } from './passkey-store.contract.ts';

describePasskeyStore('SQLite', () => {
  const directory = createOutputDirectory('passkeys');
  const { proof, faults } = createNotedRowProof();
  const open = () => createPasskeyStore(createSqliteSql(openStoreOfTest(directory)), proof);
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
