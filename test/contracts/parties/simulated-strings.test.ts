// The simulated parties that speak positional strings, asked through their profiles over real HTTP, with the simulator's faults.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import type { PersonQuery } from '../../../src/domain/person/evidence.ts';
import { personas } from '../../../src/sandbox/people.ts';
import { type Simulator, startSimulator } from '../../../src/sim/server.ts';
import { createHttpSources, type HttpSources } from '../../../src/sources/create-http-sources.ts';
import { getSources } from '../../../src/sources/read/read-sources.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { byName } from '../../support/parties/contract-parties.ts';
import { endlessFaults, hostileFaults, hugeScore } from '../../support/parties/hostile-faults.ts';
import { toRelayed } from '../../support/parties/relayed.ts';
import { findSimulatorSecret, writeSimulatedConfig } from '../../support/parties/simulated-sources.ts';

const bureaus = ['boa-vista-csr60', 'serasa-crednet'];
const inOrder = { cpf: '12345678909', name: null, birthDate: null } as unknown as PersonQuery;
let simulator: Simulator;
let directory: string;
const opened: HttpSources[] = [];

beforeAll(async () => {
  simulator = await startSimulator({ clock: systemClock, port: 0, profiles: bureaus });
  directory = mkdtempSync(join(tmpdir(), 'confere-strings-'));
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((each) => each.close()));
  await simulator.reset();
});
afterAll(async () => {
  await simulator.close();
  rmSync(directory, { recursive: true });
});

async function open(bureau: string, deadlineMs = 28_000, findVariable = findSimulatorSecret) {
  const clock = createManualClock();
  const settings = { bureau_a: { deadline_ms: deadlineMs, connect_ms: Math.min(10_000, deadlineMs) } };
  const file = writeSimulatedConfig(directory, simulator, { bureau_a: bureau }, settings);
  const sources = createHttpSources({ sources: await getSources({ file, findVariable }), clock, random: () => 0.5 });
  opened.push(sources);
  await simulator.set(bureau, { plays: 'bureau_a' });
  return async (query: PersonQuery = inOrder) => {
    // A person of whom a party says "too many calls" asks for a second of silence.
    clock.advance(2000);
    return (await byName(sources.people ?? []).bureau_a.ask(query, AbortSignal.timeout(60_000))).evidence;
  };
}

describe.each(bureaus)('%s', (bureau) => {
  it('says of every sandbox person what its wire has words for', async () => {
    const ask = await open(bureau);
    for (const { cpf, person } of personas) {
      const evidence = await ask({ ...inOrder, cpf });
      const expected = toRelayed(person.answers.bureau_a.evidence, bureau);
      if (expected.kind === 'unavailable') expect(evidence.kind).toBe('unavailable');
      else expect(evidence).toEqual(expected);
    }
    expect(simulator.state().parties[bureau]?.unauthorized).toBe(0);
  });

  it('refuses a wrong password, which stands in the string', async () => {
    const ask = await open(bureau, 28_000, (name) =>
      name.endsWith('PASSWORD') ? 'mistaken' : findSimulatorSecret(name),
    );
    expect(await ask()).toEqual({ kind: 'unavailable', reason: 'authentication_failed' });
    expect(simulator.state().parties[bureau]).toMatchObject({ unauthorized: 1, calls: 0 });
  });

  it.each([...hostileFaults, ...(bureau === 'serasa-crednet' ? [hugeScore] : [])])(
    'with %o is unavailable, and asked once',
    async (fault, reason) => {
      const ask = await open(bureau);
      await simulator.set(bureau, { fault, plays: fault.kind === 'huge_score' ? 'bureau_b' : 'bureau_a' });
      expect(await ask()).toEqual({ kind: 'unavailable', reason });
      expect(simulator.callsFor(bureau, inOrder.cpf)).toBeLessThanOrEqual(1);
      expect(simulator.state().trapped).toBe(0);
    },
  );

  it.each(endlessFaults)('with %o is given up at the deadline', async (fault) => {
    const ask = await open(bureau, 1000);
    await simulator.set(bureau, { fault });
    expect(await ask()).toEqual({ kind: 'unavailable', reason: 'timeout' });
  });
});
