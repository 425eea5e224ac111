// Every example, installed as its README says and run against the real service in front of the simulated parties.

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Simulator } from '../../../src/sim/server.ts';
import { findFreePort } from '../../support/free-port.ts';
import { packClient } from '../../support/http/client-package.ts';
import {
  type CreatedKey,
  confere,
  createKey,
  type Home,
  type RunningProcess,
  startProcess,
} from '../../support/service/process.ts';
import { post } from '../../support/service/service.ts';
import { createSimulatedHome, startParties } from '../../support/service/simulated-home.ts';
import { gatherText, parseLines } from '../../support/texts.ts';

const root = join(import.meta.dirname, '../../..');
const known = { cpf: '123.456.789-09', name: 'João Pedro da Silva Santos', birth_date: '1985-03-14' };
const alerted = { cpf: '900.000.008-41' };

let simulator: Simulator;
let home: Home;
let service: RunningProcess;
let created: CreatedKey;
/** A checkout with nothing but the examples and the packed client; code, so not where output is searched. */
let checkout: string;
beforeAll(async () => {
  simulator = await startParties();
  home = createSimulatedHome(simulator, {
    env: { CONFERE_WEBHOOKS_ALLOW_HTTP: 'true', CONFERE_WEBHOOKS_ALLOWED_NETWORKS: '127.0.0.0/8' },
  });
  service = await startProcess(home);
  created = await createKey(home, '--mode', 'live');
  checkout = join(tmpdir(), `confere-examples-${process.pid}`);
  await packClient(join(checkout, 'packages/client'));
});
afterAll(async () => {
  await service.stop();
  await simulator.close();
  rmSync(checkout, { recursive: true, force: true });
});

async function install(name: string): Promise<string> {
  const folder = join(checkout, 'examples', name);
  mkdirSync(join(checkout, 'examples'), { recursive: true });
  const isSource = (path: string) => !/node_modules|\.next/.test(path.slice(root.length));
  cpSync(join(root, 'examples', name), folder, { recursive: true, filter: isSource });
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  await promisify(execFile)('npm', args, { cwd: folder });
  return folder;
}

const toEnv = (more: Record<string, string> = {}) => ({
  ...process.env,
  CONFERE_URL: service.address,
  CONFERE_API_KEY: created.key,
  NEXT_TELEMETRY_DISABLED: '1',
  PORT: '0',
  ...more,
});

/** Gives its address, and all that it has written. */
async function start(folder: string, args: string[], more: Record<string, string> = {}) {
  // A group of its own, because npm and Next start processes of their own.
  const child: ChildProcess = spawn('npm', ['run', '--silent', ...args], {
    cwd: folder,
    env: toEnv(more),
    detached: true,
  });
  const output = gatherText(child.stdout, child.stderr);
  onTestFinished(async () => {
    const ended = once(child, 'exit');
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
    if (child.exitCode === null) await ended;
    writeFileSync(join(home.directory, 'output', `example-${child.pid}.log`), output());
  });
  const addressOf = () => /https?:\/\/(?:127\.0\.0\.1|localhost):\d+/.exec(output())?.[0];
  await expect.poll(() => addressOf() ?? `${child.exitCode} ${output()}`, { timeout: 120_000 }).toMatch(/^http/);
  return { address: addressOf() ?? '', output };
}

async function expectOnboarding(url: string): Promise<void> {
  const headers = { 'idempotency-key': `a form for ${url}` };
  const approved = await post(url, known, { headers });
  expect([approved.status, approved.body]).toEqual([
    201,
    { decision: 'approved', verification: expect.stringMatching(/^req_/) },
  ]);
  // The same form, sent again: the same verification.
  expect((await post(url, known, { headers })).body).toEqual(approved.body);
  const held = await post(url, alerted);
  expect([held.status, held.body.decision]).toEqual([202, 'manual_review']);
  const mistyped = await post(url, { ...known, cpf: '123.456.789-00' });
  expect([mistyped.status, mistyped.body]).toEqual([422, { errors: [{ field: 'cpf', code: 'invalid_check_digits' }] }]);
  const impossible = await post(url, { ...known, birth_date: '1985-02-30' });
  expect(impossible.body).toEqual({ errors: [{ field: 'birth_date', code: 'invalid_date' }] });
}

