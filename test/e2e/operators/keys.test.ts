import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scopes } from '../../../src/domain/access/scopes.ts';
import { rememberKey } from '../../support/canaries.ts';
import { useCommands } from '../../support/service/commands.ts';
import {
  confere,
  createHome,
  createKey,
  type Home,
  type RunningProcess,
  startProcess,
} from '../../support/service/process.ts';
import { post } from '../../support/service/service.ts';

/** The first command of each kind, and the first of each table of refusals, is a process of its own. */
const { confereHere } = useCommands();
/** Two services on one data directory. */
const home = createHome();
let one: RunningProcess;
let two: RunningProcess;
beforeAll(async () => {
  [one, two] = await Promise.all([startProcess(home), startProcess(home)]);
});
afterAll(() => Promise.all([one.stop(), two.stop()]));

const verify = async (address: string, key: string) =>
  (await post(`${address}/v1/verify/cpf`, { cpf: '40442820135' }, { key })).status;

describe('keys create', () => {
  test('prints the key once, and as JSON the documented fields', async () => {
    const { code, stdout, stderr } = await confere(
      home,
      'keys',
      'create',
      '--name',
      'shop',
      '--mode',
      'live',
      '--scope',
      'verify:cpf',
      '--expires',
      '90d',
      '--json',
    );
    expect(code, stderr).toBe(0);
    const created = JSON.parse(stdout) as Record<string, unknown>;
    expect(Object.keys(created)).toEqual([
      'id',
      'key',
      'name',
      'mode',
      'scopes',
      'rate',
      'burst',
      'concurrency',
      'quota_day',
      'quota_month',
      'networks',
      'cors_origins',
      'purpose',
      'state',
      'created_at',
      'expires_at',
      'revoked_at',
    ]);
    expect(created).toMatchObject({ name: 'shop', mode: 'live', scopes: ['verify:cpf'] });
    expect(created['key']).toMatch(/^cfr_live_[0-9A-Za-z]{39}$/);
    const days = (Date.parse(created['expires_at'] as string) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(90);
    const list = await confere(home, 'keys', 'list');
    expect(list.stdout).toContain('shop');
    expect(list.stdout).not.toContain(created['key'] as string);
  });

  test('is listed in 100 columns, whatever its name, scopes and rate are', async () => {
    const wide = [
      '--name',
      `The shop of ${'very '.repeat(10)}long names`,
      '--rate',
      '999999999/min',
      '--expires',
      '90d',
    ];
    await createKey(home, ...wide, '--mode', 'test', '--scope', ...scopes);
    const { stdout } = await confereHere(home, 'keys', 'list');
    expect(stdout).toContain('The shop of very very ver…');
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100);
  });

  test('shows rate and expiry to people and to programs, in the words of the list', async () => {
    const flags = ['--name', 'shop', '--mode', 'test', '--rate', '7/h', '--expires', '12h'];
    const shown = await confereHere(home, 'keys', 'create', ...flags);
    rememberKey(shown.stdout.split('\n', 1)[0] ?? '');
    expect(shown.stdout).toMatch(/, 7\/h, expires 20\d\d-\d\d-\d\dT[\d:.]+Z\.\n$/);
    const forever = await confereHere(home, 'keys', 'create', '--name', 'shop', '--mode', 'test', '--rate', 'none');
    rememberKey(forever.stdout.split('\n', 1)[0] ?? '');
    expect(forever.stdout).toMatch(/, unlimited, never expires\.\n$/);
    const flagsOfJson = ['--name', 'test', '--mode', 'test', '--json'];
    const { id, key } = JSON.parse((await confereHere(home, 'keys', 'create', ...flagsOfJson)).stdout);
    rememberKey(key);
    const entry = (JSON.parse((await confereHere(home, 'keys', 'list', '--json')).stdout) as { id: string }[]).find(
      (candidate) => candidate.id === id,
    );
    expect(entry).toMatchObject({ rate: '6000/min', state: 'active', expires_at: null });
    const revoked = JSON.parse((await confereHere(home, 'keys', 'revoke', id, '--json')).stdout) as object;
    expect(revoked).toEqual({ ...entry, state: 'revoked', revoked_at: expect.any(String) });
    expect(JSON.stringify([entry, revoked])).not.toContain(key);
  });

  test('applies scope and rate', async () => {
    const create = async (...flags: string[]) => {
      const { stdout } = await confereHere(home, 'keys', 'create', '--name', 'x', '--mode', 'test', ...flags);
      return rememberKey(stdout.split('\n', 1)[0] ?? '');
    };
    const limited = await create('--rate', '2/min');
    const statuses = [];
    for (let call = 0; call < 3; call++) statuses.push(await verify(one.address, limited));
    expect(statuses).toEqual([200, 200, 429]);
    expect(await verify(one.address, await create('--scope', 'verify:cnpj'))).toBe(403);
  });

  test.each([
    ['no name', ['--mode', 'test']],
    ['no mode', ['--name', 'x']],
    ['another mode', ['--name', 'x', '--mode', 'prod']],
    ['another scope', ['--name', 'x', '--mode', 'test', '--scope', 'all']],
    ['a duration without a unit', ['--name', 'x', '--mode', 'test', '--expires', '90']],
    ['a rate without a window', ['--name', 'x', '--mode', 'test', '--rate', '600']],
    ['an empty name', ['--name', ' ', '--mode', 'test']],
  ])('refuses %s with exit code 2 and a sentence', async (name, args) => {
    const run = name === 'no name' ? confere : confereHere;
    const { code, stderr } = await run(createHome(), 'keys', 'create', ...args);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^error: /);
  });
});

