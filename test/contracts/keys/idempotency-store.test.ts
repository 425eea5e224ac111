import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import type { KeyId } from '../../../src/domain/access/api-key.ts';
import { createSqliteIdempotencyStore } from '../../../src/stores/idempotency/idempotency.sqlite.ts';
import { createInstanceLock } from '../../../src/stores/sqlite/instance-lock.ts';
import { createOutputDirectory } from '../../support/output.ts';
import { openTestStore } from '../../support/stores/sqlite-store.ts';
import { describeIdempotencyStore, type StoreProcess } from './idempotency-store.contract.ts';

const directory = createOutputDirectory('idempotency');
const running = new Set<StoreProcess>();

function start(limits = { recordsPerKeyMax: 1_000, recordsMax: 1_000 }): StoreProcess {
  const sqlite = openTestStore(directory);
  const instance = createInstanceLock(directory);
  const process: StoreProcess = {
    store: createSqliteIdempotencyStore(sqlite, { instance, ...limits }),
    end: async () => {
      running.delete(process);
      instance.release();
      await sqlite.close();
    },
  };
  running.add(process);
  return process;
}

afterEach(async () => {
  for (const process of running) await process.end();
});

describeIdempotencyStore('SQLite', start);

test('a process that ends leaves no lock file behind, and the next one clears what a killed one left', async () => {
  const [one, two] = [start(), start()];
  mkdirSync(join(directory, 'instances'), { recursive: true });
  writeFileSync(join(directory, 'instances', 'killed'), '');
  writeFileSync(join(directory, 'instances', 'killed.new'), '');
  for (const [index, { store }] of [one, two].entries()) {
    await store.claim({ id: `own ${index}`, keyId: 'key_1' as KeyId, fingerprint: 'f', nowMs: 0, expiresAtMs: 1 });
  }
  expect(readdirSync(join(directory, 'instances'))).toHaveLength(2);
  await one.end();
  await two.end();
  expect(readdirSync(join(directory, 'instances'))).toEqual([]);
});

test('SQLite deletes no more at a time than it is told', async () => {
  const { store } = start();
  const claim = (id: string) =>
    store.claim({ id, keyId: 'key_1' as KeyId, fingerprint: 'f', nowMs: -9, expiresAtMs: -1 });
  for (const id of ['first', 'second', 'third']) await claim(id);
  // Before all that other tests have left.
  expect(await store.purge(-1, 2)).toBe(true);
  const left = await Promise.all(['first', 'second', 'third'].map((id) => store.find(id, -9)));
  expect(left.filter((call) => call !== undefined)).toHaveLength(1);
  expect(await store.purge(-1, 2)).toBe(false);
});

test.each(['SQLITE_BUSY', 'SQLITE_CORRUPT', 'ERR_STORE_THREAD'])(
  'a claim that %s keeps from the file says so',
  async (code) => {
    const sqlite = openTestStore(directory);
    const instance = createInstanceLock(directory);
    onTestFinished(async () => {
      instance.release();
      await sqlite.close();
    });
    const write = () => Promise.reject(new Database.SqliteError('words of the driver', code));
    const failing = { ...sqlite, writer: { ...sqlite.writer, write } };
    const store = createSqliteIdempotencyStore(failing, { instance, recordsPerKeyMax: 9, recordsMax: 9 });
    const claim = { id: code, keyId: 'key_1' as KeyId, fingerprint: 'f', nowMs: 0, expiresAtMs: 1 };
    expect(await store.claim(claim)).toEqual({ kind: 'busy', code });
  },
);
