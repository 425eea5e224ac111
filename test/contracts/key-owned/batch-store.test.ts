import { expect, test } from 'vitest';
import { portionMs, renewEveryMs } from '../../../src/app/batches/ports.ts';
import type { Clock } from '../../../src/app/clock.ts';
import { systemClock } from '../../../src/clock.ts';
import type { KeyId } from '../../../src/domain/access/api-key.ts';
import { createSqliteBatchStore } from '../../../src/stores/batches/batches.sqlite.ts';
import { createEventStore } from '../../../src/stores/events/events.sql.ts';
import { createSqliteSql } from '../../../src/stores/sql/sql.ts';
import { createInstanceLock } from '../../../src/stores/sqlite/instance-lock.ts';
import type { SqliteWriter } from '../../../src/stores/sqlite/writer.ts';
import { createWebhookStore } from '../../../src/stores/webhooks/webhooks.sql.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { createOutputDirectory } from '../../support/output.ts';
import { openTestStore, testRowProof } from '../../support/stores/sqlite-store.ts';
import { describeBatchStore } from './batch-store.contract.ts';

function createPlace(directory = createOutputDirectory('batches'), clock: Clock = systemClock) {
  return (isFull = () => false) => {
    const sqlite = openTestStore(directory);
    const instance = createInstanceLock(directory);
    const write: SqliteWriter['write'] = (statements) =>
      isFull() ? Promise.reject(new Error('SQLITE_FULL')) : sqlite.writer.write(statements);
    return {
      store: createSqliteBatchStore({ ...sqlite, writer: { ...sqlite.writer, write } }, instance, clock, testRowProof),
      webhooks: createWebhookStore(createSqliteSql(sqlite), testRowProof),
      events: createEventStore(createSqliteSql(sqlite)),
      end: async () => {
        await sqlite.close();
        instance.release();
      },
    };
  };
}

describeBatchStore('SQLite', async () => {
  const clock = createManualClock();
  const start = createPlace(createOutputDirectory('batches'), clock);
  return { start: async () => start(), expire: async () => clock.advance(portionMs) };
});

test('a process that was just refused a write takes no rows over before others had the time to renew theirs', async () => {
  let isFull = false;
  const clock = createManualClock();
  const start = createPlace(createOutputDirectory('batches'), clock);
  const [silent, taking] = [start(), start(() => isFull)];
  const batch = { keyId: 'key_1' as KeyId, purpose: null, explain: false, screenLanguage: null, webhookId: null };
  await silent.store.begin({ ...batch, atBudget: 'wait', id: 'bat_1', repeatId: null, createdAtMs: 1 }, 1);
  await silent.store.start('bat_1', 1, 'fingerprint');
  expect(await silent.store.take('bat_1', 1)).toEqual({ firstRow: 1, rows: [1] });
  clock.advance(portionMs);
  isFull = true;
  await expect(taking.store.take('bat_1', 1)).rejects.toThrow('SQLITE_FULL');
  isFull = false;
  expect(await taking.store.take('bat_1', 1)).toBe('others');
  clock.advance(renewEveryMs);
  expect(await taking.store.take('bat_1', 1)).toBe('others');
  clock.advance(renewEveryMs);
  expect(await taking.store.take('bat_1', 1)).toEqual({ firstRow: 1, rows: [1] });
  await taking.end();
  await silent.end();
});

test('what is given up while nothing can be written stands in nobody’s way once something can', async () => {
  let isFull = false;
  const { store, end } = createPlace()(() => isFull);
  const batch = {
    keyId: 'key_1' as KeyId,
    purpose: null,
    explain: false,
    screenLanguage: null,
    atBudget: 'wait' as const,
    webhookId: null,
    createdAtMs: 1,
  };
  expect(await store.begin({ ...batch, id: 'bat_1', repeatId: 'r' }, 1)).toBe('begun');
  isFull = true;
  await expect(store.appendInput('bat_1', { firstRow: 1, sealed: new Uint8Array(1) })).rejects.toThrow('SQLITE_FULL');
  await store.abandon('bat_1');
  expect(await store.hasWaste(0)).toBe(false);
  isFull = false;
  expect(await store.begin({ ...batch, id: 'bat_2', repeatId: null }, 1)).toBe('full');
  expect(await store.hasWaste(0)).toBe(true);
  expect(await store.begin({ ...batch, id: 'bat_3', repeatId: 'r' }, 1)).toBe('begun');
  await end();
});
