import { afterEach } from 'vitest';
import type { SqliteStore } from '../../../src/stores/sqlite/database.ts';
import { createSqliteUsageStore } from '../../../src/stores/usage/usage.sqlite.ts';
import { createOutputDirectory } from '../../support/output.ts';
import { openTestStore } from '../../support/stores/sqlite-store.ts';
import { describeUsageStore } from './usage-store.contract.ts';

const opened: SqliteStore[] = [];
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
});

describeUsageStore('SQLite', () => {
  const directory = createOutputDirectory('usage');
  const open = () => {
    const sqlite = openTestStore(directory);
    opened.push(sqlite);
    return createSqliteUsageStore(sqlite);
  };
  return { store: open(), reopen: open };
});
