// `npm run bench calls`: calls with an Idempotency-Key in PostgreSQL. How many are claimed a second where commits take 50 ms, as the version
// with a count in every claim did it and as it is now, in turns; what a call takes of the processor, of the disk and of the write-ahead log.

import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import type { CallClaim, IdempotencyStore } from '../../src/app/idempotency/ports.ts';
import { systemClock } from '../../src/clock.ts';
import type { KeyId } from '../../src/domain/access/api-key.ts';
import { createPostgresIdempotencyStore } from '../../src/stores/idempotency/idempotency.postgres.ts';
import { parsePostgresAddress } from '../../src/stores/postgres/address.ts';
import { createPostgresPool, type PostgresPool } from '../../src/stores/postgres/pool.ts';
import { migrations } from '../../src/stores/postgres/schema/migrations.ts';
import { findPostgres } from '../../test/support/machine.ts';
import { noPostgres, startPostgres, type TestDatabase, type TestPostgres } from '../../test/support/stores/postgres.ts';
import { print } from '../support/print.ts';
import { readCpuSeconds } from '../support/processor-time.ts';
import { median } from '../support/rounds.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5);
const roundMs = Number(process.env['BENCH_ROUND_MS'] ?? 3_000);
const connections = Number(process.env['BENCH_CONNECTIONS'] ?? 40);
const heldMs = Number(process.env['BENCH_HELD_MS'] ?? 50);
const recordsBefore = Number(process.env['BENCH_RECORDS_BEFORE'] ?? 400_000);
const recordsMeasured = Number(process.env['BENCH_RECORDS'] ?? 4_000);
const dayMs = 86_400_000;
const answerBytes = 800;

/** How a call was claimed before: its count in sixteen parts, by triggers that are of the schema before. */
const countedClaimSql = `WITH counts AS (
    SELECT coalesce(sum(records) FILTER (WHERE key_id = $2), 0) AS own, coalesce(sum(records) FILTER (WHERE key_id = ''), 0) AS total
    FROM confere.idempotent_counts WHERE key_id IN ($2, '')
  ), claimed AS (
    INSERT INTO confere.idempotent_calls AS known (id, key_id, fingerprint, owner, expires_at_ms)
    SELECT $1, $2, $3, $4, $5::bigint FROM counts WHERE own < 100000000 AND total < 100000000
    ON CONFLICT (id) DO UPDATE SET fingerprint = excluded.fingerprint WHERE known.expires_at_ms <= $6::bigint RETURNING 1
  )
  SELECT EXISTS (SELECT 1 FROM claimed) AS is_claimed FROM counts`;
const schemaBefore = migrations.findIndex(({ name }) => name === 'windows of calls');

type Claim = (claim: CallClaim) => Promise<unknown>;

export async function run(): Promise<void> {
  if (findPostgres() === undefined) {
    process.stdout.write(`Left out: ${noPostgres}\n`);
    return;
  }
  const server = await startPostgres({ shared_buffers: '256MB', max_wal_size: '8GB', full_page_writes: 'on' });
  try {
    print(`load of the machine ${loadavg()[0]?.toFixed(1)}`);
    await measureHeld(server);
    await measureOne(server);
  } finally {
    await server.stop();
    await server.close();
  }
}

async function measureHeld(server: TestPostgres): Promise<void> {
  const [before, now] = [await createBefore(server), await server.createDatabase()];
  const [beforePool, nowPool] = [openPool(before), openPool(now)];
  await hold(before);
  await hold(now);
  const limits = { recordsPerKeyMax: 1e9, recordsMax: 1e9 };
  const store = createPostgresIdempotencyStore(nowPool, { link: { id: randomUUID() }, clock: systemClock, ...limits });
  const contestants: readonly (readonly [string, Claim])[] = [
    [
      'counted in every claim',
      ({ id, keyId, fingerprint, expiresAtMs, nowMs }) =>
        beforePool.query(countedClaimSql, [id, keyId, fingerprint, 'owner', expiresAtMs, nowMs]),
    ],
    ['counted apart, in windows', (claim) => store.claim(claim)],
  ];
  const seen = new Map<string, number[]>();
  for (let round = 0; round <= rounds; round++) {
    for (const [name, claim] of contestants) {
      const perSecond = await countClaims(claim);
      // The first one opens connections and plans statements.
      if (round > 0) seen.set(name, [...(seen.get(name) ?? []), perSecond]);
    }
  }
  print(`${connections} connections, commits held for ${heldMs} ms, one key, ${rounds} rounds of ${roundMs} ms`);
  for (const [name, figures] of seen) print(`  ${name}: ${Math.round(median(figures))} claims a second`);
  const [first = [], second = []] = [...seen.values()];
  print(`  now against before: ${median(second.map((figure, index) => figure / (first[index] ?? 1))).toFixed(2)}`);
  await beforePool.close();
  await nowPool.close();
}

