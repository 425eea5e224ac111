// Real processes and the real command line on one PostgreSQL: setting it up, upgrades, a node that is killed, the audit of all.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { verifyAudit } from '../../../src/app/audit/verify-audit.ts';
import { systemClock } from '../../../src/clock.ts';
import { openAuditProof } from '../../../src/compose/commands/audit/audit-proof.ts';
import { toAuditSecrets } from '../../../src/compose/parts/audit/audit-secrets.ts';
import { openStores } from '../../../src/compose/parts/stores.ts';
import { loadConfig } from '../../../src/config.ts';
import { openPostgresAuditLog } from '../../../src/stores/audit/log/audit-log.postgres.ts';
import { createOutputDirectory } from '../../support/output.ts';
import { refusal, success, useCommands } from '../../support/service/commands.ts';
import {
  confere,
  createHome,
  createKey,
  type Home,
  type RunningProcess,
  startProcess,
} from '../../support/service/process.ts';
import { post } from '../../support/service/service.ts';
import { describeOnPostgres } from '../../support/stores/on-postgres.ts';
import { startPostgres, type TestDatabase, type TestPostgres } from '../../support/stores/postgres.ts';

const { confereHere } = useCommands();

/** bureau_a answers after 800 ms. */
const slow = { cpf: '90000001490' };

