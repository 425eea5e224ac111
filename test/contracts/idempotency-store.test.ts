import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openSqliteStore } from '../../src/stores/database.sqlite.ts';
import { createSqliteIdempotencyStore } from '../../src/stores/idempotency.sqlite.ts';
import { createInstanceLock } from '../../src/stores/instance-lock.sqlite.ts';
import { createOutputDirectory } from '../support/output.ts';
import { describeIdempotencyStore, type StoreProcess } from './idempotency-store.contract.ts';

const directory = createOutputDirectory('idempotency');
const running = new Set<StoreProcess>();

function start(): StoreProcess {
  const sqlite = openSqliteStore(directory, new Uint8Array(32));
  const instance = createInstanceLock(directory);
  const process: StoreProcess = {
    store: createSqliteIdempotencyStore(sqlite, instance),
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
  writeFileSync(join(directory, 'instances', 'killed'), '');
  writeFileSync(join(directory, 'instances', 'killed.new'), '');
  for (const { store } of [one, two]) await store.release('none');
  expect(readdirSync(join(directory, 'instances'))).toHaveLength(2);
  await one.end();
  await two.end();
  expect(readdirSync(join(directory, 'instances'))).toEqual([]);
});
