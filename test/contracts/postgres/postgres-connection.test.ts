// The way to the shared database: encrypted and checked, on any of its hosts, and never on one that takes no writes.

import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { OperatorError } from '../../../src/errors.ts';
import { parsePostgresAddress } from '../../../src/stores/postgres/address.ts';
import { createPostgresPool, type PostgresPool } from '../../../src/stores/postgres/pool.ts';
import type { JudgeServer } from '../../../src/stores/postgres/session.ts';
import { describeOnPostgres } from '../../support/stores/on-postgres.ts';
import {
  certificatesDirectory,
  startPostgres,
  type TestDatabase,
  type TestPostgres,
} from '../../support/stores/postgres.ts';

const authority = join(certificatesDirectory, 'ca.pem');

describeOnPostgres('a connection to PostgreSQL', () => {
  let server: TestPostgres;
  let database: TestDatabase;
  const opened: PostgresPool[] = [];

  beforeAll(async () => {
    server = await startPostgres({ ssl: 'on' });
    database = await server.createDatabase({ isMigrated: false });
  });
  afterEach(async () => {
    for (const pool of opened.splice(0)) await pool.close();
  });
  afterAll(() => server?.close());

  function open(address: string, judge?: JudgeServer): PostgresPool {
    const options = { address: parsePostgresAddress(address), connectionsMax: 2, ...(judge && { judge }) };
    const pool = createPostgresPool(options);
    opened.push(pool);
    return pool;
  }
  const isEncrypted = async (pool: PostgresPool) =>
    (await pool.query<{ ssl: boolean }>('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()')).rows[0]?.ssl;

  test('is encrypted where the address says so, and only with a server that the authority has signed', async () => {
    expect(await isEncrypted(open(`${database.service}?sslmode=verify-full&sslrootcert=${authority}`))).toBe(true);
    await expect(isEncrypted(open(`${database.service}?sslmode=verify-full`))).rejects.toMatchObject({
      code: expect.stringMatching(/CERT|VERIFY|SELF_SIGNED/),
    });
    expect(await isEncrypted(open(database.service))).toBe(false);
  });

  test('is made to the next host where the first is not there', async () => {
    const address = database.service.replace(`@127.0.0.1:${server.port}`, `@127.0.0.1:1,127.0.0.1:${server.port}`);
    await expect(open(address).query('SELECT 1')).resolves.toMatchObject({ count: 1 });
  });

  test('is not taken for slow when this process was held up and the answer has come meanwhile', async () => {
    const pool = open(database.service);
    await pool.query('SELECT 1');
    const answer = pool.query('SELECT pg_sleep(0.1)', [], 200);
    // From when the question is sent until after the deadline.
    const holdUp = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400);
    setTimeout(() => setImmediate(holdUp), 20);
    await expect(answer).resolves.toMatchObject({ count: 1 });
  });

  test('is not made to a standby, and is back by itself once that is promoted', async () => {
    const pool = open(database.service);
    await pool.query('SELECT 1');
    await server.stop();
    // Whatever command or start meets it ends with the sentence, not as a failure that nobody expected.
    const fault = await pool.query('SELECT 1').catch((error: unknown) => error);
    expect(fault).toMatchObject({ name: 'UnreachableError', message: expect.stringContaining('address in store') });
    expect(fault).toBeInstanceOf(OperatorError);
    await server.start({ isStandby: true });
    await expect.poll(() => pool.query('SELECT 1').catch(({ code }) => code)).toBe('STANDBY');
    await server.promote();
    await expect.poll(() => pool.query('SELECT 1').then(({ count }) => count, String)).toBe(1);
  });

  test.each(['query', 'open'] as const)(
    'that is judged while what is known changes is judged again before anybody has it (%s)',
    async (way) => {
      const judging = Promise.withResolvers<void>();
      const held = Promise.withResolvers<void>();
      let judged = 0;
      const pool = open(database.service, async () => {
        judged++;
        judging.resolve();
        await held.promise;
      });
      const got = way === 'open' ? pool.open() : pool.query('SELECT 1');
      await judging.promise;
      pool.renew();
      held.resolve();
      const found = await got;
      expect(judged).toBe(2);
      if ('close' in found) {
        // Whoever keeps it is not asked to give it back: it is closed where they have it.
        pool.renew();
        await expect(found.query('SELECT 1')).rejects.toThrow();
      }
    },
  );

  test('that is refused leaves others their turn: a statement that fails is no outage', async () => {
    const pool = open(database.service);
    await expect(pool.query('SELECT 1 / 0')).rejects.toMatchObject({ code: '22012' });
    await expect(pool.transaction((session) => session.query('SELECT 1 / 0'))).rejects.toMatchObject({ code: '22012' });
    const answers = await Promise.all(Array.from({ length: 20 }, () => pool.query('SELECT 1')));
    expect(answers).toHaveLength(20);
  });
});