describe('examples', () => {
  test('onboarding-fastify decides about a customer by the risk level', async () => {
    const { address, output } = await start(await install('onboarding-fastify'), ['start']);
    await expectOnboarding(`${address}/signups`);
    expect(output()).not.toMatch(/123\.?456\.?789/);
  });

  test('onboarding-nextjs shows a form and decides about a customer by the risk level', async () => {
    const { address, output } = await start(await install('onboarding-nextjs'), ['dev'], {
      PORT: String(await findFreePort()),
    });
    const readPage = () => fetch(address).then((response) => response.text(), String);
    await expect.poll(readPage, { timeout: 120_000, interval: 1_000 }).toContain('Nome completo');
    await expectOnboarding(`${address}/api/signup`);
    expect(output()).not.toMatch(/123\.?456\.?789/);
  });

  test('nightly-recheck tells what has changed since the last night, and goes on where it was stopped', async () => {
    const folder = await install('nightly-recheck');
    const recheck = (night: string) =>
      new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
        const args = ['recheck.js', 'customers.ndjson', '.'];
        execFile(process.execPath, args, { cwd: folder, env: toEnv({ NIGHT: night }) }, (error, stdout, stderr) =>
          resolve({ code: error?.code ?? 0, stdout, stderr }),
        );
      });
    const first = await recheck('2026-11-14');
    expect(first).toEqual({
      code: 1,
      stdout: '',
      stderr: 'c-3: invalid_request\n0 same, 0 changed, 3 new, 1 failed\n',
    });
    // The fraud registry falls silent, and the last line was cut off by a crash.
    await simulator.set('pix-dict', { fault: { kind: 'refused' } });
    onTestFinished(() => simulator.reset());
    const customers = readFileSync(join(folder, 'customers.ndjson'), 'utf8').split('\n');
    writeFileSync(join(folder, 'customers.ndjson'), customers.filter((line) => !line.includes('c-3')).join('\n'));
    appendFileSync(
      join(folder, 'answers-2026-11-15.ndjson'),
      '{"id":"c-1","status":"verified","risk_level":"low"}\n{"id":"c-2","sta',
    );
    const second = await recheck('2026-11-15');
    expect(second.code).toBe(0);
    expect(second.stderr).toBe('0 same, 2 changed, 0 new, 0 failed\n');
    expect(parseLines(second.stdout).map(({ id }) => id)).toEqual(['c-2', 'c-4']);
    const kept = readFileSync(join(folder, 'answers-2026-11-15.ndjson'), 'utf8');
    expect(kept).not.toMatch(/\d{11}|Silva/);
    expect((await recheck('2026-11-15')).stderr).toBe('0 same, 0 changed, 0 new, 0 failed\n');
  });

  test('webhook-receiver believes what the service has signed, once, and nothing else', async () => {
    const folder = await install('webhook-receiver');
    const early = new Webhook(Buffer.alloc(32, 1).toString('base64'));
    const port = String(await findFreePort());
    const added = await confere(home, 'webhooks', 'add', `http://127.0.0.1:${port}`, '--key', created.id, '--json');
    const { id, secret } = JSON.parse(added.stdout) as { id: string; secret: string };
    const { address, output } = await start(folder, ['start'], { WEBHOOK_SECRETS: secret, PORT: port });
    const sent = await confere(home, 'webhooks', 'test', id);
    expect(sent.code, sent.stderr).toBe(0);
    await expect.poll(output).toContain(`Received webhook.test {"webhook_id":"${id}"}`);
    const body = '{"type":"webhook.test","data":{"n":1}}';
    const deliver = async (signer: Webhook) => {
      const now = new Date();
      const headers = {
        'webhook-id': 'msg_1',
        'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
        'webhook-signature': signer.sign('msg_1', now, body),
      };
      return (await fetch(address, { method: 'POST', headers, body })).status;
    };
    expect(await deliver(early)).toBe(401);
    expect([await deliver(new Webhook(secret)), await deliver(new Webhook(secret))]).toEqual([204, 204]);
    await expect.poll(() => output().match(/Received .*"n":1/g)?.length).toBe(1);
  });
});
