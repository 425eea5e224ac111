import { randomBytes } from 'node:crypto';
import { copyFileSync, existsSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createManualClock, type ManualClock } from '../../../test/support/manual-clock.ts';
import { createOutputDirectory } from '../../../test/support/output.ts';
import { openTestStore } from '../../../test/support/stores/sqlite-store.ts';
import { openSqliteStore, type SqliteStore, toDatabasePath } from './database.ts';
import { createFindStoreFault, type FindStoreFault } from './health.ts';
import { migrations } from './migrations.ts';

let directory: string;
let path: string;
let clock: ManualClock;
const opened: SqliteStore[] = [];

beforeEach(() => {
  directory = createOutputDirectory('database');
  path = toDatabasePath(directory);
  clock = createManualClock();
});
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
});

function open(): SqliteStore {
  const store = openTestStore(directory, clock);
  opened.push(store);
  return store;
}

const readVersion = (store: SqliteStore) => store.reader.get('PRAGMA user_version')?.['user_version'];
const insert = (name: string) => [
  { sql: 'INSERT INTO meta (name, value) VALUES (?, ?)', parameters: [name, new Uint8Array(1)] },
];

test('opening again changes nothing', async () => {
  const version = readVersion(open());
  expect(version).toBe(migrations.length);
  const { mtimeMs } = statSync(path);
  expect(readVersion(open())).toBe(version);
  expect(statSync(path).mtimeMs).toBe(mtimeMs);
});

test('a database whose maker has not written the fingerprint yet is nobody else’s', async () => {
  await open().close();
  const unfinished = new Database(path);
  unfinished.exec("DELETE FROM meta WHERE name = 'secret_fingerprint'");
  unfinished.close();
  expect(() => open()).not.toThrow();
});

describe('opening is refused, with a sentence,', () => {
  const openWith = (secret: number) => () =>
    openSqliteStore({
      dataDirectory: directory,
      fingerprintKey: new Uint8Array(32).fill(secret),
      clock,
    });

  test('for a database made with another secret', async () => {
    opened.push(openWith(1)());
    expect(openWith(3)).toThrow(/made with another master secret/);
  });

  test('for a database of a newer version', async () => {
    await openWith(1)().close();
    const newer = new Database(path);
    newer.pragma('user_version = 999');
    newer.close();
    expect(openWith(1)).toThrow(/newer Confere/);
  });

  test('for a file that is no database', () => {
    writeFileSync(path, 'not a database at all, but long enough to be read as a header of one'.repeat(20));
    expect(openWith(1)).toThrow(/cannot be opened/);
  });
});

