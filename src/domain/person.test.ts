import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Cpf } from './cpf.ts';
import {
  type Evidence,
  emptyRecord,
  type PersonQuery,
  type PersonRecord,
  registrationStatuses,
  unavailableReasons,
} from './evidence.ts';
import { decidePerson, type PersonDecision, type PersonEvidence } from './person.ts';
import { defaultPolicy } from './risk-policy.ts';

const cpf = '12345678909' as Cpf;
const known: PersonRecord = {
  ...emptyRecord,
  name: 'MARIA DA SILVA',
  birthDate: '1985-06-20',
  registration: 'regular',
};
const answered = (record: Partial<PersonRecord> = {}): Evidence => ({
  kind: 'answered',
  record: { ...known, ...record },
});
const notFound: Evidence = { kind: 'not_found' };
const down: Evidence = { kind: 'unavailable', reason: 'timeout' };
const good: PersonEvidence = {
  bureau_a: answered({ pendingDebts: false }),
  bureau_b: answered({ score: 812 }),
  fraud_registry: { kind: 'answered', record: { ...emptyRecord, fraudAlert: false } },
};
const anyone: PersonQuery = { cpf, name: null, birthDate: null };

function decide(evidence: Partial<PersonEvidence> = {}, query: Partial<PersonQuery> = {}): PersonDecision {
  const decision = decidePerson({ ...anyone, ...query }, { ...good, ...evidence }, defaultPolicy);
  if (decision === undefined) throw new Error('no decision');
  return decision;
}

describe('status', () => {
  test('no decision is made when all three sources are unavailable', () => {
    expect(
      decidePerson(anyone, { bureau_a: down, bureau_b: down, fraud_registry: down }, defaultPolicy),
    ).toBeUndefined();
  });

  test('is verified when everything answered and everything supplied agrees', () => {
    const decision = decide({}, { name: 'Maria da Silva', birthDate: '1985-06-20' });
    expect(decision).toMatchObject({ status: 'verified', nameMatch: 'exact', birthDateMatch: 'exact', score: 812 });
    expect(decision.reasons).toEqual(['all_checks_passed']);
  });

  test.each<[string, Partial<PersonEvidence>, Partial<PersonQuery>]>([
    ['the name does not match', {}, { name: 'João Pereira' }],
    ['the birth date differs', {}, { birthDate: '1985-06-21' }],
    [
      'a bureau reports a suspended registration',
      { bureau_b: answered({ registration: 'suspended', score: 812 }) },
      {},
    ],
    ['a bureau reports a cancelled registration', { bureau_a: answered({ registration: 'cancelled' }) }, {}],
    ['a bureau reports an annulled registration', { bureau_a: answered({ registration: 'annulled' }) }, {}],
    ['a bureau reports that the person is deceased', { bureau_a: answered({ registration: 'deceased' }) }, {}],
    ['the name does not match and a source is down', { fraud_registry: down }, { name: 'João Pereira' }],
  ])('is not_verified when %s', (_name, evidence, query) => {
    expect(decide(evidence, query).status).toBe('not_verified');
  });

  test('is not_found, with score 0, when neither bureau knows the number', () => {
    expect(decide({ bureau_a: notFound, bureau_b: notFound })).toMatchObject({
      status: 'not_found',
      score: 0,
      name: null,
    });
  });

  test.each<[string, Partial<PersonEvidence>, Partial<PersonQuery>]>([
    ['bureau_a is down', { bureau_a: down }, {}],
    ['bureau_b is down', { bureau_b: down }, {}],
    ['the fraud registry is down', { fraud_registry: down }, {}],
    ['the fraud registry answered without a verdict', { fraud_registry: answered({ fraudAlert: null }) }, {}],
    ['a party is not connected', { bureau_a: { kind: 'unavailable', reason: 'not_configured' } }, {}],
    ['only one bureau knows the person', { bureau_b: notFound }, {}],
    ['the bureaus name different people', { bureau_b: answered({ name: 'JOAO PEREIRA', score: 812 }) }, {}],
    ['the bureaus tell different birth dates', { bureau_b: answered({ birthDate: '1985-06-21', score: 812 }) }, {}],
    ['a registration code is unknown', { bureau_a: answered({ registration: 'unknown', pendingDebts: false }) }, {}],
    [
      'no bureau relays a registration',
      { bureau_a: answered({ registration: null }), bureau_b: answered({ registration: null }) },
      {},
    ],
    ['the name agrees only weakly', {}, { name: 'Maria' }],
    [
      'no source gives the name',
      { bureau_a: answered({ name: null }), bureau_b: answered({ name: null }) },
      { name: 'Maria da Silva' },
    ],
    [
      'no source gives the birth date',
      { bureau_a: answered({ birthDate: null }), bureau_b: answered({ birthDate: null }) },
      { birthDate: '1985-06-20' },
    ],
  ])('is inconclusive when %s', (_name, evidence, query) => {
    expect(decide(evidence, query).status).toBe('inconclusive');
  });

  test('stays verified with a fraud alert, which makes the risk high: identity and risk are separate', () => {
    const alert: Evidence = { kind: 'answered', record: { ...emptyRecord, fraudAlert: true } };
    expect(decide({ fraud_registry: alert })).toMatchObject({ status: 'verified', score: 199, riskLevel: 'high' });
  });
});

