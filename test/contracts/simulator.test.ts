// The simulator speaks the profiles' languages: asked through the real HTTP source, every fixed person and company says
// over the wire what the sandbox says directly, as far as that wire has words for it.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { type Evidence, emptyRecord, type PersonRecord, type SourceName } from '../../src/domain/evidence.ts';
import { companyPersonas } from '../../src/sim/companies.ts';
import { clientId, clientSecret, staticToken } from '../../src/sim/party.ts';
import { personas } from '../../src/sim/people.ts';
import { type Simulator, startSimulator } from '../../src/sim/server.ts';
import { createHttpSources, type HttpSources } from '../../src/sources/create-http-sources.ts';
import { getSources } from '../../src/sources/read-sources.ts';

interface Wiring {
  readonly sources: Readonly<Record<SourceName | 'company_fallback', string>>;
  /** What each wire can relay of a person. */
  readonly relayed: Readonly<Record<SourceName, readonly (keyof PersonRecord)[]>>;
}

const wirings: Readonly<Record<string, Wiring>> = {
  'Serasa, Quod, BrasilAPI': {
    sources: { bureau_a: 'serasa', bureau_b: 'quod', fraud_registry: 'pix-dict', company_fallback: 'brasil-api' },
    relayed: {
      bureau_a: ['name', 'socialName', 'birthDate', 'registration', 'pendingDebts', 'score'],
      bureau_b: ['score'],
      fraud_registry: ['fraudAlert'],
    },
  },
  'Serpro, Serasa, minha-receita': {
    sources: {
      bureau_a: 'serpro-cpf',
      bureau_b: 'serasa',
      fraud_registry: 'pix-dict',
      company_fallback: 'minha-receita',
    },
    relayed: {
      bureau_a: ['name', 'socialName', 'birthDate', 'registration'],
      bureau_b: ['name', 'socialName', 'birthDate', 'registration', 'pendingDebts', 'score'],
      fraud_registry: ['fraudAlert'],
    },
  },
};

const today = '2026-11-15';
const clock = { nowMs: () => Date.UTC(2026, 10, 15, 15), monotonicMs: () => performance.now() };
const env = {
  SERPRO_CONSUMER_KEY: clientId,
  SERPRO_CONSUMER_SECRET: clientSecret,
  SERASA_CLIENT_ID: clientId,
  SERASA_CLIENT_SECRET: clientSecret,
  QUOD_API_KEY: staticToken,
  FRAUD_REGISTRY_TOKEN: staticToken,
};

describe.each(Object.entries(wirings))('%s', (_title, wiring) => {
  let simulator: Simulator;
  let sources: HttpSources;
  let directory: string;

  beforeAll(async () => {
    simulator = await startSimulator({ clock, port: 0 });
    await simulator.set(wiring.sources.bureau_b, { plays: 'bureau_b' });
    directory = mkdtempSync(join(tmpdir(), 'confere-simulator-'));
    const file = join(directory, 'confere.yaml');
    const described = Object.entries(wiring.sources).map(([slot, party]) => {
      const profile = join(import.meta.dirname, `../../profiles/${party}.yaml`);
      return [slot, { profile, base_url: simulator.urlOf(party) }];
    });
    writeFileSync(file, stringify({ sources: Object.fromEntries(described) }));
    sources = createHttpSources({ sources: getSources({ file, env }), clock, random: () => 0.5 });
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
      for (const slot of ['bureau_a', 'bureau_b', 'fraud_registry'] as const) {
        const { evidence } = (await sources.people?.[slot].ask(query, AbortSignal.timeout(5000))) ?? {};
        const expected = toRelayed(person.answers[slot].evidence, wiring, slot);
        if (expected.kind === 'unavailable') expect(evidence?.kind).toBe('unavailable');
        else expect(evidence).toEqual(expected);
      }
    },
  );

  it.each(companyPersonas.map((persona) => [persona.label, persona] as const))(
    'company: %s',
    async (_label, { cnpj, company }) => {
      const expected = company(today);
      const found = await sources.companyFallback?.find(cnpj, AbortSignal.timeout(5000));
      if (expected === undefined) expect(found).toEqual({ kind: 'unavailable', reason: 'unreliable_not_found' });
      else expect(found).toEqual({ kind: 'found', company: expected, dataAsOf: today });
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

function toRelayed(evidence: Evidence, { relayed }: Wiring, slot: SourceName): Evidence {
  if (evidence.kind !== 'answered') return evidence;
  const known = relayed[slot].map((field) => [field, evidence.record[field]]);
  const record: PersonRecord = { ...emptyRecord, ...Object.fromEntries(known) };
  // A party that relays registrations and has none for this person leaves it unknown.
  const registration = relayed[slot].includes('registration') ? (record.registration ?? 'unknown') : null;
  return { kind: 'answered', record: { ...record, registration } };
}