describe('while the service runs,', () => {
  let store: SqliteStore;
  let findFault: FindStoreFault;
  /** Reads as a request would, a second later. */
  const read = () => {
    clock.advance(1_000);
    return store.reader.get('SELECT * FROM api_keys LIMIT 1')?.['id'];
  };
  const fault = () => {
    clock.advance(1_000);
    return findFault();
  };

  beforeEach(async () => {
    store = open();
    findFault = createFindStoreFault(store, { clock, holdsKeys: true });
    await store.writer.write([
      {
        sql: "INSERT INTO api_keys (id, hash, name, mode, scopes, created_at_ms) VALUES ('key_1', 'one', 'a', 'live', '', 1)",
        parameters: [],
      },
    ]);
    expect([read(), await fault()]).toEqual(['key_1', undefined]);
  });

  test('a file that is gone is noticed within a second by readers, writers and the probe, and is not made anew', async () => {
    rmSync(directory, { recursive: true });
    expect(read).toThrow(expect.objectContaining({ code: 'ERR_STORE_GONE' }));
    await expect(store.writer.write(insert('n'))).rejects.toMatchObject({ code: 'ERR_STORE_GONE' });
    expect((await fault())?.en).toContain('ERR_STORE_GONE');
    expect(existsSync(directory)).toBe(false);
  });

  test('a file that was put in its place is not written to unless it is this installation’s own', async () => {
    renameSync(path, `${path}.away`);
    writeFileSync(path, randomBytes(8_192));
    expect(read).toThrow();
    await expect(store.writer.write(insert('n'))).rejects.toThrow();
    expect(await fault()).toBeDefined();
  });

  test('a copy that is restored in its place is taken up, without a restart', async () => {
    new Database(path).exec(`VACUUM INTO '${path}.copy'`).close();
    rmSync(path);
    for (const suffix of ['-wal', '-shm']) rmSync(path + suffix, { force: true });
    expect(read).toThrow();
    copyFileSync(`${path}.copy`, path);
    expect([read(), await fault()]).toEqual(['key_1', undefined]);
    await store.writer.write(insert('n'));
    expect(store.reader.all("SELECT name FROM meta WHERE name = 'n'")).toHaveLength(1);
  });

  test('a start without room beside the file reads a copy in memory, and within a second what is written once there is room', async () => {
    await store.close();
    // SQLite follows none in the place of a file that it needs for reading.
    symlinkSync('nowhere', `${path}-shm`);
    store = open();
    expect(read()).toBe('key_1');
    rmSync(`${path}-shm`);
    const other = open();
    await other.writer.write([{ sql: "UPDATE api_keys SET id = 'key_2'", parameters: [] }]);
    expect(read()).toBe('key_2');
    await store.writer.write([{ sql: "UPDATE api_keys SET id = 'key_3'", parameters: [] }]);
    expect(read()).toBe('key_3');
  });

  test('a file whose bytes were overwritten is noticed', async () => {
    await store.writer.write([{ sql: 'PRAGMA wal_checkpoint', parameters: [] }]).catch(() => {});
    const other = new Database(path);
    other.pragma('wal_checkpoint(TRUNCATE)');
    other.close();
    writeFileSync(path, randomBytes(statSync(path).size), { flag: 'r+' });
    expect(read).toThrow();
    expect(await fault()).toBeDefined();
  });

  test('one failed read is told by the probe, and forgotten once reading works again', async () => {
    renameSync(path, `${path}.away`);
    for (let round = 0; round < 3; round++) expect((await fault())?.en).toContain('ERR_STORE_GONE');
    renameSync(`${path}.away`, path);
    expect(await fault()).toBeUndefined();
  });

  test('a database without its first key is not ready, and is once it has one', async () => {
    const [row] = store.reader.all('SELECT * FROM api_keys');
    await store.writer.write([{ sql: 'DELETE FROM api_keys', parameters: [] }]);
    for (let round = 0; round < 3; round++) expect((await fault())?.en).toContain('no key');
    const sql =
      "INSERT INTO api_keys (id, hash, name, mode, scopes, created_at_ms) VALUES ('key_1', ?, 'a', 'live', '', 1)";
    await store.writer.write([{ sql, parameters: [String(row?.['hash'])] }]);
    expect(await fault()).toBeUndefined();
  });

  test('nothing is ready that was never looked at: a first look that takes long is a no until it is over', async () => {
    const other = new Database(join(directory, 'confere.db'));
    other.exec('BEGIN IMMEDIATE');
    const first = createFindStoreFault(store, { clock, holdsKeys: true });
    expect((await first())?.en).toContain('not been examined');
    other.exec('ROLLBACK');
    other.close();
    await expect.poll(() => first()).toBeUndefined();
  });

  test('a write that cannot be made is told by the probe, and forgotten once it can', async () => {
    const run = (sql: string) => store.writer.write([{ sql, parameters: [] }]);
    await run("CREATE TRIGGER no BEFORE INSERT ON meta BEGIN SELECT RAISE(ABORT, 'no room'); END");
    expect((await fault())?.en).toContain('SQLITE_CONSTRAINT');
    expect(read()).toBe('key_1');
    await run('DROP TRIGGER no');
    expect(await fault()).toBeUndefined();
  });

  test('the probe is answered while another process holds the lock for long, with what was found last', async () => {
    const other = new Database(join(directory, 'confere.db'));
    other.exec('BEGIN IMMEDIATE');
    expect(await fault()).toBeUndefined();
    clock.advance(10_000);
    expect((await findFault())?.en).toContain('waiting');
    other.exec('ROLLBACK');
    other.close();
    await expect.poll(async () => fault()).toBeUndefined();
  });
});
