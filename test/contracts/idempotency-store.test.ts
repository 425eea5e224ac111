import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openDatabase } from '../../src/stores/database.sqlite.ts';
import { createSqliteIdempotencyStore } from '../../src/stores/idempotency.sqlite.ts';
import { holdInstanceLock } from '../../src/stores/instance-lock.sqlite.ts';
import { createOutputDirectory } from '../support/output.ts';
import { describeIdempotencyStore, type StoreProcess } from './idempotency-store.contract.ts';

const directory = createOutputDirectory('idempotency');
const running = new Set<StoreProcess>();

function start(): StoreProcess {
  const database = openDatabase(directory, new Uint8Array(32));
  const instance = holdInstanceLock(directory, database);
  const process: StoreProcess = {
    store: createSqliteIdempotencyStore(database, instance),
    end: () => {
      running.delete(process);
      instance.release();
      database.close();
    },
  };
  running.add(process);
  return process;
}

afterEach(() => {
  for (const process of running) process.end();
});

describeIdempotencyStore('SQLite', start);

test('a process that ends leaves no lock file behind', () => {
  const [one, two] = [start(), start()];
  expect(readdirSync(join(directory, 'instances'))).toHaveLength(2);
  one.end();
  two.end();
  expect(readdirSync(join(directory, 'instances'))).toEqual([]);
});
