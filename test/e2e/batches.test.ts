// A batch of live verifications by a service that is killed with kill -9 again and again: every row is done once, and no party is
// asked about anybody twice.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { completeCpf } from '../../src/domain/cpf.ts';
import { type Simulator, startSimulator } from '../../src/sim/server.ts';
import { createHome, createKey, type Home, type RunningProcess, startProcess } from '../support/process.ts';
import { get } from '../support/service.ts';
import { parties, simulatorSecrets, writeSimulatedConfig } from '../support/simulated-sources.ts';

const rows = 120;
const kills = 3;

let simulator: Simulator;
let home: Home;
let service: RunningProcess;
let key: string;
beforeAll(async () => {
  simulator = await startSimulator({ clock: systemClock, port: 0 });
  home = createHome({
    ...simulatorSecrets,
    CONFERE_BATCHES_ROWS_AT_ONCE: '4',
    // A busy machine must not make a party late.
    CONFERE_VERIFICATION_DEADLINE_MS: '30000',
  });
  const patient = { deadline_ms: 28_000, connect_ms: 10_000 };
  home.env['CONFERE_CONFIG'] = writeSimulatedConfig(home.directory, simulator, parties, {
    bureau_a: patient,
    bureau_b: patient,
    fraud_registry: patient,
  });
  const scopes = ['--scope', 'verify:cpf', 'verify:batch'];
  key = (await createKey(home, '--mode', 'live', '--rate', 'unlimited', ...scopes)).key;
  service = await startProcess(home);
});
afterAll(async () => {
  await service.stop('SIGKILL');
  await simulator.close();
});

test('killed in the middle, it goes on where it was, and rows that were under way are told as unknown', async () => {
  const numbers = Array.from({ length: rows }, (_, index) => completeCpf(String(700_000_000 + index)));
  const body = `cpf\n${numbers.join('\n')}\n`;
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'text/csv' };
  const sent = await fetch(`${service.address}/v1/batches`, { method: 'POST', headers, body });
  expect(sent.status).toBe(202);
  const { id } = (await sent.json()) as { id: string };
  const readBatch = async () => (await get(`${service.address}/v1/batches/${id}`, { key })).body;
  const done = async () => {
    const { answered, invalid, failed, outcome_unknown } = (await readBatch()).counts;
    return answered + invalid + failed + outcome_unknown;
  };
  for (let kill = 1; kill <= kills; kill++) {
    await expect.poll(done, { interval: 20 }).toBeGreaterThanOrEqual((rows * kill) / (kills + 1));
    await service.stop('SIGKILL');
    service = await startProcess(home);
  }
  await expect.poll(async () => (await readBatch()).status, { timeout: 300_000 }).toBe('completed');
  const { counts } = await readBatch();
  expect(counts.answered + counts.outcome_unknown + counts.failed).toBe(rows);
  expect(counts.outcome_unknown).toBeLessThanOrEqual(4 * kills);
  const text = await (
    await fetch(`${service.address}/v1/batches/${id}/results`, { headers: { authorization: `Bearer ${key}` } })
  ).text();
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.map(({ row }) => row)).toEqual(numbers.map((_, index) => index + 1));
  for (const { row, answer } of lines) if (answer !== null) expect(answer.cpf).toBe(numbers[row - 1]);
  for (const { callsByNumber } of Object.values(simulator.state().parties)) {
    expect(Object.values(callsByNumber as Record<string, number>).filter((calls) => calls > 1)).toEqual([]);
  }
});