async function countClaims(claim: Claim): Promise<number> {
  const until = Date.now() + roundMs;
  let claims = 0;
  const work = async () => {
    for (; Date.now() < until; claims++) await claim(createClaim());
  };
  await Promise.all(Array.from({ length: connections }, work));
  return (claims * 1000) / roundMs;
}

/** Every commit waits, with all that it holds: as one does that another server must have before. */
async function hold(database: TestDatabase): Promise<void> {
  await database.query(`CREATE FUNCTION confere.hold_commit() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_sleep(${heldMs / 1000}); RETURN NULL; END $$`);
  const tables = await database.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relnamespace = 'confere'::regnamespace AND relkind = 'r' AND relname LIKE 'idempotent_calls%'",
  );
  for (const { name } of tables) {
    await database.query(`CREATE CONSTRAINT TRIGGER held AFTER INSERT ON confere.${name} DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION confere.hold_commit()`);
  }
}

async function createBefore(server: TestPostgres): Promise<TestDatabase> {
  const database = await server.createDatabase({ isMigrated: false });
  await database.query('CREATE SCHEMA confere');
  for (const { sql } of migrations.slice(0, schemaBefore)) await database.query(sql);
  const role = parsePostgresAddress(database.service).user;
  await database.query(`GRANT USAGE ON SCHEMA confere TO ${role}`);
  await database.query(`GRANT ALL ON ALL TABLES IN SCHEMA confere TO ${role}`);
  return database;
}

/** What a call takes: looked for, claimed, answered, each a transaction, with as many on record before as make the index a large one. */
async function measureOne(server: TestPostgres): Promise<void> {
  const database = await server.createDatabase();
  const pool = openPool(database);
  const limits = { recordsPerKeyMax: 1e9, recordsMax: 1e9 };
  const store = createPostgresIdempotencyStore(pool, { link: { id: randomUUID() }, clock: systemClock, ...limits });
  await call(store);
  const [table] = await database.query<{ name: string }>(
    'SELECT tableoid::regclass::text AS name FROM confere.idempotent_calls',
  );
  await database.query(`INSERT INTO ${table?.name} SELECT rtrim(translate(encode(sha256(gen_random_uuid()::text::bytea), 'base64'), '+/', '-_'), '='),
    key_id, fingerprint, owner, sealed_answer, expires_at_ms FROM ${table?.name}, generate_series(1, ${recordsBefore})`);
  await database.query('ANALYZE');
  const postmaster = Number(readFileSync(join(server.directory, 'postmaster.pid'), 'utf8').split('\n')[0]);
  for (const compression of ['off', 'lz4']) {
    await database.query(`ALTER SYSTEM SET wal_compression = '${compression}'`);
    await database.query('SELECT pg_reload_conf()');
    await database.query('CHECKPOINT');
    const [before, cpuBefore] = [await readState(database), readCpuSeconds(postmaster)];
    const left = Array.from({ length: recordsMeasured }).values();
    const work = async () => {
      for (const _ of left) await call(store);
    };
    await Promise.all(Array.from({ length: connections }, work));
    const [after, cpuAfter] = [await readState(database), readCpuSeconds(postmaster)];
    const each = (name: keyof typeof after) => (after[name] - before[name]) / recordsMeasured;
    print(
      `${recordsMeasured} calls after a checkpoint, beside ${recordsBefore} on record, wal_compression = ${compression}: ` +
        `${(each('wal') / 1000).toFixed(1)} kB of write-ahead log each, ${each('images').toFixed(2)} page images; ` +
        `${each('bytes').toFixed(0)} bytes on the disk; ${(((cpuAfter - cpuBefore) * 1e6) / recordsMeasured).toFixed(0)} µs of PostgreSQL's processor`,
    );
  }
  await pool.close();
}

async function readState(database: TestDatabase) {
  const [row] = await database.query<{ wal: string; images: string; bytes: string }>(`SELECT
    (pg_current_wal_insert_lsn() - '0/0')::text AS wal, (SELECT wal_fpi FROM pg_stat_wal)::text AS images,
    (SELECT sum(pg_total_relation_size(inhrelid)) FROM pg_inherits WHERE inhparent = 'confere.idempotent_calls'::regclass)::text AS bytes`);
  return { wal: Number(row?.wal), images: Number(row?.images), bytes: Number(row?.bytes) };
}

async function call(store: IdempotencyStore): Promise<void> {
  const claim = createClaim();
  await store.find(claim.id, claim.nowMs);
  await store.claim(claim);
  await store.complete(claim.id, randomBytes(answerBytes));
}

const openPool = (database: TestDatabase): PostgresPool =>
  createPostgresPool({ address: parsePostgresAddress(database.service), connectionsMax: connections });

function createClaim(): CallClaim {
  const nowMs = Date.now();
  return {
    id: randomBytes(32).toString('base64url'),
    keyId: 'key_0123456789abcdef01' as KeyId,
    fingerprint: randomBytes(32).toString('base64url'),
    nowMs,
    expiresAtMs: nowMs + dayMs,
  };
}
