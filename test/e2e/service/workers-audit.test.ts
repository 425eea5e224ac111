// A worker that is killed while it writes: what was answered is on record, and the chain of all processes stays whole.

import { expect, test } from 'vitest';
import { createQuery } from '../../support/parties/implied.ts';
import { confere, createKey } from '../../support/service/process.ts';
import { createSimulatedHome, startParties } from '../../support/service/simulated-home.ts';
import { startClients } from '../../support/service/steady-clients.ts';
import { startFleet } from '../../support/service/worker-fleet.ts';

const kills = 4;

test('workers killed while they write lose no record of an answer, and leave one whole chain', async () => {
  const simulator = await startParties();
  const home = createSimulatedHome(simulator);
  const fleet = await startFleet(home);
  const { key } = await createKey(home, '--mode', 'live', '--rate', 'unlimited');
  const clients = startClients(16, (index) => {
    const { cpf, name, birthDate } = createQuery(index);
    return { url: fleet.url, key, body: JSON.stringify({ cpf, name, birth_date: birthDate }) };
  });
  for (let kill = 0; kill < kills; kill++) {
    const answered = clients.answered();
    await expect.poll(() => clients.answered()).toBeGreaterThan(answered + 50);
    await expect.poll(async () => (await fleet.readPids()).length).toBe(2);
    const pids = await fleet.readPids();
    process.kill(pids[kill % 2] as number, 'SIGKILL');
  }
  await expect.poll(async () => (await fleet.readPids()).length).toBe(2);
  await clients.end();
  await fleet.stop();
  await simulator.close();

  const answered = clients.bodies.map((body) => JSON.parse(body).request_id as string);
  expect(answered.length).toBeGreaterThan(kills * 50);
  const exported = await confere(home, 'audit', 'export', '--kind', 'cpf');
  const recorded = exported.stdout.trim().split('\n');
  const ids = new Set(recorded.map((line) => JSON.parse(line).request_id as string));
  expect(answered.filter((id) => !ids.has(id))).toEqual([]);
  expect((await confere(home, 'audit', 'verify')).stdout).toMatch(/^Intact: \d+ records/);
});
