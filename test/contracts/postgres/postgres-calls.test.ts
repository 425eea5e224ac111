// Calls with an Idempotency-Key in PostgreSQL: the tables that they lie in by when they expire, the count of them, and nodes of the version
// before on the same database.

import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CallClaim } from '../../../src/app/idempotency/ports.ts';
import type { KeyId } from '../../../src/domain/access/api-key.ts';
import { createPostgresIdempotencyStore } from '../../../src/stores/idempotency/idempotency.postgres.ts';
import { parsePostgresAddress } from '../../../src/stores/postgres/address.ts';
import { createPostgresPool, type PostgresPool } from '../../../src/stores/postgres/pool.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { describeOnPostgres } from '../../support/stores/on-postgres.ts';
import { startPostgres, type TestDatabase, type TestPostgres } from '../../support/stores/postgres.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Later than now, so that no trigger holds it for over. */
const nowMs = Date.UTC(2100, 0, 1);
const tablesSql = `SELECT tableoid::regclass::text AS name, count(*)::integer AS calls FROM confere.idempotent_calls
  GROUP BY 1 ORDER BY 1`;

describeOnPostgres('calls in PostgreSQL', () => {
  let server: TestPostgres;
  let database: TestDatabase;
  let pool: PostgresPool;

  beforeAll(async () => {
    server = await startPostgres();
    database = await server.createDatabase();
    pool = createPostgresPool({ address: parsePostgresAddress(database.service), connectionsMax: 8 });
  });
  afterAll(async () => {
    await pool?.close();
    await server?.close();
  });
  beforeEach(async () => {
    await database.query('TRUNCATE confere.idempotent_calls, confere.idempotent_counts');
  });

  const clock = createManualClock();
  const open = (limits = { recordsPerKeyMax: 1_000, recordsMax: 1_000 }) =>
    createPostgresIdempotencyStore(pool, { link: { id: randomUUID() }, clock, ...limits });
  const toClaim = (more: Partial<CallClaim> = {}): CallClaim => ({
    id: randomUUID(),
    keyId: 'key_1' as KeyId,
    fingerprint: 'newer',
    nowMs,
    expiresAtMs: nowMs + dayMs,
    ...more,
  });
  const listTables = () => database.query<{ name: string; calls: number }>(tablesSql);

  test('that expire at different times lie in different tables, and each is claimed once all the same', async () => {
    const [one, two] = [open(), open()];
    for (let round = 0; round < 40; round++) {
      const id = randomUUID();
      // The clocks of two nodes differ, and so does the table.
      const claims = [one, two, one, two].map((store, index) =>
        store.claim(
          toClaim({ id, nowMs: nowMs + index * 7 * hourMs, expiresAtMs: nowMs + dayMs + index * 7 * hourMs }),
        ),
      );
      const seen = await Promise.all(claims);
      expect(seen.filter((winner) => winner === undefined)).toHaveLength(1);
    }
    const tables = await listTables();
    expect(tables.reduce((sum, { calls }) => sum + calls, 0)).toBe(40);
    expect(tables.length).toBeGreaterThan(1);
  });

  test('are answered and released in whichever table they lie, also where that is not remembered', async () => {
    const store = open();
    const [kept, given] = [toClaim(), toClaim()];
    for (const call of [kept, given]) expect(await store.claim(call)).toBeUndefined();
    await store.complete(kept.id, Buffer.from('answer'));
    await store.release(given.id);
    expect(await store.find(kept.id, nowMs)).toMatchObject({ kind: 'answered' });
    expect(await store.find(given.id, nowMs)).toBeUndefined();
  });

  test('go with their table once all of it is over, and not while anything in it is good', async () => {
    const store = open();
    const early = toClaim();
    // Of the same window, an hour later.
    const late = toClaim({ expiresAtMs: early.expiresAtMs + hourMs, nowMs: nowMs + hourMs });
    for (const call of [early, late]) await store.claim(call);
    expect(await listTables()).toHaveLength(1);
    await store.purge(early.expiresAtMs, 100);
    expect(await listTables()).toMatchObject([{ calls: 2 }]);
    await store.purge(late.expiresAtMs, 100);
    expect(await listTables()).toEqual([]);
    const [size] = await database.query<{ bytes: string }>(
      "SELECT sum(pg_table_size(inhrelid)) AS bytes FROM pg_inherits WHERE inhparent = 'confere.idempotent_calls'::regclass",
    );
    // Nothing but the first pages of the indexes by time.
    expect(Number(size?.bytes)).toBeLessThan(6 * 3 * 8_192 + 1);
  });

  test('stay for another time where somebody reads their table, who is not waited for long', async () => {
    const store = open();
    const call = toClaim();
    await store.claim(call);
    const reader = new pg.Client({ connectionString: database.service });
    await reader.connect();
    await reader.query('BEGIN');
    await reader.query('SELECT 1 FROM confere.idempotent_calls');
    await store.purge(call.expiresAtMs, 100);
    expect(await listTables()).toHaveLength(1);
    await reader.end();
    await store.purge(call.expiresAtMs, 100);
    expect(await listTables()).toEqual([]);
  });

  test('are counted by every node within a look, by the hour in which they expire', async () => {
    const limits = { recordsPerKeyMax: 4, recordsMax: 1_000 };
    const [one, two] = [open(limits), open(limits)];
    for (const store of [one, two, one, two]) expect(await store.claim(toClaim())).toBeUndefined();
    // Neither has looked since: each knows of its own.
    expect(await one.claim(toClaim())).toBeUndefined();
    const isFull = async (store: typeof one) => {
      clock.advance(1_000);
      const claimed = await store.claim(toClaim());
      return claimed?.kind === 'full';
    };
    for (const store of [one, two]) await expect.poll(() => isFull(store)).toBe(true);
    const counted = await database.query<{ key_id: string; part: number }>(
      'SELECT DISTINCT key_id, part FROM confere.idempotent_counts ORDER BY key_id',
    );
    const part = (nowMs + dayMs) / hourMs;
    expect(counted).toEqual([
      { key_id: '', part },
      { key_id: 'key_1', part },
    ]);
    // There is room again once they are over, before anything is purged.
    clock.advance(1_000);
    const later = nowMs + dayMs + hourMs;
    const claimLater = async () => {
      clock.advance(1_000);
      return two.claim(toClaim({ nowMs: later, expiresAtMs: later + dayMs }));
    };
    await expect.poll(claimLater).toBeUndefined();
    await two.purge(later, 100);
    const left = await database.query('SELECT 1 FROM confere.idempotent_counts WHERE part < $1', [later / hourMs]);
    expect(left).toEqual([]);
  });

  test('no claim waits for the commit of another key’s, or of its own key’s', async () => {
    const store = open();
    await store.claim(toClaim());
    const other = new pg.Client({ connectionString: database.service });
    await other.connect();
    await other.query('BEGIN');
    const values = [randomUUID(), 'key_1', 'f', 'other', nowMs + dayMs, nowMs, 0];
    await other.query('SELECT confere.claim_call($1, $2, $3, $4, $5, $6, $7)', values);
    // Its transaction is open; as many as there are connections, and then some.
    for (let count = 0; count < 40; count++) expect(await store.claim(toClaim())).toBeUndefined();
    await other.query('ROLLBACK');
    await other.end();
  });

  test('that a node brought from its own database are found, counted and purged', async () => {
    const [kept, old] = [toClaim(), toClaim({ expiresAtMs: nowMs - dayMs })];
    for (const { id, expiresAtMs } of [kept, old]) {
      await database.query(
        "INSERT INTO confere.idempotent_calls VALUES ($1, 'key_brought', 'f', 'gone', 'answer'::bytea, $2::bigint)",
        [id, expiresAtMs],
      );
    }
    await database.query('SELECT confere.count_calls_anew()');
    const limits = { recordsPerKeyMax: 2, recordsMax: 1_000 };
    const store = createPostgresIdempotencyStore(pool, { link: { id: randomUUID() }, clock, ...limits });
    const ofKey = (over: Partial<CallClaim> = {}) => toClaim({ keyId: 'key_brought' as KeyId, ...over });
    expect(await store.find(kept.id, nowMs)).toMatchObject({ kind: 'answered' });
    expect(await store.claim({ ...ofKey(), id: kept.id })).toMatchObject({ kind: 'answered' });
    expect(await store.claim(ofKey())).toBeUndefined();
    expect(await store.claim(ofKey())).toEqual({ kind: 'full', whose: 'key' });
    await store.purge(nowMs, 100);
    expect(await database.query('SELECT id FROM confere.idempotent_calls WHERE id = $1', [old.id])).toEqual([]);
    expect(await store.find(kept.id, nowMs)).toMatchObject({ kind: 'answered' });
  });
});
