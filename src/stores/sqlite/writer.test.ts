import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createOutputDirectory } from '../../../test/support/output.ts';
import { openTestStore } from '../../../test/support/stores/sqlite-store.ts';
import type { SqliteStore } from './database.ts';

let directory: string;
let store: SqliteStore;
beforeEach(() => {
  directory = createOutputDirectory('writer');
  store = openTestStore(directory);
});
afterEach(() => store.close());

const insert = (name: string) => ({
  sql: 'INSERT INTO meta (name, value) VALUES (?, ?)',
  parameters: [name, Buffer.from('value')],
});
const names = () =>
  store.reader.all("SELECT name FROM meta WHERE name LIKE 'n%' ORDER BY rowid").map((row) => row['name']);
const statuses = async (writes: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(writes)).map(({ status }) => status);

/** Simulates another process in the middle of a transaction. */
function takeLock(): () => void {
  const other = new Database(join(directory, 'confere.db'));
  other.exec('BEGIN IMMEDIATE');
  return () => {
    other.exec('ROLLBACK');
    other.close();
  };
}

test('a write can be read, by every connection, once its promise resolves, and the order of the calls is kept', async () => {
  const wanted = Array.from({ length: 50 }, (_, index) => `n${String(index).padStart(2, '0')}`);
  await Promise.all(wanted.map((name) => store.writer.write([insert(name)])));
  expect(names()).toEqual(wanted);
});

test('statements of one write succeed or fail together, and a failed write takes no other with it', async () => {
  const writes = [
    store.writer.write([insert('n1')]),
    store.writer.write([insert('n2'), insert('n1')]),
    store.writer.write([{ sql: 'SELECT nothing FROM nowhere', parameters: [] }]),
    store.writer.write([insert('n3')]),
  ];
  expect(await statuses(writes)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
  expect(names()).toEqual(['n1', 'n3']);
  await expect(writes[1]).rejects.toMatchObject({ code: 'SQLITE_CONSTRAINT_PRIMARYKEY' });
});

test('a statement that reads sees what its own write did before it', async () => {
  const [, found] = await store.writer.write([
    insert('n1'),
    { sql: 'SELECT value FROM meta WHERE name = @name', parameters: { name: 'n1' } },
  ]);
  expect(Buffer.from(found?.rows[0]?.['value'] as Uint8Array).toString()).toBe('value');
});

describe('while another process holds the lock', () => {
  test('writes wait, reads and the event loop do not', async () => {
    const release = takeLock();
    let isWritten = false;
    const written = store.writer.write([insert('n1')]).then(() => {
      isWritten = true;
    });
    for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect([isWritten, names()]).toEqual([false, []]);
    release();
    await written;
    expect(names()).toEqual(['n1']);
  });
});

test('on a full disk writes fail with its code, and succeed again once there is room, without a restart', async () => {
  const pages = store.reader.get('PRAGMA page_count')?.['page_count'];
  await store.writer.write([{ sql: `PRAGMA max_page_count = ${pages}`, parameters: [] }]);
  const large = { sql: insert('').sql, parameters: ['n1', new Uint8Array(100_000)] };
  await expect(store.writer.write([large])).rejects.toMatchObject({ code: 'SQLITE_FULL' });
  await store.writer.write([{ sql: 'PRAGMA max_page_count = 100000', parameters: [] }]);
  await store.writer.write([large]);
  expect(names()).toEqual(['n1']);
});

test('closing waits for the writes that were asked for', async () => {
  const writes = Array.from({ length: 20 }, (_, index) => store.writer.write([insert(`n${index}`)]));
  await store.writer.close();
  expect(new Set(await statuses(writes))).toEqual(new Set(['fulfilled']));
});

test('a commit is durable: write-ahead log, synchronised fully, in the thread that writes', async () => {
  const [journal, synchronous] = await store.writer.write([
    { sql: 'PRAGMA journal_mode', parameters: [] },
    { sql: 'PRAGMA synchronous', parameters: [] },
  ]);
  expect([journal?.rows[0], synchronous?.rows[0]]).toEqual([{ journal_mode: 'wal' }, { synchronous: 2 }]);
});
