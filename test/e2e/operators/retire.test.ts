// Older generations of the master secret are ended while there is something to lose, on both engines: whoever has an older master.key and
// every byte of the data opens nothing, and nothing of the service's own is lost.

import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { toSecretTables } from '../../../src/compose/commands/secrets/secret-tables.ts';
import { openStores } from '../../../src/compose/parts/stores.ts';
import { type Config, loadConfig } from '../../../src/config.ts';
import type { Simulator } from '../../../src/sim/server.ts';
import { openMasterSecret } from '../../../src/stores/secrets/secrets.file.ts';
import { withDispose } from '../../../src/stores/sqlite/connection.ts';
import { findPostgres } from '../../support/machine.ts';
import { createOutputDirectory } from '../../support/output.ts';
import { createQuery } from '../../support/parties/implied.ts';
import { main } from '../../support/program.ts';
import { useCommands } from '../../support/service/commands.ts';
import {
  confere,
  confereWithInput,
  createKey,
  type Home,
  type RunningProcess,
  startProcess,
} from '../../support/service/process.ts';
import { post } from '../../support/service/service.ts';
import { createSimulatedHome, startParties } from '../../support/service/simulated-home.ts';
import { startPostgres, type TestPostgres } from '../../support/stores/postgres.ts';

const { confereHere, confereHereWithInput } = useCommands();
const password = 'quatro cavalos sem grampo';

interface Rows {
  readonly name: string;
  readonly rows: number;
  readonly older: number;
  readonly unreadable: number;
}

let simulator: Simulator;
let server: TestPostgres | undefined;
beforeAll(async () => {
  simulator = await startParties();
});
afterAll(async () => {
  await simulator.close();
  await server?.close();
});

const { cpf } = createQuery(51);
const secretOf = (home: Home) => join(home.env['CONFERE_SECRETS_DIR'] ?? join(home.directory, 'secrets'), 'master.key');
/** Everything that a secret seals or signs, made under the secret that is in force now. */
async function fill(home: Home, running: RunningProcess) {
  const { id, key } = await createKey(
    home,
    '--mode',
    'live',
    '--purpose',
    'credit',
    '--scope',
    'verify:cpf',
    'verify:batch',
    'verify:cnpj',
  );
  const verify = (address: string) =>
    post(`${address}/v1/verify/cpf`, { cpf }, { key, headers: { 'idempotency-key': 'once' } });
  const first = await verify(running.address);
  expect(first.status, JSON.stringify(first.body)).toBe(200);
  return { id, key, verify, first };
}

async function beginSession(config: Config): Promise<void> {
  await using stores = await openStores(config, systemClock);
  const [operator] = await stores.operators.list();
  if (operator === undefined) throw new Error('no operator');
  const times = { createdAtMs: 1, lastSeenAtMs: 1 };
  const session = { id: 'ses_1', operatorId: operator.id, network: '203.0.113.9', hasSecondFactor: true, ...times };
  await stores.operators.insertSession(session, randomBytes(32));
}

async function count(home: Home, ...flags: string[]) {
  const { code, stdout, stderr } = await confere(home, 'secrets', 'retire', '--json', ...flags);
  return {
    code,
    stderr,
    report:
      stdout === ''
        ? undefined
        : (JSON.parse(stdout) as { retired: boolean; retires: number[]; rows: Rows[]; passwords: string[] }),
  };
}

