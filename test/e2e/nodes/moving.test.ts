// From one machine to several and back: everything that a service has kept in its own files is in PostgreSQL afterwards, proven and in use,
// and comes out of it again. Each way is killed in the middle and run again; in each a batch is under way, and nobody is asked twice.

import { execFile } from 'node:child_process';
import events from 'node:events';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sealJudgement } from '../../../src/app/screening/clearances/sealed-judgement.ts';
import { sealChange } from '../../../src/app/watches/told-changes.ts';
import { systemClock } from '../../../src/clock.ts';
import { openStores } from '../../../src/compose/parts/stores.ts';
import { loadConfig } from '../../../src/config.ts';
import { completeCpf } from '../../../src/domain/numbers/cpf.ts';
import type { Simulator } from '../../../src/sim/server.ts';
import { openConsolePage, consolePassword as password, signInTo } from '../../support/console/console-page.ts';
import { parties } from '../../support/parties/simulated-sources.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/parties/webhook-receiver.ts';
import { main } from '../../support/program.ts';
import { refusal, useCommands } from '../../support/service/commands.ts';
import {
  type CreatedKey,
  createHome,
  createKey,
  type Home,
  type RunningProcess,
  startProcess,
} from '../../support/service/process.ts';
import { get, post, postTable } from '../../support/service/service.ts';
import { createSimulatedHome, startParties } from '../../support/service/simulated-home.ts';
import { describeOnPostgres } from '../../support/stores/on-postgres.ts';
import { startPostgres, type TestDatabase, type TestPostgres } from '../../support/stores/postgres.ts';

const scopes = ['--scope', 'verify:cpf', 'verify:batch', 'watch:company', 'read:verification'];
const rowsAtOnce = 4;
const operator = 'analista';
const once = { 'idempotency-key': 'before' };

/** Also before the first test. */
const until = (read: () => unknown, wanted: unknown) =>
  vi.waitFor(async () => expect(await read()).toEqual(wanted), { timeout: 120_000, interval: 50 });

interface Batch {
  readonly id: string;
  readonly cpfs: readonly string[];
}

