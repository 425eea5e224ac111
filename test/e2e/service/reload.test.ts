// Changed settings without a stop: SIGHUP with one process and with several.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { confere, createHome, createKey } from '../../support/service/process.ts';
import { sendOnce, startClients } from '../../support/service/steady-clients.ts';
import { startFleet, type WorkerFleet } from '../../support/service/worker-fleet.ts';

const body = '{"cpf":"40442820135"}';

async function createReloadable() {
  const home = createHome();
  const policyFile = join(home.directory, 'policy.yaml');
  const configFile = join(home.directory, 'confere.yaml');
  const { stdout: policy } = await confere(home, 'policy', 'show');
  const write = (version: string) => writeFileSync(policyFile, policy.replace(/confere-\d+/, version));
  write('policy-of-monday');
  writeFileSync(configFile, 'policy:\n  file: ./policy.yaml\n');
  home.env['CONFERE_CONFIG'] = configFile;
  return { home, configFile, policyFile, writePolicy: write };
}

/** Only an explanation tells the policy. */
async function readVersion({ url, key }: WorkerFleet): Promise<string> {
  const answer = await sendOnce({ url: `${url}?explain=true`, key, body });
  expect(answer.status).toBe(200);
  return JSON.parse(answer.body).explanation.policy_version as string;
}

const priceList = '{ from: 2026-01-01, answered: 1, not_found: 0, minor: 0, timeout: 0, error: 0 }';
/** Follows the two lines of the good file. */
const faultyPlan = `sources:
  bureau_a:
    base_url: https://bureau.example
    auth: { kind: none }
    request: { path: '/{cpf}' }
    mapping: { cpf: cpf, name: name, registration: status }
    codes: { registration: { ok: regular } }
    signals:
      dependents: { kind: integer, min: 5, max: 1, value: kids }
    price:
      - ${priceList}
      - ${priceList}
checks:
  verified_needs: [bureau_a]
  stages:
    - { ask: bureau_a, fresh_for: { credit: 30 days } }
`;

/** A party that answers later and calls back; its secret is in a file. */
const callingBack = `sources:
  bureau_a:
    base_url: https://bureau.example
    auth: { kind: none }
    request: { path: /orders, json: { document: '{cpf}' } }
    mapping: { cpf: cpf, name: name }
    async:
      id: order
      poll: { request: { path: '/orders/{async.id}' }, outcomes: [{ status: 202, means: pending }] }
      callback: { id: order, auth: { kind: header, name: X-Callback-Key, value: { file: ./callback-secret } } }
`;

const countEvents = (output: string, event: string) => output.split(`"event":"${event}"`).length - 1;

