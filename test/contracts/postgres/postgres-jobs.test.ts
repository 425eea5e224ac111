// What goes on in the background, on PostgreSQL, by the suites that the embedded stores pass.

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type DatedEdition, writePoint } from '../../../src/app/watches/lists/lists-point.ts';
import { systemClock } from '../../../src/clock.ts';
import type { KeyId, KeyMode } from '../../../src/domain/access/api-key.ts';
import { createBoughtAnswers } from '../../../src/stores/answers/bought-answers.sql.ts';
import { createPostgresQuestions } from '../../../src/stores/answers/questions.postgres.ts';
import { createPostgresBatchStore } from '../../../src/stores/batches/batches.postgres.ts';
import { createClearances } from '../../../src/stores/clearances/clearances.sql.ts';
import { createEventStore } from '../../../src/stores/events/events.sql.ts';
import { createPostgresJobLease } from '../../../src/stores/jobs/job-lease.postgres.ts';
import { createPostgresNeeded } from '../../../src/stores/jobs/jobs-state.sql.ts';
import { createNodeTaking } from '../../../src/stores/key-owned/taking-in.postgres.ts';
import { parsePostgresAddress } from '../../../src/stores/postgres/address.ts';
import { openNodeLink } from '../../../src/stores/postgres/node-link.ts';
import { createPostgresPool, type PostgresPool } from '../../../src/stores/postgres/pool.ts';
import { createPostgresSql } from '../../../src/stores/sql/sql.ts';
import { createWatchStore } from '../../../src/stores/watches/watches.sql.ts';
import { createWebhookStore } from '../../../src/stores/webhooks/webhooks.sql.ts';
import { describeOnPostgres } from '../../support/stores/on-postgres.ts';
import { startPostgres, type TestDatabase, type TestPostgres } from '../../support/stores/postgres.ts';
import { createNotedRowProof, testRowProof } from '../../support/stores/sqlite-store.ts';
import { describeBoughtAnswerStore } from '../answers/bought-answer-store.contract.ts';
import { describeQuestionStore } from '../answers/question-store.contract.ts';
import { describeBatchStore } from '../key-owned/batch-store.contract.ts';
import { describeClearanceStore } from '../key-owned/clearance-store.contract.ts';
import { describeEventStore } from '../key-owned/event-store.contract.ts';
import { describeJobLease } from '../key-owned/job-lease.contract.ts';
import { describeProvenRows } from '../key-owned/proven-rows.contract.ts';
import { describeWatchStore } from '../key-owned/watch-store.contract.ts';
import { describeWebhookStore } from '../key-owned/webhook-store.contract.ts';

