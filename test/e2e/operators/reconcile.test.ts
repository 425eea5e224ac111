// Rows that somebody who has only the database took away or put back, as `confere audit reconcile` and the start of a service name them.

import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, expect, test } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { recordAct } from '../../../src/compose/commands/audit/operator-act.ts';
import { openManageOperators } from '../../../src/compose/commands/operators.ts';
import { openStores } from '../../../src/compose/parts/stores.ts';
import { loadConfig } from '../../../src/config.ts';
import type { KeyId } from '../../../src/domain/access/api-key.ts';
import type { OperatorId } from '../../../src/domain/access/operator.ts';
import { useCommands } from '../../support/service/commands.ts';
import { createHome, createKey, type Home, startProcess } from '../../support/service/process.ts';
import { describeOnPostgres } from '../../support/stores/on-postgres.ts';
import { startPostgres } from '../../support/stores/postgres.ts';

const { confereHere } = useCommands();
const opened = new AsyncDisposableStack();
afterAll(() => opened.disposeAsync());

type Row = Readonly<Record<string, unknown>>;

/** By somebody who has the database and no secret. `?` stands for a value, `TABLE.` for the schema. */
interface Intruder {
  run(sql: string, ...values: readonly unknown[]): Promise<readonly Row[]>;
}

const tables = [
  'api_keys',
  'batches',
  'clearances',
  'operator_passkeys',
  'operators',
  'watches',
  'webhook_endpoints',
] as const;
type Table = (typeof tables)[number];
type Ids = Readonly<Record<Table, string>>;

const sealed = new Uint8Array([1]);
const keyId = 'key_of_nobody' as KeyId;
const until = new Date(Date.now() + 86_400_000).toISOString();
const password = 'uma frase que ninguem adivinha 73';

async function withHome<Result>(home: Home, use: (parts: Awaited<ReturnType<typeof openParts>>) => Promise<Result>) {
  const parts = await openParts(home);
  try {
    return await use(parts);
  } finally {
    await parts.stores.close();
  }
}

async function openParts({ directory, env }: Home) {
  const config = loadConfig({ cwd: directory, env });
  const stores = await openStores(config, systemClock);
  const record = (...[act, target]: [Parameters<typeof recordAct>[1], string]) => recordAct(config, act, target);
  return { config, stores, record, operators: openManageOperators(config, stores) };
}

/** One of each, as the service and the command line make them; with a key that is shown once. */
async function makeOneOfEach(home: Home, name: string): Promise<{ readonly ids: Ids; readonly key: string }> {
  const key = await createKey(home, '--mode', 'test');
  return withHome(home, async ({ stores, record, operators }) => {
    const [clearance, endpoint, watch, batch] = [`clr_${name}`, `wh_${name}`, `wat_${name}`, `bat_${name}`];
    const common = { keyId, webhookId: null, purpose: 'credit', repeatId: null, createdAtMs: Date.now() };
    await record('clearance_made', `ceis:1 ${clearance}`);
    const judged = { subject: name, row: 'ceis:1', sealed, state: 'cleared', madeBy: 'a', createdAtMs: 1 } as const;
    await stores.clearances.keep(
      {
        id: clearance,
        mode: 'live',
        ...judged,
        confirmedBy: null,
        confirmedAtMs: null,
        kind: 'cleared',
        until: null,
        steps: null,
      },
      null,
    );
    await record('webhook_added', endpoint);
    await stores.webhooks.insertEndpoint({ id: endpoint, keyId, sealed, createdAtMs: 1 });
    const people = { mode: 'live', kind: 'person', snapshot: null, lists: 'p0', legalBasis: 'consent' } as const;
    await stores.watches.begin({ id: watch, ...common, ...people, untilMs: Date.parse(until) }, 9);
    await record('people_watched', `${watch} credit consent until=${until}`);
    await stores.watches.start(watch, 1, 'print');
    await stores.batches.begin({ id: batch, ...common, explain: false, screenLanguage: null, atBudget: 'wait' }, 9);
    await record('batch_started', batch);
    await stores.batches.start(batch, 1, 'print');
    const operator = await operators.create({ name, role: 'admin', password });
    await operators.forgetDevices(name);
    const passkey = { id: `psk_${name}`, operatorId: operator.id, credentialId: name, sealed, signCount: 0 };
    await record('passkey_added', `${operator.id} ${passkey.id}`);
    await stores.passkeys.insert({ ...passkey, createdAtMs: 1, lastUsedAtMs: null });
    await record('passkey_used', `${operator.id} ${passkey.id}`);
    const ids = {
      operator_passkeys: passkey.id,
      api_keys: key.id,
      clearances: clearance,
      webhook_endpoints: endpoint,
      watches: watch,
      batches: batch,
    };
    return { ids: { ...ids, operators: operator.id }, key: key.key };
  });
}

