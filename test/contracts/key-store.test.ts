import { openSqliteStore } from '../../src/stores/database.sqlite.ts';
import { createSqliteKeyStore } from '../../src/stores/keys.sqlite.ts';
import { createOutputDirectory } from '../support/output.ts';
import { describeKeyStore } from './key-store.contract.ts';

describeKeyStore('SQLite', () => {
  const directory = createOutputDirectory('keys');
  const open = () => createSqliteKeyStore(openSqliteStore(directory, new Uint8Array(32)));
  return { store: open(), reopen: open };
});