describeOnPostgres('PostgreSQL', () => {
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
      'bought_answers',
      'clearances',
      'ended_clearances',
      'questions',
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
    const events = createEventStore(createPostgresSql(pool));
    return {
      pool,
      owner: link.id,
      others: { webhooks: createWebhookStore(createPostgresSql(pool), testRowProof), events, end },
    };
  }

  describeBatchStore('PostgreSQL', async () => ({
    async start() {
      const { pool, owner, others } = await openProcess();
      return { store: createPostgresBatchStore(pool, owner, systemClock, testRowProof), ...others };
    },
    expire: async () => void (await database.query('UPDATE confere.batch_portions SET until = now()')),
  }));

  describe('a row that is claimed at the moment at which its portion is taken over', () => {
    /** A store whose statements are not committed before the test says so. */
    async function openHeld(owner: string) {
      const session = await openPool().open();
      closing.push(async () => session.close());
      await session.run('BEGIN');
      const held = { query: session.query, transaction: () => Promise.reject(new Error('not here')) };
      return {
        store: createPostgresBatchStore(held, owner, systemClock, testRowProof),
        commit: () => session.run('COMMIT'),
      };
    }
    const openStore = (owner: string) => createPostgresBatchStore(openPool(), owner, systemClock, testRowProof);
    const readStatus = async () => (await database.query('SELECT status FROM confere.batch_rows'))[0]?.['status'];

    async function begin() {
      const silent = openStore('silent');
      const batch = { id: 'bat_1', keyId: 'key_1' as KeyId, purpose: null, explain: false, screenLanguage: null };
      await silent.begin({ ...batch, atBudget: 'wait', webhookId: null, repeatId: null, createdAtMs: 1 }, 1);
      await silent.start('bat_1', 1, 'fingerprint');
      await silent.take('bat_1', 1);
      await database.query('UPDATE confere.batch_portions SET until = now()');
      return silent;
    }

    test('is given up with the others by whoever takes it over, not left as started', async () => {
      await begin();
      const claiming = await openHeld('silent');
      expect(await claiming.store.claim('bat_1', 1, null)).toBe(true);
      const next = openStore('next');
      expect(await next.take('bat_1', 1)).toBe('others');
      await claiming.commit();
      expect(await next.take('bat_1', 1)).toEqual({ firstRow: 1, rows: [] });
      expect(await readStatus()).toBe('outcome_unknown');
    });

    test('is not claimed by who has lost it', async () => {
      const silent = await begin();
      const taking = await openHeld('next');
      expect(await taking.store.take('bat_1', 1)).toEqual({ firstRow: 1, rows: [1] });
      const claimed = silent.claim('bat_1', 1, null);
      const sql = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
      const waits = expect.poll(async () => (await database.query(sql)).length, { interval: 20 }).toBe(1);
      await Promise.race([waits, claimed]);
      await taking.commit();
      expect(await claimed).toBe(false);
      expect(await openStore('next').claim('bat_1', 1, null)).toBe(true);
    });
  });

  describeWatchStore('PostgreSQL', async () => async () => {
    const { pool, owner, others } = await openProcess();
    return {
      store: createWatchStore(createPostgresSql(pool), createNodeTaking(createPostgresSql(pool), owner), testRowProof),
      ...others,
    };
  });

  test('the snapshots and editions that live watches stand at are needed; where nobody can tell, all of them', async () => {
    const { pool, owner } = await openProcess();
    const watches = createWatchStore(
      createPostgresSql(pool),
      createNodeTaking(createPostgresSql(pool), owner),
      testRowProof,
    );
    const seen = { list: 'onu', edition: '2', asOf: '2026-11-18' };
    const begin = (id: string, mode: KeyMode, snapshot: string | null, ...editions: DatedEdition[]) => {
      const terms = { purpose: null, legalBasis: null, untilMs: null, repeatId: null, createdAtMs: 1 };
      const kind = snapshot === null ? 'person' : 'company';
      const lists = editions.length === 0 ? null : writePoint({ day: '2026-11-18', editions });
      const whose = { id, keyId: 'key_1' as KeyId, mode, kind, webhookId: null } as const;
      return watches.begin({ ...whose, ...terms, snapshot, lists }, 9);
    };
    await begin('wat_1', 'live', null, { ...seen, list: 'ceis', edition: '1' }, seen);
    await begin('wat_2', 'live', 'snap_1');
    await begin('wat_3', 'test', 'snap_2', { ...seen, edition: '3' });
    await begin('wat_4', 'live', 'snap_3', { ...seen, edition: '4' });
    await watches.delete('wat_4', 'key_1' as KeyId);
    const toAddress = (address: string) => () => parsePostgresAddress(address);
    const needed = createPostgresNeeded(toAddress(database.service));
    const editions = await needed.findEditions();
    expect(editions).toEqual([{ ...seen, list: 'ceis', edition: '1' }, seen]);
    expect(await needed.findSnapshots()).toEqual(['snap_1']);
    const nowhere = createPostgresNeeded(toAddress(database.service.replace(database.name, 'nowhere')));
    expect([await nowhere.findEditions(), await nowhere.findSnapshots()]).toEqual(['all', 'all']);
  });

  describeWebhookStore('PostgreSQL', () => createWebhookStore(createPostgresSql(openPool()), testRowProof));

  describeEventStore('PostgreSQL', () => {
    const pool = openPool();
    return {
      events: createEventStore(createPostgresSql(pool)),
      webhooks: createWebhookStore(createPostgresSql(pool), testRowProof),
    };
  });

  describeBoughtAnswerStore('PostgreSQL', () => {
    const pool = openPool();
    return { store: createBoughtAnswers(createPostgresSql(pool)), events: createEventStore(createPostgresSql(pool)) };
  });

  describeClearanceStore('PostgreSQL', () => {
    const pool = openPool();
    return {
      store: createClearances(createPostgresSql(pool), testRowProof),
      watches: createWatchStore(
        createPostgresSql(pool),
        createNodeTaking(createPostgresSql(pool), 'owner'),
        testRowProof,
      ),
    };
  });

  describeProvenRows('PostgreSQL', () => {
    const pool = openPool();
    const { proof, faults, ended } = createNotedRowProof();
    return {
      clearances: createClearances(createPostgresSql(pool), proof),
      webhooks: createWebhookStore(createPostgresSql(pool), proof),
      batches: createPostgresBatchStore(pool, 'owner', systemClock, proof),
      watches: createWatchStore(createPostgresSql(pool), createNodeTaking(createPostgresSql(pool), 'owner'), proof),
      faults,
      ended,
      edit: async (sql, ...values) => {
        let count = 0;
        const numbered = sql.replaceAll('?', () => `$${++count}`).replaceAll('TABLE.', 'confere.');
        await database.query(numbered, values);
      },
    };
  });

  const openQuestions = (node: string) => createPostgresQuestions(openPool(), node);
  describeQuestionStore('PostgreSQL', () => [openQuestions('one'), openQuestions('two')]);

  test('what a node left of its questions is deleted when it is over, and its answers when anybody is erased', async () => {
    const [one, two] = [openQuestions('one'), openQuestions('two')];
    const listLeft = async () =>
      (await database.query('SELECT name FROM confere.questions ORDER BY name')).map(({ name }) => name);
    for (const name of ['answered', 'brief']) {
      const mine = await one.take(name, 60_000);
      await two.take(name, 60_000);
      const lifeMs = name === 'brief' ? 1 : 60_000;
      if (mine.kind === 'mine') await mine.turn.end({ sealed: Buffer.from(name), lifeMs });
    }
    await expect.poll(listLeft).toEqual(['answered']);
    await one.take('asked', 60_000);
    await one.take('died', 1);
    await expect.poll(async () => [await two.purge(), await listLeft()]).toEqual([false, ['answered', 'asked']]);
    await createBoughtAnswers(createPostgresSql(openPool())).erase(['somebody'], 0);
    expect(await listLeft()).toEqual(['asked']);
  });

  test('many answers that are left at once are deleted by few purges', async () => {
    const pool = openPool();
    let purges = 0;
    const query: PostgresPool['query'] = (sql, parameters) => {
      if (sql.startsWith('DELETE') && parameters === undefined) purges++;
      return pool.query(sql, parameters);
    };
    const [one, two] = [createPostgresQuestions({ query }, 'one'), openQuestions('two')];
    const leave = async (name: string) => {
      const mine = await one.take(name, 60_000);
      await two.take(name, 60_000);
      if (mine.kind === 'mine') await mine.turn.end({ sealed: Buffer.from(name), lifeMs: 1_000 });
    };
    await Promise.all(Array.from({ length: 50 }, (_, index) => leave(`many ${index}`)));
    const countLeft = async () =>
      (await database.query("SELECT 1 FROM confere.questions WHERE name LIKE 'many %'")).length;
    await expect.poll(countLeft, { timeout: 60_000 }).toBe(0);
    expect(purges).toBeLessThan(50);
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
