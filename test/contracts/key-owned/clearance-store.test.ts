import { afterEach } from 'vitest';
import { createSqliteClearances } from '../../../src/stores/clearances/clearances.sqlite.ts';
import { createInstanceLock } from '../../../src/stores/sqlite/instance-lock.ts';
import { createSqliteWatchStore } from '../../../src/stores/watches/watches.sqlite.ts';
import { createOutputDirectory } from '../../support/output.ts';
import { openTestStore } from '../../support/stores/sqlite-store.ts';
import { describeClearanceStore } from './clearance-store.contract.ts';

const opened = new Set<() => Promise<void>>();
afterEach(async () => {
  for (const close of opened) await close();
  opened.clear();
});

describeClearanceStore('SQLite', () => {
  const directory = createOutputDirectory('clearances');
  const sqlite = openTestStore(directory);
  const instance = createInstanceLock(directory);
  opened.add(async () => {
    instance.release();
    await sqlite.close();
  });
  return { store: createSqliteClearances(sqlite), watches: createSqliteWatchStore(sqlite, instance) };
});
