// A master secret that is rotated while there is something to lose: keys, records, answers that are kept.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Simulator } from '../../../src/sim/server.ts';
import { rememberKey } from '../../support/canaries.ts';
import { createQuery } from '../../support/parties/implied.ts';
import { main } from '../../support/program.ts';
import { useCommands } from '../../support/service/commands.ts';
import { confere, createHome, createKey, type Home, startProcess } from '../../support/service/process.ts';
import { post } from '../../support/service/service.ts';
import { createSimulatedHome, startParties } from '../../support/service/simulated-home.ts';
import { startClients } from '../../support/service/steady-clients.ts';
import { startFleet } from '../../support/service/worker-fleet.ts';

/** For what is looked at afterwards; a rotation has a process of its own. */
const { confereHere, confereHereWithInput } = useCommands();
const secretOf = (home: Home) => join(home.directory, 'secrets/master.key');
const countGenerations = (home: Home) => readFileSync(secretOf(home), 'utf8').trim().split('\n').length;
const verifyTest = async (address: string, key: string) =>
  (await post(`${address}/v1/verify/cpf`, { cpf: '40442820135' }, { key })).status;

describe('confere secrets rotate', () => {
  const { cpf } = createQuery(51);
  let simulator: Simulator;
  beforeAll(async () => {
    simulator = await startParties();
  });
  afterAll(() => simulator.close());

  test('keys keep working, a person is found before and after, kept answers are replayed, and the audit is intact', async () => {
    const home = createSimulatedHome(simulator);
    const verify = (address: string, key: string) =>
      post(`${address}/v1/verify/cpf`, { cpf }, { key, headers: { 'idempotency-key': 'once' } });
    const { id, key } = await createKey(home, '--mode', 'live');
    const before = await startProcess(home);
    const first = await verify(before.address, key);
    expect(first.status).toBe(200);
    const keptHeads = join(home.directory, 'heads.ndjson');

    const rotated = await confere(home, 'secrets', 'rotate', '--json');
    expect([rotated.code, rotated.stdout]).toEqual([0, '{\n  "generation": 2\n}\n']);
    // What runs goes on, and knows keys that are made and changed under the new secret, without a restart.
    const made = await createKey(home, '--mode', 'test');
    await confereHere(home, 'keys', 'update', id, '--burst', '500');
    expect(await verifyTest(before.address, made.key)).toBe(200);
    expect((await verify(before.address, key)).headers.get('idempotent-replayed')).toBe('true');
    await before.stop();

    const after = await startProcess(home);
    const replayed = await verify(after.address, key);
    expect([replayed.headers.get('idempotent-replayed'), replayed.body]).toEqual(['true', first.body]);
    const again = await post(`${after.address}/v1/verify/cpf`, { cpf }, { key });
    expect(again.status).toBe(200);
    const turned = JSON.parse((await confereHere(home, 'keys', 'rotate', id, '--overlap', '1h', '--json')).stdout);
    rememberKey(turned.key);
    expect([await verifyTest(after.address, made.key), (await verify(after.address, turned.key)).status]).toEqual([
      200, 200,
    ]);
    await after.stop();

    const found = await confereHereWithInput(home, `${cpf}\n`, 'audit', 'list', '--cpf', '--json');
    const ids = (JSON.parse(found.stdout) as { request_id: string }[]).map(({ request_id }) => request_id);
    expect(ids).toEqual([again.body.request_id, first.body.request_id]);
    for (const requestId of ids) {
      expect((await confereHere(home, 'audit', 'replay', requestId)).stdout).toContain('same');
    }
    writeFileSync(keptHeads, (await confereHere(home, 'audit', 'heads')).stdout);
    expect(new Set(readFileSync(keptHeads, 'utf8').match(/"signer":"\w+"/g)).size).toBe(2);
    expect((await confereHere(home, 'audit', 'verify', '--heads', keptHeads)).stdout).toMatch(/^Intact/);
    expect((await confereHere(home, 'audit', 'list', '--kind', 'act', '--json')).stdout).toContain('secret_rotated');
  });

  test.each([1, 2])(
    'a running service takes the new secret up at SIGHUP without a failed request, %i worker(s)',
    async (workers) => {
      const home = createSimulatedHome(simulator);
      const service = await startFleet(home, workers);
      const { key } = await createKey(home, '--mode', 'live', '--rate', 'unlimited');
      const once = () => post(service.url, { cpf }, { key, headers: { 'idempotency-key': 'once' } });
      const first = await once();
      expect(first.status).toBe(200);
      const clients = startClients(8, (index) => ({
        url: service.url,
        key,
        body: JSON.stringify({ cpf: createQuery(index).cpf }),
      }));
      await expect.poll(() => clients.answered()).toBeGreaterThan(50);
      expect((await confere(home, 'secrets', 'rotate')).code).toBe(0);
      service.child.kill('SIGHUP');
      await expect.poll(() => service.output()).toContain('"event":"reloaded"');
      const answered = clients.answered();
      await expect.poll(() => clients.answered()).toBeGreaterThan(answered + 50);
      // What was kept under the older secret is still found.
      expect((await once()).body).toEqual(first.body);
      await clients.end();
      expect(clients.failures).toEqual([]);
      await service.stop();
      const heads = (await confereHere(home, 'audit', 'heads')).stdout;
      expect(new Set(heads.match(/"signer":"\w+"/g)).size).toBe(2);
      expect((await confereHere(home, 'audit', 'verify')).stdout).toMatch(/^Intact/);
      const found = await confereHereWithInput(home, `${cpf}\n`, 'audit', 'list', '--cpf', '--json');
      expect((JSON.parse(found.stdout) as { request_id: string }[]).map(({ request_id }) => request_id)).toContain(
        first.body.request_id,
      );
    },
  );

  test('a secret that is gone or cut in half at SIGHUP changes nothing, and the log says what to do', async () => {
    const home = createHome();
    const service = await startFleet(home, 2);
    const file = secretOf(home);
    const good = readFileSync(file, 'utf8');
    const findEvents = (event: string) => service.output().split(`"event":"${event}"`).slice(1);
    const spoil = [() => renameSync(file, `${file}.away`), () => writeFileSync(file, good.slice(0, 40))];
    for (const [index, work] of spoil.entries()) {
      work();
      service.child.kill('SIGHUP');
      await expect.poll(() => findEvents('reload_refused').length).toBe(index + 1);
      expect(findEvents('reload_refused').at(-1)).toMatch(/^,"internal":"[^"]*master\.key/);
      expect(await verifyTest(service.address, service.key)).toBe(200);
      writeFileSync(file, good, { mode: 0o600 });
      service.child.kill('SIGHUP');
      await expect.poll(() => findEvents('reloaded').length).toBe(index + 1);
      expect(await verifyTest(service.address, service.key)).toBe(200);
    }
    await service.stop();
  });

  test('says when an older copy of the secret was put back, instead of refusing keys one by one', async () => {
    const older = createHome();
    await createKey(older, '--mode', 'test');
    copyFileSync(secretOf(older), join(older.directory, 'copy'));
    await confere(older, 'secrets', 'rotate');
    copyFileSync(join(older.directory, 'copy'), secretOf(older));
    const refused = await confere(older, 'keys', 'list');
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('is an older copy')]);
  });

  test('says that there is nothing to rotate where nothing was made', async () => {
    const { code, stderr } = await confere(createHome(), 'secrets', 'rotate');
    expect([code, stderr]).toEqual([2, expect.stringContaining('no secret to rotate yet')]);
  });
});

test('killed at whatever moment, a rotation leaves a whole secret and working keys, and can be run again', async () => {
  const home = createHome();
  const { key } = await createKey(home, '--mode', 'test');
  const env = { ...process.env, ...home.env };
  const begunAtMs = performance.now();
  await confere(home, 'secrets', 'rotate');
  const wholeMs = performance.now() - begunAtMs;
  for (const share of [0.5, 0.6, 0.7, 0.8, 0.9, 0.95]) {
    const before = countGenerations(home);
    const child = spawn(process.execPath, [main, 'secrets', 'rotate'], { env, stdio: 'ignore' });
    const ended = once(child, 'exit');
    const timer = setTimeout(() => child.kill('SIGKILL'), wholeMs * share);
    await ended;
    clearTimeout(timer);
    expect([before, before + 1]).toContain(countGenerations(home));
  }
  const last = countGenerations(home);
  expect((await confere(home, 'secrets', 'rotate')).code).toBe(0);
  expect(countGenerations(home)).toBe(last + 1);
  expect(readdirSync(join(home.directory, 'secrets')).sort()).toEqual(['audit-heads', 'master.key']);
  const service = await startProcess(home);
  expect(await verifyTest(service.address, key)).toBe(200);
  await service.stop();
});
