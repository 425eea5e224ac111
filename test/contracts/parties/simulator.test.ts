// The simulator speaks the profiles' languages: asked through the real HTTP source, every fixed person and company says
// over the wire what the sandbox says directly, as far as that wire has words for it.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ContractSource, contractSourceNames } from '../../../src/domain/person/contract-sources.ts';
import { companyPersonas } from '../../../src/sandbox/companies.ts';
import { personas } from '../../../src/sandbox/people.ts';
import { type Simulator, startSimulator } from '../../../src/sim/server.ts';
import { createHttpSources, type HttpSources } from '../../../src/sources/create-http-sources.ts';
import { getSources } from '../../../src/sources/read/read-sources.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { byName } from '../../support/parties/contract-parties.ts';
import { toRelayed } from '../../support/parties/relayed.ts';
import { findSimulatorSecret, writeSimulatedConfig } from '../../support/parties/simulated-sources.ts';

type Wiring = Readonly<Record<ContractSource | 'company_fallback', string>>;

const wirings: readonly Wiring[] = [
  { bureau_a: 'serasa', bureau_b: 'quod', fraud_registry: 'pix-dict', company_fallback: 'brasil-api' },
  { bureau_a: 'serpro-cpf', bureau_b: 'serasa', fraud_registry: 'pix-dict', company_fallback: 'minha-receita' },
];

const today = '2026-11-15';
const clock = createManualClock();

describe.each(wirings)('$bureau_a, $bureau_b, $company_fallback', (wiring) => {
  let simulator: Simulator;
  let sources: HttpSources;
  let directory: string;

  beforeAll(async () => {
    simulator = await startSimulator({ clock, port: 0 });
    await simulator.set(wiring.bureau_b, { plays: 'bureau_b' });
    directory = mkdtempSync(join(tmpdir(), 'confere-simulator-'));
    const patient = { deadline_ms: 28_000, connect_ms: 10_000 };
    const settings = Object.fromEntries(Object.keys(wiring).map((slot) => [slot, patient]));
    const file = writeSimulatedConfig(directory, simulator, wiring, settings);
    const checked = await getSources({ file, findVariable: findSimulatorSecret });
    sources = createHttpSources({ sources: checked, clock, random: () => 0.5 });
  });
  afterAll(async () => {
    await sources.close();
    await simulator.close();
    rmSync(directory, { recursive: true });
  });

  it.each(personas.map((persona) => [persona.label, persona] as const))(
    '%s',
    async (_label, { cpf, person, example }) => {
      const query = { cpf, name: null, birthDate: example?.birthDate ?? '1990-01-01' };
      // A person of whom a party says "too many calls" asks for a second of silence.
      clock.advance(2000);
      for (const slot of contractSourceNames) {
        const { evidence } = await byName(sources.people ?? [])[slot].ask(query, AbortSignal.timeout(60_000));
        const expected = toRelayed(person.answers[slot].evidence, wiring[slot]);
        if (expected.kind === 'unavailable') expect(evidence.kind).toBe('unavailable');
        else expect(evidence).toEqual(expected);
      }
    },
  );

  it.each(companyPersonas.map((persona) => [persona.label, persona] as const))(
    'company: %s',
    async (_label, { cnpj, company }) => {
      const expected = company(today);
      const found = await sources.companyFallback?.find(cnpj, AbortSignal.timeout(60_000));
      if (expected === undefined)
        expect(found).toEqual({ kind: 'unavailable', reason: 'unreliable_not_found', calls: 1 });
      else expect(found).toEqual({ kind: 'found', company: expected, dataAsOf: today, calls: 1 });
    },
  );

  it('each number was asked about once, and each party gave one token at most', () => {
    for (const state of Object.values(simulator.state().parties)) {
      expect(state.tokens).toBeLessThanOrEqual(1);
      expect(state.unauthorized).toBe(0);
      expect(Math.max(0, ...Object.values(state.callsByNumber))).toBeLessThanOrEqual(1);
    }
  });
});