describeOnPostgres('the way from one machine to several, and back', () => {
  const { confereHere: confere, confereHereWithInput } = useCommands();
  const opened = new AsyncDisposableStack();
  let server: TestPostgres;
  let database: TestDatabase;
  let simulator: Simulator;
  let receiver: WebhookReceiver;
  let alone: Home;
  let shared: Home;
  let key: CreatedKey;
  /** Ended while the data was in PostgreSQL. */
  let ended: CreatedKey;
  let webhookId: string;
  let watchId: string;
  /** Asked about on the first machine, and what came of it. */
  let first: { readonly requestId: string; readonly shown: unknown; readonly usage: number };
  let done: Batch & { readonly results: string };
  const running: Batch[] = [];
  /** As `GET /v1/events` has told them, in their order. */
  let told: readonly string[] = [];

  const data = () => join(alone.directory, 'data');
  let people = 0;
  const toPeople = (count: number) => Array.from({ length: count }, () => completeCpf(String(720_000_000 + people++)));
  const setLatency = (ms: number) => simulator.set(parties.bureau_a, { latency: { kind: 'fixed', ms } });
  const readBatch = async ({ address }: RunningProcess, id: string) =>
    (await get(`${address}/v1/batches/${id}`, { key: key.key })).body;
  const readResults = async ({ address }: RunningProcess, id: string) =>
    (await fetch(`${address}/v1/batches/${id}/results`, { headers: { authorization: `Bearer ${key.key}` } })).text();
  const ask = ({ address }: RunningProcess, cpf: string, headers: Record<string, string> = {}) =>
    post(`${address}/v1/verify/cpf`, { cpf }, { key: key.key, headers });
  const listEvents = async ({ address }: RunningProcess) =>
    (await get(`${address}/v1/events?limit=100`, { key: key.key })).body.events.map(({ id }: { id: string }) => id);
  const person = toPeople(1)[0] as string;

  async function send({ address }: RunningProcess, cpfs: readonly string[]): Promise<Batch> {
    const table = `cpf\n${cpfs.join('\n')}\n`;
    const sent = await postTable(`${address}/v1/batches?webhook=${webhookId}`, table, { key: key.key });
    expect(sent.status).toBe(202);
    return { id: sent.body.id, cpfs };
  }

  /** A batch whose first rows are at a party that does not answer when the process is killed. */
  async function leaveRunning(node: RunningProcess): Promise<void> {
    await setLatency(600_000);
    const batch = await send(node, toPeople(10));
    const countAsked = () => batch.cpfs.filter((cpf) => simulator.callsFor(parties.bureau_a, cpf) > 0).length;
    await until(countAsked, rowsAtOnce);
    running.push(batch);
    await node.stop('SIGKILL');
    await setLatency(0);
  }

  beforeAll(async () => {
    server = await startPostgres();
    opened.defer(() => server.close());
    database = await server.createDatabase();
    simulator = await startParties();
    opened.defer(() => simulator.close());
    receiver = await startWebhookReceiver();
    opened.defer(() => receiver.close());
    alone = createSimulatedHome(simulator, {
      env: {
        CONFERE_BATCHES_ROWS_AT_ONCE: String(rowsAtOnce),
        CONFERE_AUDIT_DEADLINE_MS: '20000',
        CONFERE_WEBHOOKS_ALLOW_HTTP: 'true',
        CONFERE_WEBHOOKS_ALLOWED_NETWORKS: '127.0.0.1',
      },
    });
    shared = {
      ...alone,
      env: {
        ...alone.env,
        CONFERE_STORE: database.service,
        CONFERE_STORE_MAINTENANCE: database.owner,
        // A revocation waits so long for a node that was killed.
        CONFERE_STORE_OUTAGE_SECONDS: '1',
      },
    };
    key = await createKey(alone, '--mode', 'live', '--rate', 'unlimited', ...scopes);
    ended = await createKey(alone, '--mode', 'live');
    const added = await confere(alone, 'webhooks', 'add', `${receiver.origin}/hook`, '--key', key.id, '--json');
    webhookId = JSON.parse(added.stdout).id;
    const made = await confereHereWithInput(
      alone,
      `${password}\n`,
      'operators',
      'create',
      operator,
      '--role',
      'analyst',
    );
    expect(made.code, made.stderr).toBe(0);
    await live();
  });
  afterAll(() => opened.disposeAsync());

  /** What a service gathers: evidence, answers, usage, events, deliveries (one of them waits), watches, batches (one of them runs). */
  async function live(): Promise<void> {
    const service = await startProcess(alone);
    const answer = await ask(service, person, once);
    expect(answer.status).toBe(200);
    watchId = (await postTable(`${service.address}/v1/watches`, 'cnpj\n00000000000191\n', { key: key.key })).body.id;
    await plant();
    const batch = await send(service, toPeople(3));
    await until(async () => (await readBatch(service, batch.id)).status, 'completed');
    await until(() => receiver.received.length, 1);
    done = { ...batch, results: await readResults(service, batch.id) };
    receiver.behave((response) => void response.writeHead(500).end());
    const waiting = await send(service, toPeople(2));
    await until(() => receiver.received.length, 2);
    await until(async () => (await readBatch(service, waiting.id)).status, 'completed');
    told = await listEvents(service);
    expect(told).toHaveLength(2);
    await leaveRunning(service);
    const shown = await confere(alone, 'audit', 'show', answer.body.request_id, '--json');
    first = { requestId: answer.body.request_id, shown: toShown(shown.stdout), usage: await countVerifications(alone) };
  }

  const toShown = (stdout: string) => {
    const { sequence: _, chain: __, ...shown } = JSON.parse(stdout);
    return shown;
  };
  const countVerifications = async (home: Home) => {
    const { verifications } = JSON.parse((await confere(home, 'usage', '--json')).stdout);
    return (verifications as { key_id: string; count: number }[])
      .filter((each) => each.key_id === key.id)
      .reduce((sum, { count }) => sum + count, 0);
  };

  async function plant(): Promise<void> {
    const stores = await openStores(loadConfig({ cwd: alone.directory, env: alone.env }), systemClock);
    const known = await stores.watches.find(watchId);
    const change = { cnpj: '11222333000181', before: null, after: { legal_name: 'EMPRESA DE TESTE' } };
    const sealed = sealChange(stores.sealFor('watch'), watchId, 1, change as never);
    await stores.watches.appendChanges(watchId, [sealed]);
    await stores.watches.finish(watchId, {
      snapshot: 'planted',
      lists: null,
      lastChange: 1,
      comparedAtMs: 1,
      isMissed: false,
      event: null,
      from: { snapshot: known?.snapshot ?? null, lists: null, rewrites: 0, lastChange: 0 },
    });
    const boughtAtMs = systemClock.nowMs();
    await stores.boughtAnswers.keep({
      name: 'planted',
      subject: 'nobody',
      sealed: Buffer.from('sealed'),
      boughtAtMs,
      expiresAtMs: boughtAtMs + 86_400_000,
    });
    const cleared = { mode: 'live', subject: 'nobody', row: 'own-list:1', state: 'cleared', madeBy: key.id } as const;
    const id = 'clr_planted';
    const judgement = sealJudgement(stores.sealFor('clearance'), id, { reason: 'another person', judged: [] });
    const times = {
      createdAtMs: boughtAtMs,
      confirmedBy: null,
      confirmedAtMs: null,
      kind: 'cleared' as const,
      until: null,
      steps: null,
    };
    await stores.clearances.keep({ id, ...cleared, ...times, sealed: judgement }, null);
    await stores.close();
  }

  const countAll = async () => {
    const tables = [
      'api_keys',
      'audit_groups',
      'audit_evidence',
      'batch_rows',
      'events',
      'webhook_deliveries',
      'operators',
    ];
    const sql = tables
      .map((table) => `SELECT '${table}' AS name, count(*)::integer FROM confere.${table}`)
      .join(' UNION ALL ');
    return database.query(`${sql} ORDER BY name`);
  };

  /** Killed while it waits for a table that somebody holds, in the middle of everything. */
  async function killInTheMiddle(command: string): Promise<void> {
    const sql = 'BEGIN; LOCK TABLE confere.webhook_endpoints IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(600)';
    const held = database.query(sql).catch(() => {});
    const sessions = `FROM pg_stat_activity WHERE datname = '${database.name}'`;
    const sleeps = "wait_event = 'PgSleep'";
    const waits = "wait_event_type = 'Lock' AND query LIKE '%webhook_endpoints%'";
    const count = async (condition: string) => (await database.query(`SELECT pid ${sessions} AND ${condition}`)).length;
    await until(() => count(sleeps), 1);
    const env = { ...process.env, ...shared.env };
    const child = execFile(process.execPath, [main, 'store', command], { cwd: shared.directory, env });
    let said = '';
    child.stderr?.on('data', (chunk) => (said += chunk));
    const killed = events.once(child, 'exit');
    try {
      await until(async () => [await count(waits), said], [1, '']);
    } finally {
      child.kill('SIGKILL');
      await killed;
      for (const condition of [waits, sleeps])
        await database.query(`SELECT pg_terminate_backend(pid) ${sessions} AND ${condition}`);
      await held;
    }
  }

  /** As if the pause before the next attempt were over. */
  const makeDue = "UPDATE webhook_deliveries SET due_at_ms = 0 WHERE state = 'pending'";

  /** Everything that was there before is there, opens, and goes on; nobody was asked twice. */
  async function expectEverything(node: RunningProcess, home: Home): Promise<void> {
    const again = await ask(node, person, once);
    expect([again.status, again.body.request_id]).toEqual([200, first.requestId]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const shown = await confere(home, 'audit', 'show', first.requestId, '--json');
    expect(toShown(shown.stdout), shown.stderr).toEqual(first.shown);
    const replayed = await confere(home, 'audit', 'replay', first.requestId, '--json');
    expect(JSON.parse(replayed.stdout), replayed.stderr).toMatchObject([{ result: 'same' }]);
    await signInTo(openConsolePage(node.address), operator);
    expect(await readResults(node, done.id)).toBe(done.results);
    const changes = (await get(`${node.address}/v1/watches/${watchId}/changes`, { key: key.key })).body;
    expect(JSON.stringify(changes)).toContain('EMPRESA DE TESTE');
    for (const { id, cpfs } of running) {
      await until(async () => (await readBatch(node, id)).status, 'completed');
      const { counts } = await readBatch(node, id);
      expect(counts).toMatchObject({ answered: cpfs.length - rowsAtOnce, outcome_unknown: rowsAtOnce });
      expect(cpfs.map((cpf) => simulator.callsFor(parties.bureau_a, cpf))).toEqual(cpfs.map(() => 1));
    }
    const now = await listEvents(node);
    expect(now.slice(0, told.length)).toEqual(told);
    expect(now).toHaveLength(2 + running.length);
    told = now;
    // What waited is delivered, under its own name; what was delivered is not sent again.
    const isTold = (id: string) => receiver.received.some((each) => each.id === id);
    await until(() => told.filter((id) => !isTold(id)), []);
    expect(receiver.received.filter(({ body }) => body.data.batch_id === done.id)).toHaveLength(1);
    expect(await countVerifications(home)).toBeGreaterThanOrEqual(first.usage);
    const verified = await confere(home, 'audit', 'verify', '--json');
    expect(JSON.parse(verified.stdout)).toMatchObject({ kind: 'intact' });
  }

  test('a service refuses to begin beside what was not taken over, and says what to do', async () => {
    await expect(startProcess(shared)).rejects.toThrow(
      /holds data that is not in the database of store.*confere store import/s,
    );
    expect(await confere(shared, 'store', 'leave')).toMatchObject(refusal(2, '--yes'));
    expect(await confere(shared, 'store', 'export')).toMatchObject(refusal(2, 'Move it there first'));
  });

  test('an import that is killed in the middle is run again, ends, proves the audit and moves the files aside', async () => {
    await killInTheMiddle('import');
    expect(existsSync(join(data(), 'audit.db'))).toBe(true);
    // What came to the files now would be missing.
    await expect(startProcess(alone)).rejects.toThrow(/into PostgreSQL is not finished.*confere store stay/s);
    expect((await confere(alone, 'keys', 'revoke', key.id)).stderr).toContain('is not finished');
    const moved = await confere(shared, 'store', 'import', '--json');
    expect(moved, moved.stderr).toMatchObject({ code: 0 });
    const { parts } = JSON.parse(moved.stdout) as { parts: readonly { part: string; found: number; there: number }[] };
    expect(parts.map(({ part }) => part)).toHaveLength(10);
    for (const { part, found, there } of parts) expect([part, found > 0, there]).toEqual([part, true, found]);
    const names = readdirSync(data());
    expect(names.filter((name) => name.startsWith('taken-over-'))).toHaveLength(1);
    expect(names).not.toContain('audit.db');
    expect((await confere(shared, 'store', 'import')).stdout).toContain('nothing in data_dir');
    expect((await confere(alone, 'keys', 'list')).stderr).toContain('was taken over into PostgreSQL');
  });

  test('a node of the cluster answers as the old one would have, and goes on with what was under way', async () => {
    receiver.behave((response) => void response.writeHead(204).end());
    await database.query(makeDue.replace('webhook_deliveries', 'confere.webhook_deliveries'));
    const node = await startProcess(shared);
    try {
      await expectEverything(node, shared);
    } finally {
      await node.stop('SIGKILL');
    }
    const acts = await confere(shared, 'audit', 'list', '--kind', 'act', '--json');
    for (const act of ['key_created', 'webhook_added', 'store_imported']) expect(acts.stdout).toContain(act);
  });

  test('on several nodes more comes to be: chains, a revocation, a batch that runs', async () => {
    const other: Home = { ...createHome({ ...shared.env, CONFERE_DATA_DIR: '' }) };
    other.env['CONFERE_DATA_DIR'] = join(other.directory, 'data');
    const nodes = [await startProcess(shared), await startProcess(other)] as const;
    try {
      for (const node of nodes) expect((await ask(node, toPeople(1)[0] as string)).status).toBe(200);
      expect((await confere(shared, 'keys', 'revoke', ended.id)).code).toBe(0);
      // Nobody is cut off by a mistake: the nodes go on.
      expect(await confere(shared, 'store', 'export')).toMatchObject(refusal(1, 'Stop'));
      expect((await ask(nodes[1], toPeople(1)[0] as string)).status).toBe(200);
      await nodes[1].stop();
      await leaveRunning(nodes[0]);
    } finally {
      for (const node of nodes) await node.stop('SIGKILL');
    }
    const chains = await database.query('SELECT DISTINCT chain FROM confere.audit_groups');
    expect(chains.length).toBeGreaterThan(1);
  });

  test('an export that is killed in the middle is run again, ends, proves the audit and leaves the database marked', async () => {
    const before = await countAll();
    await killInTheMiddle('export');
    await expect(startProcess(shared)).rejects.toThrow(/is being moved.*confere store export/s);
    await expect(startProcess(alone)).rejects.toThrow(/is not finished.*confere store export/s);
    const moved = await confere(shared, 'store', 'export', '--json');
    expect(moved, moved.stderr).toMatchObject({ code: 0 });
    const { parts } = JSON.parse(moved.stdout) as { parts: readonly { part: string; found: number; there: number }[] };
    for (const { part, found, there } of parts) expect([part, found > 0, there]).toEqual([part, true, found]);
    expect(parts).toHaveLength(10);
    // Nobody works on what is older now, and nothing of it is gone.
    await expect(startProcess(shared)).rejects.toThrow(/was moved into the files of a node/);
    expect((await confere(shared, 'keys', 'list')).stderr).toContain('was moved into the files of a node');
    expect(await countAll()).toEqual(before);
    // Once more is no harm.
    expect((await confere(shared, 'store', 'export')).code).toBe(0);
  });

  test('the service answers from its own files again, with all that came on either side', async () => {
    const files = new Database(join(data(), 'confere.db'));
    files.exec(makeDue);
    files.close();
    const service = await startProcess(alone);
    try {
      await expectEverything(service, alone);
      expect((await post(`${service.address}/v1/verify/cpf`, { cpf: person }, { key: ended.key })).status).toBe(401);
    } finally {
      await service.stop();
    }
    const acts = await confere(alone, 'audit', 'list', '--kind', 'act', '--json');
    for (const act of ['key_created', 'store_imported', 'key_revoked', 'store_exported'])
      expect(acts.stdout).toContain(act);
    const verified = JSON.parse((await confere(alone, 'audit', 'verify', '--json')).stdout);
    expect(verified).toMatchObject({ kind: 'intact', unsigned: 0 });
    expect(verified.chains).toBeGreaterThan(2);
  });

  test('what was set aside is named as personal data, and keeps an erasure from claiming more than it did', async () => {
    const input = `${person}\n`;
    const reported = await confereHereWithInput(alone, input, 'privacy', 'report', '--format', 'json');
    const { held } = JSON.parse(reported.stdout) as { held: readonly { place: string; count: number | null }[] };
    expect(held.find(({ place }) => place === 'old_data')).toMatchObject({ count: null });
    expect(await confereHereWithInput(alone, input, 'privacy', 'erase', '--yes')).toMatchObject(
      refusal(2, 'taken-over-'),
    );
    const examined = await confere(alone, 'doctor', '--json');
    expect(examined.stdout).toMatch(/taken-over-[^"]* holds personal data/);
    for (const name of readdirSync(data())) {
      if (name.startsWith('taken-over-')) rmSync(join(data(), name), { recursive: true });
    }
    const erased = await confereHereWithInput(alone, input, 'privacy', 'erase', '--yes', '--json');
    expect(erased, erased.stderr).toMatchObject({ code: 0 });
    // Of a chain that was written elsewhere.
    expect(JSON.parse(erased.stdout).erased.audit_records).toBeGreaterThan(0);
    expect(JSON.parse((await confere(alone, 'audit', 'verify', '--json')).stdout)).toMatchObject({ kind: 'intact' });
  });

  test('what was left is imported into no one: only an empty database is taken', async () => {
    expect(await confere(shared, 'store', 'import')).toMatchObject(refusal(2, 'was moved into the files of a node'));
  });
});