/** Each by its own act. */
async function endOneOfEach(home: Home, name: string, ids: Ids): Promise<void> {
  await withHome(home, async ({ stores, record, operators }) => {
    await stores.keys.revoke(ids.api_keys, Date.now());
    await record('key_revoked', ids.api_keys);
    await record('clearance_revoked', `ceis:1 ${ids.clearances}`);
    await stores.clearances.withdraw(ids.clearances, 'a', Date.now());
    await record('webhook_removed', ids.webhook_endpoints);
    await stores.webhooks.removeEndpoint(ids.webhook_endpoints);
    await record('watch_deleted', ids.watches);
    await stores.watches.delete(ids.watches, keyId);
    await record('batch_deleted', ids.batches);
    await stores.batches.delete(ids.batches, keyId);
    await record('passkey_removed', `${ids.operators} ${ids.operator_passkeys}`);
    await stores.passkeys.remove(ids.operators as OperatorId, ids.operator_passkeys);
    await operators.setRole(name, 'viewer');
  });
}

async function reconcile(home: Home, ...args: string[]) {
  const { code, stdout, stderr } = await confereHere(home, 'audit', 'reconcile', '--json', ...args);
  expect(stderr).not.toContain('at ');
  const { differences } = JSON.parse(stdout) as { differences: readonly Record<string, string>[] };
  return { code, differences: differences.map(({ table, id, kind }) => `${kind} ${table} ${id}`).toSorted() };
}

const toLines = (kind: string, ids: Ids) => tables.map((table) => `${kind} ${table} ${ids[table]}`).toSorted();