describe.each(['sqlite', 'postgres'] as const)('confere secrets retire on %s', (engine) => {
  const isMissing = engine === 'postgres' && findPostgres() === undefined;

  async function createHomeHere(): Promise<Home & { edit(sql: string): unknown }> {
    if (engine === 'sqlite') {
      const home = createSimulatedHome(simulator);
      return {
        ...home,
        edit(sql) {
          using database = withDispose(new Database(join(home.directory, 'data/confere.db')));
          database.exec(sql.replaceAll('confere.', ''));
        },
      };
    }
    server ??= await startPostgres();
    const database = await server.createDatabase();
    const env = {
      CONFERE_STORE: database.service,
      CONFERE_STORE_MAINTENANCE: database.owner,
      CONFERE_SECRETS_DIR: join(createOutputDirectory('secrets'), 'secrets'),
    };
    return { ...createSimulatedHome(simulator, { env }), edit: (sql) => database.query(sql) };
  }

  test.skipIf(isMissing)('an older master.key opens nothing any more, and the service goes on', async () => {
    const home = await createHomeHere();
    await confere(home, 'keys', 'list');
    const running = await startProcess(home);
    const { id, key, verify, first } = await fill(home, running);
    expect((await confereWithInput(home, `${password}\n`, 'operators', 'create', 'ana', '--role', 'admin')).code).toBe(
      0,
    );
    await confereHere(home, 'operators', 'totp', 'ana');
    // Somebody who has only the database.
    await home.edit(
      `INSERT INTO confere.operators (id, name, role, password_hash, totp_step, created_at_ms) VALUES ('opr_eve', 'eve', 'admin', 'hash', 0, 1)`,
    );
    const config = loadConfig({ cwd: home.directory, env: home.env });
    await beginSession(config);
    expect((await confere(home, 'secrets', 'retire')).stderr).toContain('confere secrets rotate');

    const stolen = createOutputDirectory('stolen');
    mkdirSync(join(stolen, 'secrets'), { mode: 0o700 });
    copyFileSync(secretOf(home), join(stolen, 'secrets/master.key'));
    expect((await confere(home, 'secrets', 'rotate')).code).toBe(0);

    const plan = await count(home, '--plan');
    expect([plan.code, plan.report?.retired, plan.report?.retires]).toEqual([0, false, [1]]);
    const older = Object.fromEntries((plan.report?.rows ?? []).map((each) => [each.name, each.older]));
    expect(older).toMatchObject({ operators: 1, operator_sessions: 1, idempotent_calls: 1 });
    expect([older['api_keys'], older['audit records']].every((some = 0) => some > 0)).toBe(true);

    // A password cannot be keyed anew without it: nothing is dropped, and the command says whose it is.
    const refused = await count(home);
    expect([refused.code, refused.report?.retired, refused.report?.passwords]).toEqual([1, false, ['ana']]);
    expect(refused.report?.rows.filter((each) => each.older + each.unreadable > 0)).toEqual([]);
    const done = await count(home, '--end-passwords');
    expect([done.code, done.report?.retired], done.stderr).toEqual([0, true]);
    expect(readFileSync(secretOf(home), 'utf8')).toMatch(/^retired \{.*\}\n[0-9a-f]{64}\n$/);
    expect(readFileSync(secretOf(home), 'utf8')).not.toContain(
      readFileSync(join(stolen, 'secrets/master.key'), 'utf8').trim(),
    );

    // What runs goes on without a restart, and finds all that is its own.
    expect((await verify(running.address)).headers.get('idempotent-replayed')).toBe('true');
    const again = await post(`${running.address}/v1/verify/cpf`, { cpf }, { key });
    expect(again.status).toBe(200);
    await running.stop();
    const after = await startProcess(home);
    expect((await verify(after.address)).body).toEqual(first.body);
    await after.stop();
    const found = await confereHereWithInput(home, `${cpf}\n`, 'audit', 'list', '--cpf', '--json');
    const ids = (JSON.parse(found.stdout) as { request_id: string }[]).map(({ request_id }) => request_id);
    expect(ids).toEqual([again.body.request_id, first.body.request_id]);
    for (const requestId of ids)
      expect((await confereHere(home, 'audit', 'replay', requestId)).stdout).toContain('same');
    expect((await confereHere(home, 'audit', 'verify')).stdout).toMatch(/^Intact/);
    expect((await confereHere(home, 'keys', 'update', id, '--burst', '500')).code).toBe(0);

    // Whoever has the older secret and every row opens none of them.
    await using stores = await openStores(config, systemClock);
    const thief = openMasterSecret({ directory: join(stolen, 'secrets'), mayCreate: false });
    for (const column of toSecretTables(thief)) {
      const rows = stores.openKeptRows(column);
      for await (const page of rows.pages())
        expect(page.map((row) => rows.renew(row).kind).filter((kind) => kind !== 'unreadable')).toEqual([]);
    }
    expect((await stores.operators.list()).map(({ name, hasTotp }) => [name, hasTotp])).toEqual([['ana', true]]);
    const ana = await stores.operators.findByName('ana');
    expect(
      stores.sealFor('operator-totp').openBytes(ana?.sealedTotp ?? new Uint8Array(), ana?.record.id ?? ''),
    ).toHaveLength(40);
    expect(await stores.operators.listSessions()).toEqual([]);
    // A second time there is nothing to do.
    expect((await confere(home, 'secrets', 'retire')).code).toBe(2);
    expect((await confere(home, 'doctor')).stdout).not.toContain('older copy');
  });
});

test('killed at whatever moment, it can be run again, and nothing is lost', async () => {
  const home = createSimulatedHome(simulator);
  await confere(home, 'keys', 'list');
  const running = await startProcess(home);
  const { verify, first } = await fill(home, running);
  await running.stop();
  await confere(home, 'secrets', 'rotate');
  const env = { ...process.env, ...home.env };
  const begunAtMs = performance.now();
  await confere(home, 'secrets', 'retire', '--plan');
  const wholeMs = performance.now() - begunAtMs;
  for (const share of [0.6, 0.75, 0.85, 0.95, 1.05, 1.2]) {
    const child = spawn(process.execPath, [main, 'secrets', 'retire'], { env, stdio: 'ignore' });
    const ended = once(child, 'exit');
    const timer = setTimeout(() => child.kill('SIGKILL'), wholeMs * share);
    await ended;
    clearTimeout(timer);
    // Each time it begins anew from a file that is whole.
    const text = readFileSync(secretOf(home), 'utf8');
    expect(text).toMatch(/^(retired .*\n)*([0-9a-f]{64}\n){1,2}$/);
    if (!/^[0-9a-f]{64}\n[0-9a-f]/m.test(text)) await confere(home, 'secrets', 'rotate');
  }
  const last = await confere(home, 'secrets', 'retire');
  expect([last.code, last.stderr]).toEqual([0, expect.any(String)]);
  const after = await startProcess(home);
  expect((await verify(after.address)).body).toEqual(first.body);
  await after.stop();
  expect((await confere(home, 'audit', 'verify')).stdout).toMatch(/^Intact/);
});

test('a database or a master.key from before is refused, and says what to put in its place', async () => {
  const home = createSimulatedHome(simulator);
  await confere(home, 'keys', 'list');
  await confere(home, 'secrets', 'rotate');
  const [database, secret] = [join(home.directory, 'data/confere.db'), secretOf(home)];
  const before = [readFileSync(database), readFileSync(secret)] as const;
  expect((await confere(home, 'secrets', 'retire')).code).toBe(0);
  const after = readFileSync(secret);
  writeFileSync(secret, before[1]);
  expect((await confere(home, 'doctor')).stdout).toMatch(/retired_secret.*older copy/);
  writeFileSync(secret, after);
  expect((await confere(home, 'doctor')).stdout).toMatch(/retired_secret.*no master secret that was retired/);
  writeFileSync(database, before[0]);
  const refused = await confere(home, 'keys', 'list');
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('Put back the copy of secrets_dir')]);
  // Both from before are what they were.
  writeFileSync(secret, before[1]);
  expect((await confere(home, 'keys', 'list')).code).toBe(0);
});
