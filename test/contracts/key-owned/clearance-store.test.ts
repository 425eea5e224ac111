import { afterEach } from 'vitest';
import { createSqliteClearances } from '../../../src/stores/clearances/clearances.sqlite.ts';
import type { SqliteStore } from '../../../src/stores/sqlite/database.ts';
import { createOutputDirectory } from '../../support/output.ts';
import { openTestStore } from '../../support/stores/sqlite-store.ts';
import { describeClearanceStore } from './clearance-store.contract.ts';

const opened: SqliteStore[] = [];
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
});

describeClearanceStore('SQLite', () => {
  const sqlite = openTestStore(createOutputDirectory('clearances'));
  opened.push(sqlite);
  return createSqliteClearances(sqlite);
});
