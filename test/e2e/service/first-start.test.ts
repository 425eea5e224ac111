// What a newcomer does in the first minute.

import { exec } from 'node:child_process';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../support/free-port.ts';
import { findCurl } from '../../support/machine.ts';
import { confere, createHome, type Home, startProcess } from '../../support/service/process.ts';

const run = promisify(exec);
const curl = findCurl();
if (curl === undefined) process.stderr.write('SKIPPED: no curl, with which a newcomer tries the service.\n');

test.skipIf(curl === undefined)(
  'npm start prints an address, a key and two curl lines that work when pasted, and SIGTERM ends it with 0',
  async () => {
    const home = createHome();
    const service = await startProcess(home, { byNpm: true });
    await expect.poll(() => service.output()).toContain('"event":"started"');
    const lines = service.output().split('\n');
    const calls = lines.filter((line) => line.startsWith('curl '));
    expect(calls).toHaveLength(2);
    const [cpf, cnpj] = await Promise.all(
      calls.map(async (call) => JSON.parse((await run(call)).stdout) as Record<string, unknown>),
    );
    expect(cpf).toMatchObject({ status: 'verified', cpf: '40442820135', risk_level: 'low' });
    expect(cnpj).toMatchObject({ status: 'verified', cnpj: '34238864000168', company_status: 'active' });
    expect(service.output()).toContain(`${service.address}/docs`);
    expect((await fetch(`${service.address}/docs`)).status).toBe(200);
    expect(await service.stop('SIGTERM')).toEqual({ code: 0, signal: null });
    await expect(fetch(`${service.address}/livez`)).rejects.toThrow();
  },
);

/** What a node remembers of the audit stands beside them. */
const listSecrets = ({ directory }: Home) =>
  readdirSync(join(directory, 'secrets')).filter((name) => name !== 'audit-heads');

test('every start prints the same sandbox key; secrets are kept apart from data, and without them there is no start', async () => {
  const home = createHome();
  const keys: string[] = [];
  for (let round = 0; round < 2; round++) {
    const service = await startProcess(home);
    await expect.poll(() => service.output()).toMatch(/cfr_test_\w+/);
    keys.push(/cfr_test_\w+/.exec(service.output())?.[0] ?? 'none');
    await service.stop();
  }
  expect(keys[0]).toBe(keys[1]);
  // Both closed to other users.
  expect(listSecrets(home)).toEqual(['master.key']);
  expect(statSync(join(home.directory, 'secrets')).mode & 0o777).toBe(0o700);
  expect(statSync(join(home.directory, 'secrets/master.key')).mode & 0o777).toBe(0o600);
  expect(statSync(join(home.directory, 'data')).mode & 0o077).toBe(0);
  rmSync(join(home.directory, 'secrets'), { recursive: true });
  const { code, stderr } = await confere(home, 'serve');
  expect(code).toBe(2);
  expect(stderr).toMatch(/is missing, but the database was made with one/);
  expect(stderr).not.toMatch(/^\s+at /m);
});

test('processes that start together on one empty volume all come up, with one secret and one sandbox key', async () => {
  const home = createHome();
  const services = await Promise.all(Array.from({ length: 3 }, () => startProcess(home)));
  for (const { address } of services)
    await expect.poll(async () => (await fetch(`${address}/readyz`)).status, { timeout: 60_000 }).toBe(200);
  await expect.poll(() => services.filter(({ output }) => /cfr_test_\w+/.test(output())).length).toBe(3);
  expect(new Set(services.map(({ output }) => /cfr_test_\w+/.exec(output())?.[0])).size).toBe(1);
  expect(listSecrets(home)).toEqual(['master.key']);
  const ends = await Promise.all(services.map(({ stop }) => stop()));
  expect(ends.map(({ code }) => code)).toEqual([0, 0, 0]);
});

test('wrong settings are listed in one message, with exit code 2 and no stack trace', async () => {
  const home = createHome({ CONFERE_PORT: 'eighty', CONFERE_LOG_LEVEL: 'loud', CONFERE_CONFIG: 'nowhere.yaml' });
  const { code, stdout, stderr } = await confere(home, 'serve');
  expect([code, stdout]).toEqual([2, '']);
  for (const name of ['CONFERE_PORT', 'CONFERE_LOG_LEVEL', 'CONFERE_CONFIG']) expect(stderr).toContain(name);
  expect(stderr).not.toMatch(/^\s+at /m);
});

test('a port that is taken is said plainly', async () => {
  const { port, close } = await listen(createServer());
  onTestFinished(close);
  const { code, stdout, stderr } = await confere(createHome({ CONFERE_PORT: String(port) }), 'serve');
  // Nothing but the sentence: what was begun meanwhile ends without a fault of its own.
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(`Port ${port} of 127.0.0.1 is in use`);
});

test('--help lists the commands, and an unknown one is met with help', async () => {
  const home = createHome();
  const help = await confere(home, '--help');
  expect(help.code).toBe(0);
  for (const command of ['serve', 'keys', 'policy']) expect(help.stdout).toContain(command);
  const unknown = await confere(home, 'srve');
  expect(unknown.code).toBe(2);
  expect(unknown.stderr).toContain("unknown command 'srve'");
  expect(unknown.stderr).toContain('(confere --help lists the commands)');
  expect((await confere(home, 'lists', 'updat')).stderr).toContain('(confere lists --help lists the commands)');
  expect((await confere(home, 'lists', 'import', '--fore')).stderr).toContain('(confere lists import --help lists the');
});

/** As in a shell that does not have the settings of the service: the current folder decides. */
const withoutSettings = (home: Home): Home => {
  const { CONFERE_DATA_DIR: _data, CONFERE_SECRETS_DIR: _secrets, ...env } = home.env;
  return { ...home, env };
};

test('in a folder without data only serve makes a home: other commands name the folder and the one that a running service uses', async () => {
  const running = createHome();
  const service = await startProcess(running);
  const elsewhere = withoutSettings(createHome());
  const before = readdirSync(elsewhere.directory);
  const commands = [
    ['keys', 'create', '--name', 'shop', '--mode', 'live'],
    ['operators', 'list'],
    ['audit', 'list'],
    ['usage'],
    ['registry', 'import', '.'],
    ['registry', 'update'],
    ['lists', 'update'],
  ];
  for (const words of commands) {
    const { code, stdout, stderr } = await confere(elsewhere, ...words);
    expect({ words, code, stdout }).toEqual({ words, code: 2, stdout: '' });
    expect(stderr).toContain(`${join(elsewhere.directory, 'data')} and ${join(elsewhere.directory, 'secrets')}`);
    if (process.platform === 'linux') expect(stderr).toContain(join(running.directory, 'data'));
  }
  expect(readdirSync(elsewhere.directory)).toEqual(before);
  await service.stop();
  const started = await startProcess(elsewhere);
  expect(await confere(elsewhere, 'keys', 'create', '--name', 'shop', '--mode', 'live')).toMatchObject({ code: 0 });
  await started.stop();
});
