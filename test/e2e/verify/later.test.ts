// A party that answers later, and a service that is killed with kill -9 while it waits: the next one goes on with the same order.

import { expect, test } from 'vitest';
import { createQuery } from '../../support/parties/implied.ts';
import { parties } from '../../support/parties/simulated-sources.ts';
import { createKey, startProcess } from '../../support/service/process.ts';
import { post } from '../../support/service/service.ts';
import { createSimulatedHome, startParties } from '../../support/service/simulated-home.ts';

test('an order survives kill -9: nobody orders it a second time', async ({ onTestFinished }) => {
  const simulator = await startParties();
  onTestFinished(() => simulator.close());
  await simulator.set('idwall', { laterMs: 3_600_000 });
  const home = createSimulatedHome(simulator, {
    wiring: { ...parties, bureau_a: 'idwall' },
    settings: { bureau_a: { async: { poll: { pause_ms: 20, pause_max_ms: 20 } } } },
  });
  const { key } = await createKey(home, '--mode', 'live', '--rate', 'unlimited');
  const { cpf, name, birthDate } = createQuery(1);
  const verify = (address: string) =>
    post(`${address}/v1/verify/cpf?explain=true`, { cpf, name, birth_date: birthDate }, { key });

  const killed = await startProcess(home);
  const lost = verify(killed.address).catch(() => 'lost');
  await expect.poll(() => simulator.state().parties['idwall']?.polls, { timeout: 60_000 }).toBeGreaterThan(0);
  await killed.stop('SIGKILL');
  expect(await lost).toBe('lost');

  await simulator.set('idwall', { laterMs: 0 });
  const next = await startProcess(home);
  onTestFinished(async () => void (await next.stop()));
  const { body } = await verify(next.address);
  expect(body.explanation.sources.bureau_a).toMatchObject({ outcome: 'answered', reason: null });
  expect(simulator.callsFor('idwall', cpf)).toBe(1);
});
