// What goes on in the background, on PostgreSQL, by the suites that the embedded stores pass.

import { afterAll, afterEach, beforeAll, beforeEach, describe } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { createPostgresBatchStore } from '../../src/stores/batches.postgres.ts';
import { createPostgresEventStore } from '../../src/stores/events.postgres.ts';
import { createPostgresJobLease } from '../../src/stores/job-lease.postgres.ts';
import { parsePostgresAddress } from '../../src/stores/postgres/address.ts';
import { openNodeLink } from '../../src/stores/postgres/node-link.ts';
import { createPostgresPool, type PostgresPool } from '../../src/stores/postgres/pool.ts';
import { createPostgresWatchStore } from '../../src/stores/watches.postgres.ts';
import { createPostgresWebhookStore } from '../../src/stores/webhooks.postgres.ts';
import { findPostgres } from '../support/machine.ts';
import { noPostgres, startPostgres, type TestDatabase, type TestPostgres } from '../support/stores/postgres.ts';
import { describeBatchStore } from './batch-store.contract.ts';
import { describeEventStore } from './event-store.contract.ts';
import { describeJobLease } from './job-lease.contract.ts';
import { describeWatchStore } from './watch-store.contract.ts';
import { describeWebhookStore } from './webhook-store.contract.ts';

const hasPostgres = findPostgres() !== undefined;
if (!hasPostgres) process.stderr.write(`test/contracts/postgres-jobs.test.ts is skipped: ${noPostgres}\n`);

describe.skipIf(!hasPostgres)('PostgreSQL', () => {
  let server: TestPostgres;
  let database: TestDatabase;
  const closing: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    server = await startPostgres();
    database = await server.createDatabase();
  });
  beforeEach(async () => {
    const tables = [
      'batches',
      'batch_inputs',
      'batch_portions',
      'batch_rows',
      'batch_counts',
      'watches',
      'watch_lists',
    ];
    const all = [
      ...tables,
      'watch_changes',
      'webhook_endpoints',
      'webhook_deliveries',
      'events',
      'event_counts',
      'job_lease',
    ];
    await database.query(`TRUNCATE ${all.map((name) => `confere.${name}`).join(', ')}`);
  });
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });
  afterAll(() => server?.close());

  function openPool(): PostgresPool {
    const pool = createPostgresPool({ address: parsePostgresAddress(database.service), connectionsMax: 4 });
    closing.push(() => pool.close());
    return pool;
  }

  async function openProcess() {
    const pool = openPool();
    const link = await openNodeLink({ pool, clock: systemClock, outageMs: 0 });
    closing.push(() => link.close());
    /** As a kill ends it, and then the time after which it is noticed. */
    const end = async () => {
      await link.close();
      await pool.close();
      for (const table of ['batches', 'watches']) {
        await database.query(`UPDATE confere.${table} SET seen_at = seen_at - interval '1 minute'`);
      }
    };
    const events = createPostgresEventStore(pool);
    return { pool, owner: link.id, others: { webhooks: createPostgresWebhookStore(pool), events, end } };
  }

  describeBatchStore('PostgreSQL', async () => ({
    async start() {
      const { pool, owner, others } = await openProcess();
      return { store: createPostgresBatchStore(pool, owner), ...others };
    },
    expire: async () => void (await database.query('UPDATE confere.batch_portions SET until = now()')),
  }));

  describeWatchStore('PostgreSQL', async () => async () => {
    const { pool, owner, others } = await openProcess();
    return { store: createPostgresWatchStore(pool, owner), ...others };
  });

  describeWebhookStore('PostgreSQL', () => createPostgresWebhookStore(openPool()));

  describeEventStore('PostgreSQL', () => {
    const pool = openPool();
    return { events: createPostgresEventStore(pool), webhooks: createPostgresWebhookStore(pool) };
  });

  describeJobLease('PostgreSQL', async (clock) => {
    let started = 0;
    const age = (ms: number) =>
      database.query(`UPDATE confere.job_lease SET renewed_at = renewed_at - interval '${ms} milliseconds'`);
    return {
      async start() {
        const pool = openPool();
        return {
          lease: createPostgresJobLease(pool, `process ${started++}`, clock),
          end: async () => {
            await pool.close();
            await age(60_000);
          },
        };
      },
      async pass(ms) {
        clock.advance(ms);
        await age(ms);
      },
    };
  });
});
