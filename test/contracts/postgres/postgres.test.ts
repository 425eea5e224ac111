// Every port that PostgreSQL stands behind, by the suites that the embedded stores pass.

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { toDraft } from '../../../src/app/audit/record.ts';
import { systemClock } from '../../../src/clock.ts';
import { openPostgresAuditLog } from '../../../src/stores/audit/log/audit-log.postgres.ts';
import { createPostgresAuditTrail } from '../../../src/stores/audit/trail/audit-trail.postgres.ts';
import { createStoreProbe } from '../../../src/stores/doctor/store-probe.ts';
import { createPostgresIdempotencyStore } from '../../../src/stores/idempotency/idempotency.postgres.ts';
import { createPostgresKeyStore } from '../../../src/stores/keys/keys.postgres.ts';
import { createOperatorStore } from '../../../src/stores/operators/operators.sql.ts';
import { createPasskeyStore } from '../../../src/stores/operators/passkeys.sql.ts';
import { parsePostgresAddress } from '../../../src/stores/postgres/address.ts';
import { UnreachableError } from '../../../src/stores/postgres/fault.ts';
import { createLineageMemory } from '../../../src/stores/postgres/lineage.ts';
import { type LinkChange, openNodeLink, untilHeard } from '../../../src/stores/postgres/node-link.ts';
import { createPostgresPool, type PostgresPool } from '../../../src/stores/postgres/pool.ts';
import { dropMonths, findOldMonths, prepareMonths } from '../../../src/stores/postgres/schema/audit-months.ts';
import { openSession } from '../../../src/stores/postgres/session.ts';
import { createPostgresSql } from '../../../src/stores/sql/sql.ts';
import { createPostgresUsageStore } from '../../../src/stores/usage/usage.postgres.ts';
import { describeOnPostgres } from '../../support/stores/on-postgres.ts';
import { startPostgres, type TestDatabase, type TestPostgres } from '../../support/stores/postgres.ts';
import { createNotedRowProof, testKeyChecksum } from '../../support/stores/sqlite-store.ts';
import { startTcpProxy } from '../../support/stores/tcp-proxy.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';
import { auditSecrets, describeAudit, postgresLogOptions, toPersonEntry } from '../audit/audit.contract.ts';
import { describeIdempotencyStore, type StoreProcess } from '../keys/idempotency-store.contract.ts';
import { describeKeyStore } from '../keys/key-store.contract.ts';
import { describeOperatorStore } from '../keys/operator-store.contract.ts';
import { describePasskeyStore } from '../keys/passkey-store.contract.ts';
import { describeUsageStore } from '../keys/usage-store.contract.ts';