const showKey = async (home: Home, id: string) =>
  JSON.parse((await confereHere(home, 'keys', 'show', id, '--json')).stdout) as Record<string, unknown>;

describe('keys update', () => {
  test('reaches every running process at once, changes only what is named, and leaves an act in the audit', async () => {
    const { id, key } = await createKey(home, '--mode', 'test', '--rate', '50/min');
    expect([await verify(one.address, key), await verify(two.address, key)]).toEqual([200, 200]);
    const updated = await confere(home, 'keys', 'update', id, '--rate', '1/min', '--purpose', 'credit', '--json');
    expect(JSON.parse(updated.stdout)).toMatchObject({ id, rate: '1/min', purpose: 'credit', quota_day: null });
    expect([await verify(one.address, key), await verify(two.address, key)]).toEqual([429, 429]);
    await confereHere(home, 'keys', 'update', id, '--rate', 'unlimited', '--quota-day', '500', '--expires', '9d');
    expect([await verify(one.address, key), await verify(two.address, key)]).toEqual([200, 200]);
    expect(await showKey(home, id)).toMatchObject({ rate: 'unlimited', purpose: 'credit', quota_day: 500 });
    await confereHere(
      home,
      'keys',
      'update',
      id,
      '--purpose',
      'none',
      '--quota-day',
      'unlimited',
      '--expires',
      'never',
    );
    expect(await showKey(home, id)).toMatchObject({ purpose: null, quota_day: null, expires_at: null });
    const acts = await confereHere(home, 'audit', 'list', '--kind', 'act', '--json');
    expect(acts.stdout.match(/key_updated/g)).toHaveLength(3);
  });

  test.each([
    ['nothing to change', []],
    ['a network that is none', ['--network', '10.0.0.0/33']],
    ['an IPv6 range within which anybody can take any address', ['--network', '2001:db8::/96']],
    ['a purpose that is not configured', ['--purpose', 'curiosity']],
    ['a quota of none', ['--quota-day', '0']],
  ])('refuses %s with exit code 2 and a sentence', async (name, args) => {
    const { id } = await createKey(home, '--mode', 'test');
    const run = name === 'nothing to change' ? confere : confereHere;
    const { code, stderr } = await run(home, 'keys', 'update', id, ...args);
    expect([code, stderr.length > 20]).toEqual([2, true]);
  });
});