describeOnPostgres('nodes on one PostgreSQL', () => {
  let server: TestPostgres;
  let database: TestDatabase;
  const secrets = join(createOutputDirectory('secrets'), 'secrets');
  const started: RunningProcess[] = [];

  beforeAll(async () => {
    server = await startPostgres();
    database = await server.createDatabase({ isMigrated: false });
  });
  afterEach(async () => {
    for (const running of started.splice(0)) await running.stop('SIGKILL');
  });
  afterAll(() => server?.close());

  const createNode = (more: Record<string, string> = {}): Home =>
    createHome({
      CONFERE_STORE: database.service,
      CONFERE_SECRETS_DIR: secrets,
      CONFERE_STORE_OUTAGE_SECONDS: '1',
      ...more,
    });
  const createOwner = () => createNode({ CONFERE_STORE_MAINTENANCE: database.owner });
  const start = async (home: Home) => {
    const running = await startProcess(home);
    started.push(running);
    return running;
  };

  test('are made by `store migrate`, which says before what is pending, and refuse to start on any other schema', async () => {
    const owner = createOwner();
    expect(await confere(createNode(), 'keys', 'list')).toMatchObject(
      refusal(2, 'no tables of Confere yet. Make them: confere store migrate'),
    );
    expect(await confere(owner, 'store', 'migrate', '--check')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('pending: baseline'),
    });
    const planned = await confereHere(owner, 'store', 'migrate', '--plan');
    expect(planned).toMatchObject({ code: 0, stdout: expect.stringContaining('CREATE TABLE confere.api_keys') });
    expect((await confereHere(owner, 'store', 'migrate', '--check')).code).toBe(1);
    // Two at a time: one waits for the other, and finds nothing left to do.
    const [one, two] = await Promise.all([confere(owner, 'store', 'migrate'), confere(owner, 'store', 'migrate')]);
    expect([one.code, two.code], `${one.stderr}${two.stderr}`).toEqual([0, 0]);
    expect([one.stdout, two.stdout].sort()[1]).toContain('Nothing was pending');
    expect((await confereHere(owner, 'store', 'migrate', '--check')).code).toBe(0);
    expect((await confereHere(owner, 'store', 'migrate', '--plan')).stdout).toContain('Nothing is pending');
    await database.query(
      'UPDATE confere.migrations SET version = -version WHERE version = (SELECT max(version) FROM confere.migrations)',
    );
    const again = await confereHere(owner, 'store', 'migrate', '--plan', '--json');
    const { pending } = JSON.parse(again.stdout) as {
      pending: { name: string; changes: { table: string; bytes: number }[] }[];
    };
    expect(pending).toHaveLength(1);
    for (const { table, bytes } of pending.flatMap(({ changes }) => changes))
      expect([table, bytes >= 0]).toEqual([table, true]);
    await database.query('UPDATE confere.migrations SET version = -version WHERE version < 0');

    await database.query("INSERT INTO confere.migrations VALUES (99, 'of tomorrow', now(), now())");
    expect((await confereHere(createNode(), 'keys', 'list')).stderr).toContain('brought forward by a newer Confere');
    await database.query('UPDATE confere.migrations SET finished_at = NULL WHERE version = 99');
    expect((await confereHere(createNode(), 'keys', 'list')).stderr).toContain('begun and not finished');
    await database.query('DELETE FROM confere.migrations WHERE version = 99');
    expect(await confere(createNode(), 'doctor', '--json')).toMatchObject({
      stdout: expect.stringMatching(/"subject": ?"store",\s*"state": ?"ok"/),
    });
  });

  test('know a key wherever it was made, and refuse a node with another master secret', async () => {
    const [one, two] = [createNode(), createNode()];
    const { key, id } = await createKey(one, '--mode', 'test');
    const running = await start(two);
    const verify = () => post(`${running.address}/v1/verify/cpf`, { cpf: '40442820135' }, { key });
    expect((await verify()).status).toBe(200);
    expect(await confere(one, 'keys', 'revoke', id)).toMatchObject({ code: 0 });
    expect((await verify()).status).toBe(401);
    const stranger = createNode({ CONFERE_SECRETS_DIR: join(createOutputDirectory('other'), 'secrets') });
    expect((await confereHere(stranger, 'keys', 'list')).stderr).toMatch(/master secret/);
    // Nor is one made for a command that only writes down what it does.
    const bare = createNode({
      CONFERE_SECRETS_DIR: join(createOutputDirectory('bare'), 'secrets'),
      CONFERE_STORE_MAINTENANCE: database.owner,
    });
    expect(await confere(bare, 'store', 'purge')).toMatchObject(refusal(2, 'master secret'));
    expect(existsSync(join(bare.env['CONFERE_SECRETS_DIR'] as string, 'master.key'))).toBe(false);
  });

  test('a node that is killed in the middle of a call leaves it unknown on the other: nothing is asked again', async () => {
    const { key } = await createKey(createNode(), '--mode', 'test');
    const [one, two] = [await start(createNode()), await start(createNode())];
    const send = ({ address }: RunningProcess) =>
      post(`${address}/v1/verify/cpf`, slow, { key, headers: { 'idempotency-key': 'killed' } });
    const broken = send(one).catch(() => undefined);
    const count = async () => {
      const [row] = await database.query<{ count: string }>('SELECT count(*) FROM confere.idempotent_calls');
      return Number(row?.count);
    };
    await expect.poll(count, { interval: 10 }).toBe(1);
    await one.stop('SIGKILL');
    await broken;
    await expect.poll(async () => (await send(two)).body.code).toBe('idempotency_outcome_unknown');
    expect((await send(two)).status).toBe(409);
  });

  test('have one audit, read and proven on any of them; months that are old enough go, and the rest stays provable', async () => {
    const node = createNode();
    const verified = await confere(node, 'audit', 'verify', '--json');
    expect(JSON.parse(verified.stdout)).toMatchObject({ kind: 'intact', unsigned: 0 });
    expect(JSON.parse((await confere(node, 'audit', 'list', '--kind', 'act', '--json')).stdout).length).toBeGreaterThan(
      2,
    );
    await proveInParts(node);
    await database.query(`CREATE TABLE confere.audit_groups_2019_03 PARTITION OF confere.audit_groups
      FOR VALUES FROM ('2019-03-01') TO ('2019-04-01')`);
    const [{ owner } = { owner: '' }] = await database.query<{ owner: string }>(
      "SELECT pg_get_userbyid(relowner) AS owner FROM pg_class WHERE relname = 'audit_groups'",
    );
    await database.query(`ALTER TABLE confere.audit_groups_2019_03 OWNER TO ${owner}`);
    await database.query('ALTER TABLE confere.audit_groups DISABLE TRIGGER audit_groups_only_forget');
    const purge = () => confereHere(createOwner(), 'store', 'purge');

    // What is of today does not go because somebody moved it into an old month.
    await database.query("UPDATE confere.audit_groups SET written_on = '2019-03-05' WHERE first = 1");
    expect(await purge()).toMatchObject(refusal(1, 'hold records that are younger'));
    await database.query('UPDATE confere.audit_groups SET written_on = current_date WHERE first = 1');
    // Nor while the clock cannot be right: the newest record of any chain lies in the future.
    const inAYearMs = Date.now() + 365 * 86_400_000;
    await database.query("INSERT INTO confere.audit_chains (id) VALUES ('chain_ahead')");
    await database.query(
      `INSERT INTO confere.audit_groups (chain, first, count, from_ms, to_ms, generation, parts, place)
        VALUES ('chain_ahead', 1, 1, ${inAYearMs}, ${inAYearMs}, 1, '', 0)`,
    );
    expect(await purge()).toMatchObject(refusal(1, 'before the newest record'));
    await database.query("DELETE FROM confere.audit_groups WHERE chain = 'chain_ahead'");
    await database.query("DELETE FROM confere.audit_chains WHERE id = 'chain_ahead'");

    await writeOldChain();
    expect((await confereHere(node, 'store', 'purge')).code).not.toBe(0);
    const purged = await purge();
    expect(purged, purged.stderr).toMatchObject(success('audit_groups_2019_03'));
    const after = JSON.parse((await confereHere(node, 'audit', 'verify', '--json')).stdout);
    expect(after).toMatchObject({ kind: 'intact' });
    expect(after.dropped).toBe(2);
    // Somebody else's drop is none.
    await database.query('UPDATE confere.audit_dropped SET sequence = sequence + 1');
    expect(await confereHere(node, 'audit', 'verify')).toMatchObject(
      refusal(1, 'were dropped, and no act covers that'),
    );
  });

  /** What `--since` leaves out is said, and `--threads` finds the same by connections of their own. */
  async function proveInParts(node: Home): Promise<void> {
    const verify = async (...options: readonly string[]) => {
      const { code, stdout, stderr } = await confereHere(node, 'audit', 'verify', '--json', ...options);
      expect(code, stderr).toBe(0);
      return JSON.parse(stdout) as { records: number; notRead: number; chains: number };
    };
    const whole = await verify('--threads', '1');
    expect(await verify('--threads', '2', '--since', '2020-01-01')).toEqual(whole);
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    expect(await verify('--since', tomorrow)).toMatchObject({ records: 0, notRead: whole.records });
    const heads = (await confereHere(node, 'audit', 'heads')).stdout.trim().split('\n');
    const { chain, sequence } = JSON.parse(heads[0] as string) as { chain: string; sequence: number };
    expect((await verify('--since', `${chain}:${sequence}`)).notRead).toBeGreaterThanOrEqual(sequence);
    const missing = await confereHere(node, 'audit', 'verify', '--since', `${chain}:999999`);
    expect(missing).toMatchObject(refusal(2, 'No head of ours signs record'));

    // Parts as small as this are not worth a thread: the command would take one for fifty thousand records.
    const config = loadConfig({ cwd: node.directory, env: node.env });
    await using stores = await openStores(config, systemClock);
    await using proof = await openAuditProof(config, stores.secret);
    const { trail, check, toParts } = proof;
    const inParts = await verifyAudit({ trail, check, parts: { ...toParts(2), recordsPerPart: 2 } });
    expect(inParts).toMatchObject({ kind: 'intact', records: whole.records, chains: whole.chains });
  }

  /** A chain of its own, of 2019, by our own key. */
  async function writeOldChain(): Promise<void> {
    const chains = await database.query<{ id: string; since: Date }>(
      'DELETE FROM confere.audit_chains RETURNING id, since',
    );
    const { directory, env } = createOwner();
    const stores = await openStores(loadConfig({ cwd: directory, env }), systemClock);
    const log = openPostgresAuditLog({
      address: database.service,
      secrets: toAuditSecrets(stores.secret),
      clock: systemClock,
      random: () => 0,
      deadlineMs: 30_000,
      onChange: () => {},
    });
    const act = { kind: 'act', atMs: Date.UTC(2019, 2, 5), actor: 'root', act: 'key_created', target: null } as const;
    for (let time = 1; time <= 2; time++) await log.append(act);
    await log.close();
    await stores.close();
    await database.query(`UPDATE confere.audit_groups SET written_on = '2019-03-05'
      WHERE chain = (SELECT id FROM confere.audit_chains)`);
    for (const { id, since } of chains)
      await database.query('INSERT INTO confere.audit_chains (id, since) VALUES ($1, $2)', [id, since]);
  }
});