describe('what the sources said', () => {
  test('a fraud registry without a record means that there is no alert', () => {
    expect(decide({ fraud_registry: notFound })).toMatchObject({ fraudAlert: false, status: 'verified' });
  });

  test('nothing that a source did not say becomes false or 0', () => {
    const decision = decide({ bureau_a: down, bureau_b: answered({ score: null }), fraud_registry: down });
    expect(decision.bureauA).toEqual({ status: 'unavailable', pendingDebts: null });
    expect(decision.bureauB).toEqual({ status: 'regular', score: null });
    expect(decision.fraudAlert).toBeNull();
  });

  test('a bureau that relays no registration is not_reported, and the other one decides', () => {
    const decision = decide({ bureau_a: answered({ registration: null, pendingDebts: false }) });
    expect(decision).toMatchObject({ status: 'verified', bureauA: { status: 'not_reported' } });
  });

  test('the name is bureau_a’s, else bureau_b’s', () => {
    expect(decide({ bureau_b: answered({ name: 'MARIA SILVA', score: 1 }) }).name).toBe('MARIA DA SILVA');
    expect(decide({ bureau_a: answered({ name: null }), bureau_b: answered({ name: 'MARIA SILVA' }) }).name).toBe(
      'MARIA SILVA',
    );
  });

  test('the social name counts as much as the civil one', () => {
    const evidence = { bureau_a: answered({ socialName: 'LAURA DA SILVA', pendingDebts: false }) };
    expect(decide(evidence, { name: 'Laura da Silva' })).toMatchObject({ nameMatch: 'exact', name: 'MARIA DA SILVA' });
  });
});

describe('for any evidence', () => {
  const record = fc.record({
    name: fc.constantFrom('MARIA DA SILVA', 'JOAO PEREIRA', null),
    socialName: fc.constantFrom('LAURA DA SILVA', null),
    birthDate: fc.constantFrom('1985-06-20', '1990-01-01', null),
    registration: fc.constantFrom(...registrationStatuses, null),
    pendingDebts: fc.constantFrom(true, false, null),
    score: fc.oneof(fc.integer({ min: 0, max: 1000 }), fc.constant(null)),
    fraudAlert: fc.constantFrom(true, false, null),
  });
  const evidence: fc.Arbitrary<Evidence> = fc.oneof(
    record.map((value) => ({ kind: 'answered' as const, record: value })),
    fc.constant(notFound),
    fc.constantFrom(...unavailableReasons).map((reason) => ({ kind: 'unavailable' as const, reason })),
  );
  const all = fc.record({ bureau_a: evidence, bureau_b: evidence, fraud_registry: evidence });
  const query = fc.record({
    cpf: fc.constant(cpf),
    name: fc.constantFrom('Maria da Silva', 'Maria', 'João Pereira', 'Laura da Silva', null),
    birthDate: fc.constantFrom('1985-06-20', '1990-01-01', null),
  });
  const forAll = (check: (decision: PersonDecision, given: PersonEvidence, asked: PersonQuery) => void) =>
    fc.assert(
      fc.property(all, query, (given, asked) => {
        const decision = decidePerson(asked, given, defaultPolicy);
        const allDown = Object.values(given).every(({ kind }) => kind === 'unavailable');
        expect(decision === undefined).toBe(allDown);
        if (decision !== undefined) check(decision, given, asked);
      }),
      { numRuns: 3_000 },
    );

  test('inconclusive and not_verified people and people with a missing source are never low risk', () => {
    forAll((decision, given) => {
      const missing = Object.values(given).some(({ kind }) => kind === 'unavailable');
      if (missing || decision.status === 'inconclusive' || decision.status === 'not_verified') {
        expect(decision.riskLevel).not.toBe('low');
      }
    });
  });

  test('verified means that all three sources answered and all that was supplied was compared', () => {
    forAll((decision, given, asked) => {
      if (decision.status !== 'verified') return;
      expect(Object.values(given).some(({ kind }) => kind === 'unavailable')).toBe(false);
      expect(decision.nameMatch).not.toBe('not_available');
      expect(decision.nameMatch === 'not_provided').toBe(asked.name === null);
      expect(decision.birthDateMatch === 'not_provided').toBe(asked.birthDate === null);
    });
  });

  test('the reasons explain every answer, and each score factor is one of them', () => {
    forAll(({ reasons, factors, status }) => {
      expect(reasons.length).toBeGreaterThan(0);
      for (const { code } of factors) expect(reasons).toContain(code);
      if (reasons[0] === 'all_checks_passed') expect(status).toBe('verified');
    });
  });
});