describe.each([1, 2])('%i worker(s)', (workers) => {
  let reloadable: Awaited<ReturnType<typeof createReloadable>>;
  let service: WorkerFleet;
  beforeAll(async () => {
    reloadable = await createReloadable();
    service = await startFleet(reloadable.home, workers);
  });
  afterAll(() => service.stop());

  /** Gives what the log says of it. */
  async function reload(event: string): Promise<string> {
    const before = countEvents(service.output(), event);
    service.child.kill('SIGHUP');
    await expect.poll(() => countEvents(service.output(), event)).toBe(before + 1);
    return service.output().split(`"event":"${event}"`).at(-1) ?? '';
  }

  test('a faulty file is refused with its line, and all goes on as before', async () => {
    const { configFile, policyFile, writePolicy } = reloadable;
    const good = readFileSync(configFile, 'utf8');
    const goodPolicy = readFileSync(policyFile, 'utf8');
    const faults: [() => void, RegExp][] = [
      [
        () => writeFileSync(configFile, `${good}prot: 80\n`),
        /confere\.yaml:3: prot: unknown setting; did you mean port/,
      ],
      [() => writeFileSync(configFile, 'policy: [\n'), /confere\.yaml:\d/],
      [
        () => writeFileSync(policyFile, goodPolicy.replace('version:', 'wersion:')),
        /policy\.yaml:1: policy\.wersion: unknown/,
      ],
      [
        () => {
          const price = '{ from: 2026-01-01, answered: -1, not_found: 0, minor: 0, timeout: 0, error: 0 }';
          writeFileSync(configFile, `${good}sources:\n  bureau_a:\n    profile: ./none.yaml\n    price: [${price}]\n`);
        },
        /confere\.yaml:5: bureau_a\.profile: the profile cannot be read.*yaml:6: bureau_a\.price\.0\.answered: must not be neg/,
      ],
      [
        () => writeFileSync(configFile, `${good}key_budgets:\n  key_1: { day: { calls: 0 } }\n`),
        /confere\.yaml:4: key_budgets\.key_1\.day\.calls: /,
      ],
      [
        () => writeFileSync(configFile, `${good}checks:\n  - ask: bureau_z\n`),
        /confere\.yaml:4: checks\.0\.ask: must be a source/,
      ],
      [
        // Every fault of one file at once: a signal out of its range, prices that overlap, a plan and a time that cannot be.
        () => writeFileSync(configFile, `${good}${faultyPlan}`),
        new RegExp(
          [
            'confere\\.yaml:11: bureau_a\\.signals\\.dependents',
            'confere\\.yaml:14: bureau_a\\.price\\.1\\.from: must be later',
            'confere\\.yaml:16: checks\\.verified_needs: needs a source with the role fraud',
            'confere\\.yaml:18: checks\\.stages\\.0\\.fresh_for\\.credit: must be a time',
          ].join('[\\s\\S]*'),
        ),
      ],
    ];
    // With workers, whoever watches them reads the settings, and a new worker the policy and the plan: one fault of each is enough there.
    for (const [spoil, sentence] of workers === 1 ? faults : faults.filter((_, index) => [0, 2, 6].includes(index))) {
      spoil();
      expect(await reload('reload_refused')).toMatch(sentence);
      writeFileSync(configFile, good);
      writeFileSync(policyFile, goodPolicy);
      expect(await readVersion(service)).toBe('policy-of-monday');
    }
    expect(countEvents(service.output(), 'reloaded')).toBe(0);
    writePolicy('mended');
    await reload('reloaded');
    expect(await readVersion(service)).toBe('mended');
  });

  test('SIGHUP takes up a changed policy under load without one failed request', async () => {
    const { configFile, writePolicy } = reloadable;
    const { url, key } = service;
    const clients = startClients(24, () => ({ url, key, body }));
    await expect.poll(() => clients.answered()).toBeGreaterThan(100);
    writePolicy('policy-of-friday');
    writeFileSync(configFile, 'policy:\n  file: ./policy.yaml\nverification:\n  deadline_ms: 2001\n');
    await reload('reloaded');
    const answered = clients.answered();
    await expect.poll(() => clients.answered()).toBeGreaterThan(answered + 100);
    for (let asked = 0; asked < 10; asked++) expect(await readVersion(service)).toBe('policy-of-friday');
    await clients.end();
    expect(clients.failures).toEqual([]);
  });

  test('a key that is over its limit stays so after SIGHUP', async () => {
    const { url } = service;
    const { key } = await createKey(reloadable.home, '--mode', 'test', '--rate', '3/d');
    const statuses: number[] = [];
    for (let request = 0; request < 4; request++) statuses.push((await sendOnce({ url, key, body })).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    await reload('reloaded');
    expect((await sendOnce({ url, key, body })).status).toBe(429);
  });

  test('after SIGHUP a callback is proved by the new secret, and no longer by the former one', async () => {
    const { home, configFile } = reloadable;
    const writeSecret = (secret: string) => writeFileSync(join(home.directory, 'callback-secret'), secret);
    const callBack = async (secret: string) => {
      const headers = { 'x-callback-key': secret, 'content-type': 'application/json', connection: 'close' };
      const url = new URL('/callbacks/bureau_a', service.url);
      return (await fetch(url, { method: 'POST', headers, body: '{"order":"o-1"}' })).status;
    };
    writeSecret('the-former-secret');
    writeFileSync(configFile, `policy:\n  file: ./policy.yaml\n${callingBack}`);
    await reload('reloaded');
    expect([await callBack('the-former-secret'), await callBack('the-new-secret')]).toEqual([204, 404]);
    writeSecret('the-new-secret');
    await reload('reloaded');
    expect([await callBack('the-former-secret'), await callBack('the-new-secret')]).toEqual([404, 204]);
  });

  test('a file without sources does not disconnect those in force; it is refused, and the log names them', async () => {
    const { home, configFile } = reloadable;
    const good = readFileSync(configFile, 'utf8');
    expect(good).toContain('bureau_a:');
    for (const emptied of ['', 'policy:\n  file: ./policy.yaml\n', 'sources: {}\n']) {
      writeFileSync(configFile, emptied);
      const line = await reload('reload_refused');
      expect(line).toContain(`${configFile} would disconnect all sources: bureau_a.`);
      expect(line).toContain('the settings in force stay');
    }
    const { key } = await createKey(home, '--mode', 'live');
    expect(JSON.parse((await sendOnce({ url: service.url, key, body })).body).code).not.toBe('sources_not_configured');
    writeFileSync(configFile, good);
    await reload('reloaded');
  });

  test('what cannot be taken up is named, and the rest is; stopped afterwards, it ends with 0', async () => {
    const { configFile, writePolicy } = reloadable;
    writePolicy('taken-up');
    writeFileSync(configFile, `host: 0.0.0.0\npolicy:\n  file: ./policy.yaml\n${callingBack}`);
    expect(await reload('reload_needs_start')).toMatch(/^,"internal":"stop and start the service for: host"/);
    expect(await readVersion(service)).toBe('taken-up');
    expect(await service.stop()).toEqual({ code: 0, signal: null });
  });
});