async function showIntrusion(home: Home, { run }: Intruder): Promise<void> {
  const [kept, back, gone] = [
    await makeOneOfEach(home, 'kept'),
    await makeOneOfEach(home, 'back'),
    await makeOneOfEach(home, 'gone'),
  ];
  const copy = new Map<Table, Row>();
  for (const table of tables) {
    const [row] = await run(`SELECT * FROM TABLE.${table} WHERE id = ?`, back.ids[table]);
    copy.set(table, row as Row);
  }
  await endOneOfEach(home, 'back', back.ids);
  expect(await reconcile(home)).toEqual({ code: 0, differences: [] });

  const remove = (table: Table, id: string) => run(`DELETE FROM TABLE.${table} WHERE id = ?`, id);
  for (const [table, row] of copy) {
    await remove(table, back.ids[table]);
    const columns = Object.keys(row);
    const marks = columns.map(() => '?').join(', ');
    await run(`INSERT INTO TABLE.${table} (${columns.join(', ')}) VALUES (${marks})`, ...Object.values(row));
  }
  for (const table of tables) await remove(table, gone.ids[table]);
  // One that was revoked decides nothing, and is evidence; of one that was frozen somebody has to be told.
  const [ended, frozen] = [await makeOneOfEach(home, 'ended'), 'clr_frozen'];
  await endOneOfEach(home, 'ended', ended.ids);
  await run('DELETE FROM TABLE.ended_clearances WHERE id = ?', ended.ids.clearances);
  await withHome(home, ({ record }) => record('clearance_made', `onu:1 ${frozen} kind=frozen`));

  const cleared = (at: Home) =>
    withHome(at, async ({ stores: { clearances } }) => {
      const found = [...(await clearances.findOf('live', ['back', 'kept'])), ...(await clearances.list('live', 9))];
      return [...new Set(found.flatMap(({ id, end }) => (end === undefined ? id : [])))].toSorted();
    });
  // This node has seen the end of the clearance. Another one learns of it from the audit, below.
  expect(await cleared(home)).toEqual([kept.ids.clearances]);
  const goneBesides = [`gone clearances ${frozen}`, `gone ended_clearances ${ended.ids.clearances}`];
  const all = [...toLines('gone', gone.ids), ...toLines('put_back', back.ids), ...goneBesides].toSorted();
  expect(await reconcile(home)).toEqual({ code: 1, differences: all });
  expect((await reconcile(home, '--gone-since', '2100-01-01')).differences).toEqual(toLines('put_back', back.ids));
  const { code, stdout } = await confereHere(home, 'audit', 'reconcile');
  expect([code, stdout]).toEqual([1, expect.stringMatching(new RegExp(`put back +api_keys +${back.ids.api_keys}`))]);

  // A node that never saw the key: it learns from the audit that it is revoked.
  const stranger = { ...home, env: { ...home.env, CONFERE_AUDIT_STATE_DIR: join(home.directory, 'another-state') } };
  expect(await cleared(stranger)).toEqual([back.ids.clearances, kept.ids.clearances]);
  const service = await startProcess(stranger);
  const faults = () =>
    service
      .output()
      .split('\n')
      .filter((line) => line.includes('"row_fault"'))
      .map((line) => JSON.parse(line) as { component: string; internal: string })
      .map(({ component, internal }) => `${component} ${internal.split(':')[0]}`)
      .toSorted();
  await expect
    .poll(faults, { timeout: 60_000 })
    .toEqual(
      [
        `api_keys ${back.ids.api_keys}`,
        `api_keys ${gone.ids.api_keys}`,
        `operator_passkeys ${back.ids.operator_passkeys}`,
        `clearances ${back.ids.clearances}`,
        `clearances ${frozen}`,
      ].toSorted(),
    );
  const ask = async (key: string) =>
    (await fetch(`${service.address}/v1/key`, { headers: { authorization: `Bearer ${key}` } })).status;
  await expect.poll(() => ask(back.key), { timeout: 60_000 }).toBe(401);
  expect(await ask(kept.key)).toBe(200);
  await service.stop();
  expect(await cleared(stranger)).toEqual([kept.ids.clearances]);
  const { stdout: told } = await confereHere(stranger, 'doctor', '--json');
  expect(told).toContain(`clearances ${back.ids.clearances}`);
}

test('the files of one machine: each row that is gone or back is named, and nothing else', async () => {
  const home = createHome();
  await showIntrusion(home, {
    async run(sql, ...values) {
      const database = new Database(join(home.env['CONFERE_DATA_DIR'] as string, 'confere.db'));
      try {
        database.pragma('foreign_keys = OFF');
        const statement = database.prepare(sql.replaceAll('TABLE.', ''));
        if (statement.reader) return statement.all(...values) as Row[];
        statement.run(...values);
        return [];
      } finally {
        database.close();
      }
    },
  });
});

describeOnPostgres('a database that nodes share', () => {
  test('each row that is gone or back is named, and nothing else', async () => {
    const server = await startPostgres();
    opened.defer(() => server.close());
    const database = await server.createDatabase();
    await showIntrusion(createHome({ CONFERE_STORE: database.service }), {
      async run(sql, ...values) {
        let count = 0;
        return database.query(sql.replaceAll('?', () => `$${++count}`).replaceAll('TABLE.', 'confere.'), values);
      },
    });
  });
});
