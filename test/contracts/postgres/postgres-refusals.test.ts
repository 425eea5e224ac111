// What a server refuses is an outage of what it reaches: a statement, a connection, or all of them. What it took stays good.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { parsePostgresAddress, readPostgresAddress } from '../../../src/stores/postgres/address.ts';
import { createPostgresPool, type PostgresPool } from '../../../src/stores/postgres/pool.ts';
import { createOutputDirectory } from '../../support/output.ts';
import { describeOnPostgres } from '../../support/stores/on-postgres.ts';
import { startPostgres, type TestDatabase, type TestPostgres } from '../../support/stores/postgres.ts';

const pidSql = 'SELECT pg_backend_pid() AS pid';

describeOnPostgres('a PostgreSQL that refuses', () => {
  let server: TestPostgres;
  let database: TestDatabase;
  let role: string;
  const opened: PostgresPool[] = [];

  beforeAll(async () => {
    server = await startPostgres();
    await createRole();
  });
  afterEach(async () => {
    for (const pool of opened.splice(0)) await pool.close();
  });
  afterAll(() => server?.close());

  /** For the tests behind one that changes what the role may do, too. */
  async function createRole(): Promise<void> {
    database = await server.createDatabase({ isMigrated: false });
    role = parsePostgresAddress(database.service).user;
  }
  function open(options: Partial<Parameters<typeof createPostgresPool>[0]> = {}): PostgresPool {
    const pool = createPostgresPool({ address: parsePostgresAddress(database.service), connectionsMax: 1, ...options });
    opened.push(pool);
    return pool;
  }
  const getPid = async (pool: PostgresPool) => (await pool.query<{ pid: number }>(pidSql)).rows[0]?.pid;
  const endSessions = () =>
    database.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1', [role]);

  test.each([
    ['40001', 'a transaction that lost to another one'],
    ['40P01', 'a deadlock'],
    ['53100', 'a full disk'],
    ['53200', 'no memory'],
    ['55P03', 'a lock that is not to be had'],
    ['57014', 'a statement that was cancelled'],
    ['42501', 'a right that was taken away'],
    ['42P01', 'a table that is gone'],
    ['58030', 'a disk that cannot be read'],
    ['XX001', 'damaged data'],
  ])('%s, %s, is an outage of the statement alone: the connection stays', async (code) => {
    const pool = open();
    const pid = await getPid(pool);
    const sql = `DO $$ BEGIN RAISE EXCEPTION 'refused' USING ERRCODE = '${code}'; END $$`;
    await expect(pool.query(sql)).rejects.toMatchObject({ name: 'UnreachableError', code, reach: 'statement' });
    expect(await getPid(pool)).toBe(pid);
  });

  test.each(['22012', '23505', '42601', '42703', 'P0001'])('%s is our own mistake, and stays one', async (code) => {
    const sql = `DO $$ BEGIN RAISE EXCEPTION 'refused' USING ERRCODE = '${code}'; END $$`;
    await expect(open().query(sql)).rejects.toMatchObject({ name: 'error', code });
  });

  test('a statement that takes too long is ended by the server, and costs no connection', async () => {
    const pool = open();
    const pid = await getPid(pool);
    await expect(pool.query('SELECT pg_sleep(3600)')).rejects.toMatchObject({ code: '57014', reach: 'statement' });
    expect(await getPid(pool)).toBe(pid);
    // What may take longer is given the time, and the next one is not.
    const sql = "SELECT current_setting('statement_timeout') AS limit";
    expect((await pool.query(sql, [], 60_000)).rows).toEqual([{ limit: '54s' }]);
    expect((await pool.query(sql)).rows).toEqual([{ limit: '2700ms' }]);
  });

  test('a rotated password is an outage until the file of the address has the new one', async () => {
    await createRole();
    const file = join(createOutputDirectory('address'), 'store');
    writeFileSync(file, database.service);
    const pool = open({ readAddress: () => readPostgresAddress(database.service, file) });
    await getPid(pool);
    await database.query(`ALTER ROLE ${role} PASSWORD 'another-of-this-test'`);
    await endSessions();
    await expect.poll(() => getPid(pool).catch(({ code }) => code)).toBe('28P01');
    writeFileSync(file, database.service.replace('only-of-this-test', 'another-of-this-test'));
    await expect.poll(() => getPid(pool).catch(({ code }) => code)).toBeTypeOf('number');
  });

  test('a server without room for one more connection refuses nobody who can have one of those that it took', async () => {
    await createRole();
    await database.query(`ALTER ROLE ${role} CONNECTION LIMIT 2`);
    const pool = open({ connectionsMax: 10 });
    const answers = await Promise.allSettled(
      Array.from({ length: 300 }, () => pool.query('SELECT pg_sleep(0.002)', [], 60_000)),
    );
    expect(answers.filter(({ status }) => status === 'rejected')).toEqual([]);
    expect(pool.connections()).toEqual({ busy: 0, idle: 2, waiting: 0 });
  });

  test('a server that takes no connection at all is an outage, which ends by itself', async () => {
    await createRole();
    await database.query(`ALTER ROLE ${role} CONNECTION LIMIT 0`);
    const pool = open();
    await expect(getPid(pool)).rejects.toMatchObject({ name: 'UnreachableError', code: '53300' });
    await database.query(`ALTER ROLE ${role} CONNECTION LIMIT -1`);
    await expect.poll(() => getPid(pool).catch(({ code }) => code)).toBeTypeOf('number');
  });

  test('a connection that is ended takes no other with it', async () => {
    await createRole();
    const pool = open({ connectionsMax: 2 });
    const [first, second] = await Promise.all([
      pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid, pg_sleep(0.2)'),
      pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid, pg_sleep(0.2)'),
    ]);
    const slow = pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid, pg_sleep(1)');
    const other = [first, second].map(({ rows }) => rows[0]?.pid);
    await expect
      .poll(() =>
        database.query("SELECT pid FROM pg_stat_activity WHERE query LIKE '%sleep(1)' AND usename = $1", [role]),
      )
      .toHaveLength(1);
    const waits = database.query("SELECT pid FROM pg_stat_activity WHERE query LIKE '%sleep(1)' AND usename = $1", [
      role,
    ]);
    const busy = (await waits)[0]?.['pid'];
    await database.query('SELECT pg_terminate_backend($1)', [other.find((pid) => pid !== busy)]);
    await expect(slow).resolves.toMatchObject({ rows: [{ pid: busy }] });
    await expect(getPid(pool)).resolves.toBeTypeOf('number');
  });
});
