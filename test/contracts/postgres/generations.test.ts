// With which generation of the master secret the processes on one database work: none is retired while one of them still has an older one.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { parsePostgresAddress } from '../../../src/stores/postgres/address.ts';
import { countOutdated, openNodeLink } from '../../../src/stores/postgres/node-link.ts';
import { createPostgresPool, type PostgresPool } from '../../../src/stores/postgres/pool.ts';
import { describeOnPostgres } from '../../support/stores/on-postgres.ts';
import { startPostgres, type TestPostgres } from '../../support/stores/postgres.ts';

describeOnPostgres('processes with an older master secret', () => {
  let server: TestPostgres;
  let pool: PostgresPool;
  beforeAll(async () => {
    server = await startPostgres();
    const { service } = await server.createDatabase();
    pool = createPostgresPool({ address: parsePostgresAddress(service), connectionsMax: 4 });
  });
  afterAll(async () => {
    await pool.close();
    await server.close();
  });

  test('are counted until each has taken up the newer one, or has ended; one that does not tell counts as well', async () => {
    const open = () => openNodeLink({ pool, clock: systemClock, outageMs: 0 });
    const [slow, silent] = [await open(), await open()];
    let generation = 1;
    slow.tellGeneration(() => generation);
    const count = () => countOutdated(pool, 2);
    await expect.poll(() => countOutdated(pool, 1), { timeout: 20_000 }).toBe(1);
    expect(await count()).toBe(2);
    generation = 2;
    await expect.poll(count, { timeout: 20_000 }).toBe(1);
    await silent.close();
    expect(await count()).toBe(0);
    generation = 1;
    await expect.poll(count, { timeout: 20_000 }).toBe(1);
    await slow.close();
    expect(await count()).toBe(0);
  });
});
