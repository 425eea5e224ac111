import { join } from 'node:path';
import Database from 'better-sqlite3';
import { createSqliteKeyStore } from '../../../src/stores/keys/keys.sqlite.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { createOutputDirectory } from '../../support/output.ts';
import { openStoreOfTest, testKeyChecksum } from '../../support/stores/sqlite-store.ts';
import { describeKeyStore } from './key-store.contract.ts';

describeKeyStore('SQLite', () => {
  const directory = createOutputDirectory('keys');
  const damaged: string[] = [];
  const open = () => {
    const sqlite = openStoreOfTest(directory);
    const clock = createManualClock();
    return createSqliteKeyStore(sqlite, { checksum: testKeyChecksum, clock, onDamage: (id) => damaged.push(id) });
  };
  const edit = (sql: string, ...values: (string | number | null)[]) => {
    const database = new Database(join(directory, 'confere.db'));
    database.prepare(sql).run(...values);
    database.close();
  };
  return {
    store: open(),
    reopen: open,
    damaged,
    editByHand: (id, field, value) => edit(`UPDATE api_keys SET ${field} = ? WHERE id = ?`, value, id),
    prolongByHand: (id, untilMs) => edit('UPDATE replaced_hashes SET until_ms = ? WHERE key_id = ?', untilMs, id),
  };
});
