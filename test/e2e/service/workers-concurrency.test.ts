// How many requests of a key may be in work, over all processes together.

import { expect, test } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { startSimulator } from '../../../src/sim/server.ts';
import { parties, simulatorSecrets, writeSimulatedConfig } from '../../support/parties/simulated-sources.ts';
import { createHome, createKey } from '../../support/service/process.ts';
import { sendOnce } from '../../support/service/steady-clients.ts';
import { isAlive, startFleet } from '../../support/service/worker-fleet.ts';

const body = '{"cpf":"40442820135"}';
/** So long that nothing ends while the test looks. */
const patient = { deadline_ms: 28_000, connect_ms: 10_000 };

test('a key has exactly as many requests in work over two workers as it may; those of a killed worker are free again', async () => {
  const simulator = await startSimulator({ clock: systemClock, port: 0 });
  for (const party of Object.values(parties)) await simulator.set(party, { fault: { kind: 'black_hole' } });
  const home = createHome({ ...simulatorSecrets, CONFERE_VERIFICATION_DEADLINE_MS: '30000' });
  const patience = { bureau_a: patient, bureau_b: patient, fraud_registry: patient };
  home.env['CONFERE_CONFIG'] = writeSimulatedConfig(home.directory, simulator, parties, patience);
  const fleet = await startFleet(home);
  const { url } = fleet;
  const { key } = await createKey(home, '--mode', 'live', '--rate', 'unlimited', '--concurrency', '5');
  const refused: number[] = [];
  const send = () => {
    sendOnce({ url, key, body }).then(
      ({ status }) => refused.push(status),
      () => {},
    );
  };
  for (let request = 0; request < 24; request++) send();
  await expect.poll(() => refused).toEqual(Array.from({ length: 19 }, () => 429));
  // Five hang in one worker or both. Once both were killed, five others may.
  for (const pid of await fleet.readPids()) process.kill(pid, 'SIGKILL');
  await expect.poll(() => fleet.readMetric('confere_worker_deaths_total')).toBe(2);
  await expect.poll(async () => (await fleet.readPids()).length).toBe(2);
  for (let request = 0; request < 24; request++) send();
  await expect.poll(() => refused).toEqual(Array.from({ length: 38 }, () => 429));
  // What hangs is not waited for.
  const pids = await fleet.readPids();
  await fleet.stop('SIGKILL');
  for (const pid of pids) process.kill(pid, 'SIGKILL');
  await expect.poll(() => pids.filter(isAlive)).toEqual([]);
  await simulator.close();
});
