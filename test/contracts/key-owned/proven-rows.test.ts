import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { provenTables } from '../../../src/app/kept/stores.ts';
import { systemClock } from '../../../src/clock.ts';
import { createSqliteBatchStore } from '../../../src/stores/batches/batches.sqlite.ts';
import { createClearances } from '../../../src/stores/clearances/clearances.sql.ts';
import { createInstanceTaking } from '../../../src/stores/key-owned/taking-in.ts';
import { createSqliteSql } from '../../../src/stores/sql/sql.ts';
import { createInstanceLock } from '../../../src/stores/sqlite/instance-lock.ts';
import { createWatchStore } from '../../../src/stores/watches/watches.sql.ts';
import { createWebhookStore } from '../../../src/stores/webhooks/webhooks.sql.ts';
import { createOutputDirectory } from '../../support/output.ts';
import { createNotedRowProof, openStoreOfTest } from '../../support/stores/sqlite-store.ts';
import { describeProvenRows } from './proven-rows.contract.ts';

describeProvenRows('SQLite', () => {
  const directory = createOutputDirectory('proven-rows');
  const sqlite = openStoreOfTest(directory);
  const instance = createInstanceLock(directory);
  onTestFinished(() => instance.release());
  const { proof, faults, ended } = createNotedRowProof();
  return {
    clearances: createClearances(createSqliteSql(sqlite), proof),
    webhooks: createWebhookStore(createSqliteSql(sqlite), proof),
    batches: createSqliteBatchStore(sqlite, instance, systemClock, proof),
    watches: createWatchStore(createSqliteSql(sqlite), createInstanceTaking(createSqliteSql(sqlite), instance), proof),
    faults,
    ended,
    edit(sql, ...values) {
      const database = new Database(join(directory, 'confere.db'));
      database.prepare(sql.replaceAll('TABLE.', '')).run(...values);
      database.close();
    },
  };
});

/** Why a checksum does not cover them: they say who works on a row, or how far, and open nothing to anybody. */
const uncovered: Readonly<Record<string, readonly string[]>> = {
  batches: [
    ...['owner', 'next_row', 'answered', 'invalid', 'failed', 'outcome_unknown', 'risk_low', 'risk_medium'],
    'risk_high',
  ],
  watches: [
    ...['owner', 'snapshot', 'lists', 'companies', 'last_change', 'missed', 'compared_at_ms', 'withdrawn', 'rewrites'],
  ],
};

test('a checksum covers every column of its table but those that are named here', () => {
  const { reader } = openStoreOfTest(createOutputDirectory('proven-columns'));
  for (const [table, { columns }] of Object.entries(provenTables)) {
    const found = reader.all<{ readonly name: string }>('SELECT name FROM pragma_table_info(?)', table);
    const named = [...columns, 'checksum', ...(uncovered[table] ?? [])];
    expect(found.map(({ name }) => name).toSorted(), table).toEqual(named.toSorted());
  }
});