describe('keys rotate', () => {
  test('gives a new secret to the same key; the old one works until the overlap is over, and 0h ends it', async () => {
    const { id, key } = await createKey(home, '--mode', 'test', '--scope', 'verify:cpf');
    const rotate = async (overlap: string, run = confereHere) => {
      const { stdout } = await run(home, 'keys', 'rotate', id, '--overlap', overlap, '--json');
      const rotated = JSON.parse(stdout) as { id: string; key: string };
      rememberKey(rotated.key);
      return rotated;
    };
    const second = await rotate('24h', confere);
    expect(second).toMatchObject({ id, mode: 'test', scopes: ['verify:cpf'] });
    expect([await verify(one.address, key), await verify(one.address, second.key)]).toEqual([200, 200]);
    expect((await showKey(home, id))['older_secrets_until']).toHaveLength(1);
    const third = await rotate('0h');
    const statuses = [key, second.key, third.key].map((secret) => verify(one.address, secret));
    expect(await Promise.all(statuses)).toEqual([401, 401, 200]);
    expect((await showKey(home, id))['older_secrets_until']).toEqual([]);
    const acts = await confereHere(home, 'audit', 'list', '--kind', 'act', '--json');
    expect(acts.stdout.match(/key_rotated/g)).toHaveLength(2);
  });

  test.each(['show', 'update', 'rotate', 'revoke'])('keys %s says that it knows no such key', async (command) => {
    const more = { update: ['--burst', '1'], rotate: ['--overlap', '1h'] }[command] ?? [];
    const run = command === 'show' ? confere : confereHere;
    const { code, stderr } = await run(createHome(), 'keys', command, 'key_nobody', ...more);
    expect([code, stderr]).toEqual([2, 'There is no key with that id. See: confere keys list\n']);
  });
});

describe('keys revoke', () => {
  test('ends a key at once in every process that shares the data directory', async () => {
    const { id, key } = await createKey(home, '--mode', 'test');
    expect([await verify(one.address, key), await verify(two.address, key)]).toEqual([200, 200]);
    const revoked = await confere(home, 'keys', 'revoke', id);
    expect([revoked.code, revoked.stdout]).toEqual([0, `Revoked ${id}.\n`]);
    expect([await verify(one.address, key), await verify(two.address, key)]).toEqual([401, 401]);
    expect((await confereHere(home, 'keys', 'revoke', id)).stdout).toContain('was revoked before');
    const list = JSON.parse((await confereHere(home, 'keys', 'list', '--json')).stdout) as {
      id: string;
      state: string;
    }[];
    expect(list.find((entry) => entry.id === id)?.state).toBe('revoked');
  });
});

test('an acknowledged key works and a revocation holds, that of the sandbox key too, however the service was killed', async () => {
  const killed = createHome();
  const service = await startProcess(killed);
  const { stdout } = await confere(killed, 'keys', 'create', '--name', 'kept', '--mode', 'test');
  const kept = rememberKey(stdout.split('\n', 1)[0] ?? '');
  const gone = await createKey(killed, '--mode', 'test');
  await confereHere(killed, 'keys', 'revoke', gone.id);
  await service.stop('SIGKILL');
  const slip = await confereHere(killed, 'keys', 'revoke', 'key_sandbox');
  expect([slip.code, slip.stderr]).toEqual([2, expect.stringContaining('--confirm key_sandbox')]);
  await confereHere(killed, 'keys', 'revoke', 'key_sandbox', '--confirm', 'key_sandbox');
  const again = await startProcess(killed);
  expect([await verify(again.address, kept), await verify(again.address, gone.key)]).toEqual([200, 401]);
  await expect.poll(() => again.output()).toContain('The sandbox key was revoked');
  await again.stop();
});

describe('policy', () => {
  test('show prints a file that check accepts', async () => {
    const { stdout } = await confere(home, 'policy', 'show');
    const file = `${home.directory}/policy.yaml`;
    writeFileSync(file, stdout.replace('confere-1', 'acme-1').replace('penalty: 150', 'penalty: 100'));
    expect(await confere(home, 'policy', 'check', file)).toMatchObject({ code: 0, stdout: 'Accepted: acme-1\n' });
    writeFileSync(file, stdout.replace('confere-1', 'acme-1').replace('cap: 199', 'cap: 900'));
    const refused = await confereHere(home, 'policy', 'check', file);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('a fraud alert is always high');
    const told = await confereHere(home, 'policy', 'check', file, '--json');
    expect([told.code, told.stderr]).toEqual([2, refused.stderr]);
    expect(JSON.parse(told.stdout)).toEqual({
      accepted: false,
      faults: expect.arrayContaining([expect.stringContaining('a fraud alert is always high')]),
    });
  });
});
