// What two workers settle between them: who asks a party, and how many requests of a key may be in work.

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { contractSourceNames } from '../../../src/domain/person/contract-sources.ts';
import type { Simulator } from '../../../src/sim/server.ts';
import { createQuery } from '../../support/parties/implied.ts';
import { parties } from '../../support/parties/simulated-sources.ts';
import { createKey, type Home } from '../../support/service/process.ts';
import { createSimulatedHome, startParties } from '../../support/service/simulated-home.ts';
import { sendOnce } from '../../support/service/steady-clients.ts';
import { isAlive, startFleet, type WorkerFleet } from '../../support/service/worker-fleet.ts';

describe('two workers', () => {
  let simulator: Simulator;
  let home: Home;
  let fleet: WorkerFleet;
  beforeAll(async () => {
    simulator = await startParties();
    const kept = contractSourceNames.map((ask) => ({ ask, fresh_for: { credit: '1d' } }));
    home = createSimulatedHome(simulator, { sections: { checks: [kept] } });
    fleet = await startFleet(home);
  });
  afterAll(async () => {
    // What hangs is not waited for.
    const pids = await fleet.readPids();
    await fleet.stop('SIGKILL');
    for (const pid of pids) process.kill(pid, 'SIGKILL');
    await vi.waitFor(() => expect(pids.filter(isAlive)).toEqual([]), { timeout: 30_000 });
    await simulator.close();
  });

  test('that are asked about somebody at the same moment, where answers are kept, call each party once', async () => {
    const { key } = await createKey(home, '--mode', 'live', '--rate', 'unlimited', '--purpose', 'credit');
    for (const party of Object.values(parties)) await simulator.set(party, { latency: { kind: 'fixed', ms: 400 } });
    const called: number[] = [];
    let person = 4_000;
    const askAtOnce = async () => {
      const { cpf, name, birthDate } = createQuery(person++);
      const body = JSON.stringify({ cpf, name, birth_date: birthDate });
      const answers = await Promise.all(Array.from({ length: 8 }, () => sendOnce({ url: fleet.url, key, body })));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      called.push(...Object.values(parties).map((party) => simulator.callsFor(party, cpf)));
      return fleet.readMetric('confere_shared_answers_total');
    };
    // Until both workers had connections of the same moment: then one has waited for the other.
    await expect.poll(askAtOnce).toBeGreaterThan(0);
    expect(new Set(called)).toEqual(new Set([1]));
  });

  test('let a key have exactly as many requests in work as it may; those of a killed worker are free again', async () => {
    const { key } = await createKey(home, '--mode', 'live', '--rate', 'unlimited', '--concurrency', '5');
    for (const party of Object.values(parties)) await simulator.set(party, { fault: { kind: 'black_hole' } });
    const refused: number[] = [];
    const send = () => {
      sendOnce({ url: fleet.url, key, body: '{"cpf":"40442820135"}' }).then(
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
  });
});