describeOnPostgres('PostgreSQL', () => {
  let server: TestPostgres;
  let database: TestDatabase;
  const closing: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    server = await startPostgres();
    database = await server.createDatabase();
  });
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });
  afterAll(() => server?.close());

  function openPool(connectionsMax = 4): PostgresPool {
    const pool = createPostgresPool({ address: parsePostgresAddress(database.service), connectionsMax });
    closing.push(() => pool.close());
    return pool;
  }

  async function openProcess() {
    const pool = openPool();
    const link = await openNodeLink({ pool, clock: systemClock, outageMs: 0 });
    closing.push(() => link.close());
    return { pool, link };
  }

  test('a node tells how far its clock is from that of the server, and doctor says it; so too many connections', async () => {
    let aheadMs = 600_000;
    const clock = { ...systemClock, nowMs: () => systemClock.nowMs() + aheadMs };
    const changes: LinkChange[] = [];
    const link = await openNodeLink({
      pool: openPool(),
      clock,
      outageMs: 0,
      onChange: (change) => changes.push(change),
    });
    closing.push(() => link.close());
    expect(Math.round((link.getSkewMs() ?? 0) / 60_000)).toBe(10);
    expect(changes).toMatchObject([{ kind: 'clocks_differ' }]);
    const examine = async (processesMax: number) => {
      const getAddress = () => parsePostgresAddress(database.service);
      const lineageFile = join(createTemporaryFolder('lineage'), 'lineage');
      const options = { getAddress, lineageFile, clock, auditDeadlineMs: 30_000, connectionsMax: 10, processesMax };
      return JSON.stringify(await createStoreProbe(options).run());
    };
    expect(await examine(1)).toMatch(/The clock here is (?:599|60\d) s ahead of that of the database/);
    aheadMs = 0;
    await expect.poll(() => changes.at(-1)).toEqual({ kind: 'clocks_agree' });
    expect(await examine(1)).not.toMatch(/clock|connections/);
    expect(await examine(100)).toMatch(/100 processes may open 1400 connections .* the server takes \d+/);
  });

  test('doctor measures the way to the server, and names audit.deadline_ms where a record cannot keep it', async () => {
    const way = await startTcpProxy(server.port);
    closing.push(() => way.close());
    way.delay(100);
    const service = database.service.replace(`:${server.port}/`, `:${way.port}/`);
    const address = parsePostgresAddress(service);
    const lineageFile = join(createTemporaryFolder('lineage'), 'lineage');
    const examine = async (auditDeadlineMs: number) => {
      const options = {
        getAddress: () => address,
        lineageFile,
        clock: systemClock,
        connectionsMax: 1,
        processesMax: 1,
      };
      return JSON.stringify(await createStoreProbe({ ...options, auditDeadlineMs }).run());
    };
    // There and back are 200 ms: seven times that is what a record may need.
    expect(await examine(1_399)).toMatch(/the database and back takes \d{3,} ms\..* audit\.deadline_ms allows 1399/);
    expect(await examine(60_000)).not.toContain('audit.deadline_ms');
    const log = openPostgresAuditLog({ ...postgresLogOptions, address: service, deadlineMs: 100 });
    closing.push(() => log.close());
    await expect(log.append(toPersonEntry(1))).rejects.toThrow(/^AUDIT_SLOW: .* audit\.deadline_ms \(100 ms\)$/);
  });

  /** As a superuser who is no part of the service. */
  async function editRows(sql: string, ...values: readonly unknown[]): Promise<void> {
    let count = 0;
    const numbered = sql.replaceAll('?', () => `$${++count}`).replaceAll('TABLE.', 'confere.');
    await database.query(numbered, values);
  }

  describeKeyStore('PostgreSQL', async () => {
    await database.query('TRUNCATE confere.api_keys, confere.replaced_hashes');
    const damaged: string[] = [];
    const open = async () => {
      const { pool, link } = await openProcess();
      const onDamage = (id: string) => damaged.push(id);
      return createPostgresKeyStore(pool, { checksum: testKeyChecksum, clock: systemClock, link, onDamage });
    };
    /** As a superuser who is no part of the service: the database itself tells of it. */
    const edit = async (sql: string, ...values: readonly unknown[]) => {
      await database.query(sql, values);
      const [change] = await database.query<{ number: string }>('SELECT number FROM confere.key_changes');
      await untilHeard(Number(change?.number), { pool: openPool(), clock: systemClock });
    };
    return {
      store: await open(),
      reopen: open,
      damaged,
      editByHand: (id, field, value) => edit(`UPDATE confere.api_keys SET ${field} = $1 WHERE id = $2`, value, id),
      prolongByHand: (id, untilMs) =>
        edit('UPDATE confere.replaced_hashes SET until_ms = $1 WHERE key_id = $2', untilMs, id),
    };
  });

  async function startStore(limits = { recordsPerKeyMax: 1_000, recordsMax: 1_000 }): Promise<StoreProcess> {
    const { pool, link } = await openProcess();
    return {
      store: createPostgresIdempotencyStore(pool, { link, clock: systemClock, ...limits }),
      end: async () => {
        await link.close();
        await pool.close();
      },
    };
  }
  describeIdempotencyStore('PostgreSQL', startStore);

  describeUsageStore('PostgreSQL', async () => {
    await database.query('TRUNCATE confere.usage_requests, confere.usage_verifications, confere.usage_calls');
    return { store: createPostgresUsageStore(openPool()), reopen: () => createPostgresUsageStore(openPool()) };
  });

  describeOperatorStore('PostgreSQL', async () => {
    await emptyOperators();
    const { proof, faults } = createNotedRowProof();
    const open = () => createOperatorStore(createPostgresSql(openPool()), proof);
    return { store: open(), reopen: open, faults, edit: editRows };
  });

  describePasskeyStore('PostgreSQL', async () => {
    await emptyOperators();
    const { proof, faults } = createNotedRowProof();
    const open = () => createPasskeyStore(createPostgresSql(openPool()), proof);
    return { store: open(), reopen: open, faults, edit: editRows };
  });
  const emptyOperators = () =>
    database.query(
      'TRUNCATE confere.operators, confere.operator_sessions, confere.operator_passkeys, confere.used_sign_ins',
    );

  describe('its audit', () => {
    beforeEach(async () => {
      // Only the months that hold something: there are many tables.
      const months = await database.query<{ name: string }>(
        `SELECT DISTINCT tableoid::regclass::text AS name FROM confere.audit_groups
          UNION SELECT DISTINCT tableoid::regclass::text FROM confere.audit_evidence`,
      );
      const tables = ['audit_chains', 'audit_heads', 'audit_dropped', 'audit_open_intents'].map(
        (name) => `confere.${name}`,
      );
      await database.query(`TRUNCATE ${[...tables, ...months.map(({ name }) => name)].join(', ')}`);
    });

    describeAudit('PostgreSQL', async () => {
      const log = openPostgresAuditLog({ ...postgresLogOptions, address: database.service });
      let closed: Promise<void> | undefined;
      const close = () => {
        closed ??= log.close();
        return closed;
      };
      closing.push(close);
      const owner = createPostgresPool({ address: parsePostgresAddress(database.owner), connectionsMax: 2 });
      closing.push(() => owner.close());
      const source = { kind: 'postgres', address: database.owner } as const;
      return { log: { ...log, close }, trail: createPostgresAuditTrail(owner, () => [auditSecrets]), source };
    });
  });

  test('records that nobody waits for are held through an outage, and written when it is over', async () => {
    const changes: string[] = [];
    const log = openPostgresAuditLog({
      ...postgresLogOptions,
      address: database.service,
      onChange: ({ kind }) => changes.push(kind),
    });
    closing.push(() => log.close());
    await log.append(toPersonEntry(1));
    const count = async () => {
      const [row] = await database.query<{ count: string }>(
        'SELECT coalesce(sum(count), 0) AS count FROM confere.audit_groups',
      );
      return Number(row?.count);
    };
    const before = await count();
    await server.stop();
    log.note(toPersonEntry(9_001));
    await expect.poll(() => changes).toContain('failed');
    for (let index = 9_002; index <= 9_400; index++) log.note(toPersonEntry(index));
    await expect(log.append(toPersonEntry(9_401))).rejects.toThrow();
    await server.start();
    await expect.poll(count).toBe(before + 400);
    // What the database shows is told to the process a moment later.
    await expect.poll(() => log.queued()).toBe(0);
  });

  test('an audit that can be read but not written does not count as writable, however often it is probed', async () => {
    const changes: string[] = [];
    let pauses = 0;
    const log = openPostgresAuditLog({
      ...postgresLogOptions,
      address: database.service,
      random: () => {
        pauses++;
        return 0;
      },
      onChange: ({ kind }) => changes.push(kind),
    });
    closing.push(() => log.close());
    await log.append(toPersonEntry(1));
    const role = decodeURIComponent(new URL(database.service).username);
    const resetSql = `ALTER ROLE "${role}" RESET default_transaction_read_only`;
    closing.push(() => database.query(resetSql).then(() => undefined));
    await database.query(`ALTER ROLE "${role}" SET default_transaction_read_only = on`);
    // Sessions from before keep what they have.
    await database.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${role}'`);
    await expect(log.append(toPersonEntry(2))).rejects.toThrow();
    await expect.poll(() => pauses, { timeout: 60_000 }).toBeGreaterThanOrEqual(3);
    // The ended session and the refused write are two faults, each told once.
    expect([log.isWritable(), new Set(changes)]).toEqual([false, new Set(['failed'])]);
    await database.query(resetSql);
    await expect.poll(() => log.isWritable(), { timeout: 60_000 }).toBe(true);
    expect(changes.filter((kind) => kind === 'recovered')).toHaveLength(1);
    await log.append(toPersonEntry(3));
  });

  test('records are durable when they are acknowledged, whatever the role has as its default', async () => {
    const role = decodeURIComponent(new URL(database.service).username);
    await database.query(`ALTER ROLE "${role}" SET synchronous_commit = off`);
    closing.push(() => database.query(`ALTER ROLE "${role}" RESET synchronous_commit`).then(() => undefined));
    const { openPostgresAuditWriter } = await import('../../../src/stores/audit/log/audit-writer.postgres.ts');
    const options = { address: database.service, secrets: [auditSecrets] as const, statementMs: 30_000 };
    const writer = await openPostgresAuditWriter(options, 0);
    closing.push(async () => writer.close());
    const flushed = async () => {
      const sql = 'SELECT pg_current_wal_flush_lsn() = pg_current_wal_insert_lsn() AS all';
      return (await database.query<{ all: boolean }>(sql))[0]?.all;
    };
    const found: unknown[] = [];
    for (let index = 1; index <= 20; index++) {
      await writer.append([toDraft(toPersonEntry(index))], 0);
      found.push(await flushed());
    }
    // The server writes to its log by itself now and then, which may lie there for a moment.
    expect(found.filter((isFlushed) => isFlushed === true).length).toBeGreaterThan(15);
  });

  test('the end of a chain whose process was killed is signed by another, and not before', async () => {
    await startStore();
    const { openPostgresAuditWriter } = await import('../../../src/stores/audit/log/audit-writer.postgres.ts');
    const options = { address: database.service, secrets: [auditSecrets] as const, statementMs: 30_000 };
    const [killed, other] = [await openPostgresAuditWriter(options, 0), await openPostgresAuditWriter(options, 0)];
    closing.push(async () => other.close());
    await killed.append([toDraft(toPersonEntry(1)), toDraft(toPersonEntry(2))], 0);
    const lastSql = 'SELECT chain, first + count - 1 AS sequence FROM confere.audit_groups ORDER BY place DESC LIMIT 1';
    const [last] = await database.query<{ chain: string; sequence: number }>(lastSql);
    const isSigned = async () => {
      const sql = 'SELECT 1 FROM confere.audit_heads WHERE chain = $1 AND sequence = $2';
      return (await database.query(sql, [last?.chain, last?.sequence])).length === 1;
    };
    await other.signHead(1_000);
    await other.signHead(2_000);
    expect(await isSigned()).toBe(false);
    // As a kill does: the server ends the session, and nothing is signed.
    killed.close();
    await expect
      .poll(async () => {
        await other.signHead(3_000);
        return isSigned();
      })
      .toBe(true);
  });

  test('a call that could not be released while the server was gone is as if it had never been begun', async () => {
    const { store } = await startStore();
    const call = { id: randomUUID(), keyId: 'key_of_a_call', fingerprint: 'a', nowMs: 1_000, expiresAtMs: 9_000 };
    expect(await store.claim(call as Parameters<typeof store.claim>[0])).toBeUndefined();
    await server.stop();
    await expect(store.release(call.id)).rejects.toMatchObject({ name: 'UnreachableError' });
    await server.start();
    await expect.poll(() => store.find(call.id, 2_000).catch(({ code }) => code)).toBeUndefined();
  });

  const openOwner = async () => {
    const { session } = await openSession(parsePostgresAddress(database.owner), 0);
    closing.push(async () => session.close());
    return session;
  };
  const countWaiting = async () => {
    const sql = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
    return (await database.query(sql)).length;
  };

  describe('a newer server that is heard of while a session is being opened', () => {
    const lock = async (table: string) => {
      const owner = await openOwner();
      await owner.run(`BEGIN; LOCK TABLE confere.${table} IN ACCESS EXCLUSIVE MODE`);
      return { end: () => owner.run('COMMIT') };
    };

    test('ends the session of a node that has not proven anything yet, and what was known is not used', async () => {
      let judged = 0;
      let isOld = false;
      const pool = createPostgresPool({
        address: parsePostgresAddress(database.service),
        connectionsMax: 4,
        judge: async () => {
          judged++;
          if (isOld) throw new UnreachableError('OLD_PRIMARY');
        },
      });
      closing.push(() => pool.close());
      const link = await openNodeLink({ pool, clock: systemClock, outageMs: 60_000 });
      closing.push(() => link.close());
      const held = await lock('key_changes');
      pool.renew();
      await expect.poll(async () => [judged, await countWaiting()], { interval: 20 }).toEqual([2, 1]);
      isOld = true;
      pool.renew();
      await held.end();
      await expect.poll(link.findFault).toBe('OLD_PRIMARY');
      expect([link.isCurrent(), link.isWithinOutage()]).toEqual([false, false]);
    });

    test('lets no record be written to the older one', async () => {
      const lineageFile = join(createTemporaryFolder('lineage'), 'lineage');
      const log = openPostgresAuditLog({ ...postgresLogOptions, address: database.service, lineageFile });
      closing.push(() => log.close());
      const held = await lock('audit_policies');
      const appended = expect(log.append(toPersonEntry(1))).rejects.toThrow();
      await expect.poll(countWaiting, { interval: 20 }).toBe(1);
      const memory = createLineageMemory(lineageFile);
      const known = memory.read();
      if (known === undefined) throw new Error('The server was not judged.');
      memory.remember({ ...known, timeline: known.timeline + 1 });
      await held.end();
      await appended;
    });
  });

  describe('while somebody reads for a long time, as a backup does', () => {
    const beginReading = async () => {
      const reader = await openOwner();
      await reader.run('BEGIN; SELECT count(*) FROM confere.audit_groups, confere.audit_evidence');
      return { end: () => reader.run('COMMIT') };
    };
    const listMonths = async () => {
      const sql =
        "SELECT relname FROM pg_class WHERE relname ~ '^audit_(groups|evidence)_2' AND relkind = 'r' ORDER BY 1";
      return (await database.query<{ relname: string }>(sql)).map(({ relname }) => relname);
    };

    test('the months to come are made', async () => {
      const before = await listMonths();
      await database.query(`DROP TABLE confere."${before.at(-1)}"`);
      await beginReading();
      await prepareMonths(await openOwner());
      expect(await listMonths()).toEqual(before);
    });

    test('a month that is old enough waits for a moment at a time, lets records through, and goes when the reading is over', async () => {
      await database.query(`CREATE TABLE confere.audit_evidence_2019_03 PARTITION OF confere.audit_evidence
        FOR VALUES FROM ('2019-03-01') TO ('2019-04-01')`);
      const { user } = parsePostgresAddress(database.owner);
      await database.query(`ALTER TABLE confere.audit_evidence_2019_03 OWNER TO ${user}`);
      const owner = await openOwner();
      const old = await findOldMonths(owner, { recordDays: 1_825, detailsDays: 180 });
      expect(old).toMatchObject({ starts: [], evidenceBeforeMs: Date.UTC(2019, 3, 2) });
      const reader = await beginReading();
      const dropped = dropMonths(owner, old, { tries: 1_000, pauseMs: 200 });
      dropped.catch(() => {});
      await expect.poll(countWaiting, { interval: 20 }).toBe(1);
      await expect.poll(countWaiting, { interval: 20 }).toBe(0);
      await reader.end();
      expect(await dropped).toEqual(['audit_evidence_2019_03']);
    });
  });

  test('the role of the service cannot change what it need not: tables, the history of migrations, counted usage', async () => {
    const pool = openPool();
    const refused = [
      'DROP TABLE confere.api_keys',
      'DELETE FROM confere.api_keys',
      'UPDATE confere.migrations SET version = 99',
      'DELETE FROM confere.usage_requests',
      'DELETE FROM confere.audit_groups',
      'UPDATE confere.audit_groups SET contents = NULL, find = NULL, find_mac = NULL',
      'DELETE FROM confere.audit_evidence',
      'TRUNCATE confere.audit_groups',
      'UPDATE confere.audit_heads SET sequence = 1',
      'INSERT INTO confere.audit_dropped (chain, sequence, hash, month) SELECT chain, first, parts, now() FROM confere.audit_groups',
      'CREATE TABLE confere.own (id text)',
    ];
    for (const sql of refused) await expect(pool.query(sql)).rejects.toMatchObject({ code: '42501' });
    await expect(pool.query('SELECT $1::text', [randomUUID()])).resolves.toMatchObject({ count: 1 });
  });
});
