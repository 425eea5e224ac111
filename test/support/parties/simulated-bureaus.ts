// Bureaus of the simulator, each in turn as `bureau_a`, asked through its profile over real HTTP.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import type { PersonQuery } from '../../../src/domain/person/evidence.ts';
import { type Simulator, startSimulator } from '../../../src/sim/server.ts';
import { createHttpSources, type HttpSources } from '../../../src/sources/create-http-sources.ts';
import { getSources } from '../../../src/sources/read/read-sources.ts';
import { createManualClock } from '../manual-clock.ts';
import { byName } from './contract-parties.ts';
import { findSimulatorSecret, writeSimulatedConfig } from './simulated-sources.ts';

/** A person with whom all is in order. */
export const inOrder = { cpf: '12345678909', name: null, birthDate: null } as unknown as PersonQuery;

export function useSimulatedBureaus(profiles: readonly string[]) {
  let simulator: Simulator;
  let directory: string;
  const opened: HttpSources[] = [];

  beforeAll(async () => {
    simulator = await startSimulator({ clock: systemClock, port: 0, profiles });
    directory = mkdtempSync(join(tmpdir(), 'confere-bureaus-'));
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((each) => each.close()));
    await simulator.reset();
  });
  afterAll(async () => {
    await simulator.close();
    rmSync(directory, { recursive: true });
  });

  return {
    simulator: () => simulator,
    async open(bureau: string, deadlineMs = 28_000, findVariable = findSimulatorSecret) {
      const clock = createManualClock();
      const settings = { bureau_a: { deadline_ms: deadlineMs, connect_ms: Math.min(10_000, deadlineMs) } };
      const file = writeSimulatedConfig(directory, simulator, { bureau_a: bureau }, settings);
      const sources = createHttpSources({
        sources: await getSources({ file, findVariable }),
        clock,
        random: () => 0.5,
      });
      opened.push(sources);
      await simulator.set(bureau, { plays: 'bureau_a' });
      return async (query: PersonQuery = inOrder) => {
        // A person of whom a party says "too many calls" asks for a second of silence.
        clock.advance(2000);
        return (await byName(sources.people ?? []).bureau_a.ask(query, AbortSignal.timeout(60_000))).evidence;
      };
    },
  };
}
