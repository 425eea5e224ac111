// Changed settings without a stop: SIGHUP with one process and with several.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { confere, createHome, createKey } from '../support/process.ts';
import { sendOnce, startClients } from '../support/steady-clients.ts';
import { startFleet, type WorkerFleet } from '../support/worker-fleet.ts';

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

const countEvents = (output: string, event: string) => output.split(`"event":"${event}"`).length - 1;

test.each([1, 2])(
  'SIGHUP takes up a changed policy under load without one failed request, %i worker(s)',
  async (workers) => {
    const { home, configFile, writePolicy } = await createReloadable();
    const service = await startFleet(home, workers);
    const { url, key } = service;
    expect(await readVersion(service)).toBe('policy-of-monday');
    const clients = startClients(24, () => ({ url, key, body }));
    await expect.poll(() => clients.answered()).toBeGreaterThan(100);
    for (const [index, version] of ['policy-of-tuesday', 'policy-of-friday'].entries()) {
      writePolicy(version);
      writeFileSync(configFile, `policy:\n  file: ./policy.yaml\nverification:\n  deadline_ms: ${2000 + index}\n`);
      service.child.kill('SIGHUP');
      await expect.poll(() => countEvents(service.output(), 'reloaded')).toBe(index + 1);
      const answered = clients.answered();
      await expect.poll(() => clients.answered()).toBeGreaterThan(answered + 100);
      for (let asked = 0; asked < 10; asked++) expect(await readVersion(service)).toBe(version);
    }
    await clients.end();
    expect(clients.failures).toEqual([]);
    expect(await service.stop()).toEqual({ code: 0, signal: null });
  },
);

test.each([1, 2])(
  'a faulty file is refused with its line, and all goes on as before, %i worker(s)',
  async (workers) => {
    const { home, configFile, policyFile, writePolicy } = await createReloadable();
    const service = await startFleet(home, workers);
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
        () => writeFileSync(configFile, `${good}sources:\n  bureau_a:\n    profile: ./none.yaml\n`),
        /confere\.yaml:5: bureau_a\.profile: the profile cannot be read/,
      ],
    ];
    for (const [index, [spoil, sentence]] of faults.entries()) {
      spoil();
      service.child.kill('SIGHUP');
      await expect.poll(() => countEvents(service.output(), 'reload_refused')).toBe(index + 1);
      expect(service.output().split('"event":"reload_refused"').at(-1)).toMatch(sentence);
      writeFileSync(configFile, good);
      writeFileSync(policyFile, goodPolicy);
      expect(await readVersion(service)).toBe('policy-of-monday');
    }
    expect(countEvents(service.output(), 'reloaded')).toBe(0);
    writePolicy('mended');
    service.child.kill('SIGHUP');
    await expect.poll(() => countEvents(service.output(), 'reloaded')).toBe(1);
    expect(await readVersion(service)).toBe('mended');
    await service.stop();
  },
);

test.each([1, 2])('a key that is over its limit stays so after SIGHUP, %i worker(s)', async (workers) => {
  const { home } = await createReloadable();
  const service = await startFleet(home, workers);
  const { url } = service;
  const { key } = await createKey(home, '--mode', 'test', '--rate', '3/d');
  const statuses: number[] = [];
  for (let request = 0; request < 4; request++) statuses.push((await sendOnce({ url, key, body })).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  service.child.kill('SIGHUP');
  await expect.poll(() => countEvents(service.output(), 'reloaded')).toBe(1);
  expect((await sendOnce({ url, key, body })).status).toBe(429);
  await service.stop();
});

test('what cannot be taken up is named, and the rest is', async () => {
  const { home, configFile, writePolicy } = await createReloadable();
  const service = await startFleet(home, 1);
  writePolicy('taken-up');
  writeFileSync(configFile, 'host: 0.0.0.0\npolicy:\n  file: ./policy.yaml\n');
  service.child.kill('SIGHUP');
  await expect
    .poll(() => service.output())
    .toMatch(/"reload_needs_start","internal":"stop and start the service for: host"/);
  expect(await readVersion(service)).toBe('taken-up');
  await service.stop();
});
