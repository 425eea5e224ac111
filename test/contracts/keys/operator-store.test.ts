import { afterEach } from 'vitest';
import { createSqliteOperatorStore } from '../../../src/stores/operators/operators.sqlite.ts';
import type { SqliteStore } from '../../../src/stores/sqlite/database.ts';
import { createOutputDirectory } from '../../support/output.ts';
import { openTestStore } from '../../support/stores/sqlite-store.ts';
import { describeOperatorStore } from './operator-store.contract.ts';

const opened: SqliteStore[] = [];
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
});

describeOperatorStore('SQLite', () => {
  const directory = createOutputDirectory('operators');
  const open = () => {
    const sqlite = openTestStore(directory);
    opened.push(sqlite);
    return createSqliteOperatorStore(sqlite);
  };
  return { store: open(), reopen: open };
});
