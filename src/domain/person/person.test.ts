import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answered, anyone, down, good } from '../../../test/support/parties/known-person.ts';
import { defaultPolicy, ladders, riskLevels } from '../risk/risk-policy.ts';
import { type ContractSource, toPersonEvidence } from './contract-sources.ts';
import {
  type Evidence,
  emptyRecord,
  type PersonQuery,
  type PersonRecord,
  registrationStatuses,
  unavailableReasons,
} from './evidence.ts';
import { gatherFacts } from './facts.ts';
import { decidePerson, type PersonDecision } from './person.ts';

type Said = Readonly<Record<ContractSource, Evidence>>;

const notFound: Evidence = { kind: 'not_found' };

function decide(evidence: Partial<Said> = {}, query: Partial<PersonQuery> = {}): PersonDecision {
  const decision = decidePerson({ ...anyone, ...query }, toPersonEvidence({ ...good, ...evidence }), defaultPolicy);
  if (decision === undefined) throw new Error('no decision');
  return decision;
}

describe('status', () => {
  test('no decision is made when all three sources are unavailable', () => {
    expect(
      decidePerson(anyone, toPersonEvidence({ bureau_a: down, bureau_b: down, fraud_registry: down }), defaultPolicy),
    ).toBeUndefined();
  });

  test('is verified when everything answered and everything supplied agrees', () => {
    const decision = decide({}, { name: 'Maria da Silva', birthDate: '1985-06-20' });
    expect(decision).toMatchObject({ status: 'verified', nameMatch: 'exact', birthDateMatch: 'exact', score: 812 });
    expect(decision.reasons).toEqual(['all_checks_passed']);
  });

  test.each<[string, Partial<Said>, Partial<PersonQuery>]>([
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

  test.each<[string, Partial<Said>, Partial<PersonQuery>]>([
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
    expect(decide({ fraud_registry: notFound }).status).toBe('verified');
    expect(gatherFacts(toPersonEvidence({ ...good, fraud_registry: notFound })).fraudAlert).toBe(false);
  });

  test('nothing that a source did not say becomes false or 0', () => {
    const said = { bureau_a: down, bureau_b: answered({ score: null }), fraud_registry: down };
    const nothing = { pendingDebts: null, score: null, fraudAlert: null };
    expect(gatherFacts(toPersonEvidence(said))).toMatchObject(nothing);
  });

  test('where a bureau relays no registration, the other one decides', () => {
    expect(decide({ bureau_a: answered({ registration: null, pendingDebts: false }) }).status).toBe('verified');
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

describe('the explanation', () => {
  const alert: Evidence = { kind: 'answered', record: { ...emptyRecord, fraudAlert: true } };
  const silent: Evidence = { kind: 'answered', record: emptyRecord };
  const registered = (registration: PersonRecord['registration']) => ({
    bureau_a: answered({ registration, pendingDebts: false }),
  });
  const none = { penalty: 0, cap: null };

  /** Each case departs from a flawless person in one thing, so that one reason and one factor remain. */
  test.each<[string, Partial<Said>, Partial<PersonQuery>, { penalty: number; cap: number | null }]>([
    ['name_strong_partial', {}, { name: 'Maria Silva' }, { penalty: 20, cap: null }],
    ['name_weak_partial', {}, { name: 'Maria' }, { penalty: 20, cap: 699 }],
    [
      'name_not_comparable',
      { bureau_a: answered({ name: null, pendingDebts: false }), bureau_b: answered({ name: null, score: 812 }) },
      { name: 'Maria da Silva' },
      { penalty: 20, cap: 699 },
    ],
    ['name_mismatch', {}, { name: 'João Pereira' }, { penalty: 20, cap: 299 }],
    [
      'birth_date_not_comparable',
      {
        bureau_a: answered({ birthDate: null, pendingDebts: false }),
        bureau_b: answered({ birthDate: null, score: 812 }),
      },
      { birthDate: '1985-06-20' },
      { ...none, cap: 699 },
    ],
    ['birth_date_mismatch', {}, { birthDate: '1985-06-21' }, { ...none, cap: 299 }],
    ['registration_pending_regularization', registered('pending_regularization'), {}, { penalty: 50, cap: 699 }],
    ['registration_unknown', registered('unknown'), {}, { penalty: 50, cap: 499 }],
    ['registration_suspended', registered('suspended'), {}, { penalty: 50, cap: 399 }],
    ['registration_cancelled', registered('cancelled'), {}, { penalty: 50, cap: 99 }],
    ['registration_annulled', registered('annulled'), {}, { penalty: 50, cap: 99 }],
    ['registration_deceased', registered('deceased'), {}, { penalty: 50, cap: 99 }],
    ['debts_not_reported', { bureau_a: answered({ pendingDebts: null }) }, {}, { ...none, cap: 699 }],
    ['pending_debts', { bureau_a: answered({ pendingDebts: true }) }, {}, { penalty: 150, cap: 699 }],
    ['fraud_registry_unavailable', { fraud_registry: down }, {}, { ...none, cap: 499 }],
    ['fraud_registry_no_verdict', { fraud_registry: silent }, {}, { ...none, cap: 499 }],
    ['fraud_alert', { fraud_registry: alert }, {}, { ...none, cap: 199 }],
    ['bureaus_contradict', { bureau_b: answered({ birthDate: '1985-06-21', score: 812 }) }, {}, { ...none, cap: 699 }],
  ])('names %s, what it costs and where it caps', (reason, evidence, query, cost) => {
    const { reasons, factors } = decide(evidence, query);
    expect(reasons).toEqual([reason]);
    expect(factors).toEqual([{ code: reason, ...cost }]);
  });

  test.each<[string, Partial<Said>, readonly string[]]>([
    ['bureau_a is down', { bureau_a: down }, ['debts_not_reported', 'bureau_a_unavailable']],
    ['bureau_b is down', { bureau_b: down }, ['bureau_b_unavailable']],
    ['bureau_b computed no score', { bureau_b: answered() }, ['bureau_b_no_score']],
    ['bureau_b computed a low score', { bureau_b: answered({ score: 699 }) }, ['low_bureau_score']],
    [
      'bureau_b computed a score that is just good enough',
      { bureau_b: answered({ score: 700 }) },
      ['all_checks_passed'],
    ],
    ['bureau_b does not know the person', { bureau_b: notFound }, ['one_bureau_not_found']],
    [
      'neither bureau knows the person',
      { bureau_a: notFound, bureau_b: notFound },
      ['registration_unknown', 'debts_not_reported', 'both_bureaus_not_found'],
    ],
  ])('names all that follows when %s', (_name, evidence, reasons) => {
    expect(decide(evidence).reasons).toEqual(reasons);
  });

  test.each<[string, Partial<Said>, number]>([
    ['bureau_a is down', { bureau_a: down }, 699],
    ['bureau_b is down', { bureau_b: down }, 499],
    ['the fraud registry is down', { fraud_registry: down }, 499],
  ])('when %s the score is capped and not lost', (_name, evidence, score) => {
    expect(decide({ bureau_b: answered({ score: 1000 }), ...evidence }).score).toBe(score);
  });

  test('says that nothing was wrong, and only then', () => {
    expect(decide()).toMatchObject({ reasons: ['all_checks_passed'], factors: [] });
    expect(decide({}, { name: 'MARIA DA SILVA' }).reasons).toEqual(['all_checks_passed']);
  });
});

describe('what was asked for', () => {
  test('is told as not provided where it was not, and as not available where no bureau has it', () => {
    const unasked = { nameMatch: 'not_provided', nameSimilarity: null, birthDateMatch: 'not_provided' };
    expect(decide()).toMatchObject({ ...unasked, status: 'verified' });
    const nothing = { name: null, birthDate: null };
    const evidence = { bureau_a: answered(nothing), bureau_b: answered(nothing) };
    expect(decide(evidence, { name: 'Maria da Silva', birthDate: '1985-06-20' })).toMatchObject({
      nameMatch: 'not_available',
      nameSimilarity: null,
      birthDateMatch: 'not_available',
    });
  });

  test('is compared with bureau_a’s birth date, and with bureau_b’s only where bureau_a has none', () => {
    const compare = (a: string | null, b: string | null) =>
      decide(
        { bureau_a: answered({ birthDate: a }), bureau_b: answered({ birthDate: b }) },
        { birthDate: '1985-06-20' },
      ).birthDateMatch;
    expect(compare('1985-06-20', '1990-01-01')).toBe('exact');
    expect(compare('1990-01-01', '1985-06-20')).toBe('mismatch');
    expect(compare(null, '1985-06-20')).toBe('exact');
    expect(compare(null, '1990-01-01')).toBe('mismatch');
    expect(compare('1985-06-20', null)).toBe('exact');
  });
});

describe('debts that a bureau did not report', () => {
  test('are neither none nor pending: they cap the score', () => {
    const score = (pendingDebts: boolean | null) =>
      decide({ bureau_a: answered({ pendingDebts }), bureau_b: answered({ score: 812 }) });
    expect(score(false)).toMatchObject({ score: 812, reasons: ['all_checks_passed'] });
    expect(score(null)).toMatchObject({ score: 699, reasons: ['debts_not_reported'] });
    expect(score(true)).toMatchObject({ score: 662, reasons: ['pending_debts'] });
  });
});

describe('a partial name', () => {
  test.each([
    ['Maria Silva', 'MARIA DA SILVA', 0.95, 'verified', 792],
    ['João Santos', 'JOAO PEDRO DA SILVA SANTOS', 0.85, 'verified', 792],
    ['João Silva', 'JOAO PEDRO DA SILVA SANTOS', 0.83, 'inconclusive', 699],
    ['Maria', 'MARIA DA SILVA', 0.7, 'inconclusive', 699],
  ] as const)('%s for %s, at %d, makes the person %s with %i', (name, registered, similarity, status, score) => {
    const evidence = {
      bureau_a: answered({ name: registered, pendingDebts: false }),
      bureau_b: answered({ name: registered, score: 812 }),
    };
    const expected = { nameMatch: 'partial', nameSimilarity: similarity, status, score };
    expect(decide(evidence, { name })).toMatchObject(expected);
  });
});

describe('a social name', () => {
  const both = (record: Partial<PersonRecord>) => ({
    bureau_a: answered({ ...record, pendingDebts: false }),
    bureau_b: answered({ ...record, score: 812 }),
  });

  test('leaves the civil name as good as it was', () => {
    const evidence = both({ name: 'MARIA DA SILVA', socialName: 'LAURA DA SILVA' });
    for (const name of ['Maria da Silva', 'Laura da Silva']) {
      expect(decide(evidence, { name })).toMatchObject({ nameMatch: 'exact', nameSimilarity: 1, status: 'verified' });
    }
  });

  test('gives the better of the two comparisons, whichever it is', () => {
    const evidence = both({ name: 'MARIA DA SILVA', socialName: 'LAURA DA SILVA' });
    expect(decide(evidence, { name: 'Laura Silva' })).toMatchObject({ nameMatch: 'partial', nameSimilarity: 0.95 });
    expect(decide(evidence, { name: 'Maria Silva' })).toMatchObject({ nameMatch: 'partial', nameSimilarity: 0.95 });
    expect(decide(evidence, { name: 'João Pereira' }).nameMatch).toBe('mismatch');
  });

  test('gives the closer of two partial comparisons, whichever name it is', () => {
    const [far, near] = ['LAURA MARIA DA SILVA SANTOS', 'LAURA DA SILVA'];
    for (const [name, socialName] of [
      [far, near],
      [near, far],
    ] as const) {
      const decision = decide(both({ name, socialName }), { name: 'Laura Silva' });
      expect(decision).toMatchObject({ nameMatch: 'partial', nameSimilarity: 0.95 });
    }
  });

  test('stands alone where there is no civil name', () => {
    const evidence = both({ name: null, socialName: 'LAURA DA SILVA' });
    expect(decide(evidence, { name: 'Laura da Silva' })).toMatchObject({ nameMatch: 'exact', name: null });
  });
});

describe('two bureaus', () => {
  const sayAbout = (a: Partial<PersonRecord>, b: Partial<PersonRecord>) =>
    decide({ bureau_a: answered({ pendingDebts: false, ...a }), bureau_b: answered({ score: 812, ...b }) });
  const contradicts = (a: Partial<PersonRecord>, b: Partial<PersonRecord>) =>
    sayAbout(a, b).reasons.includes('bureaus_contradict');

  test.each<[string, Partial<PersonRecord>, Partial<PersonRecord>]>([
    ['the same of a person', {}, {}],
    ['a fuller form of the name', { name: 'MARIA DA SILVA SANTOS' }, { name: 'MARIA DA SILVA' }],
    ['a shorter form of the name', { name: 'MARIA' }, { name: 'MARIA DA SILVA' }],
    ['no name on the one side', { name: null }, { name: 'JOAO PEREIRA' }],
    ['no name on the other side', { name: 'JOAO PEREIRA' }, { name: null }],
    ['no birth date on the one side', { birthDate: null }, { birthDate: '1990-01-01' }],
    ['no birth date on the other side', { birthDate: '1990-01-01' }, { birthDate: null }],
    [
      'a civil name that is the other one’s social name',
      { name: 'LAURA DA SILVA' },
      { name: 'JOAO DA SILVA', socialName: 'LAURA DA SILVA' },
    ],
    [
      'a social name that is the other one’s civil name',
      { name: 'JOAO DA SILVA', socialName: 'LAURA DA SILVA' },
      { name: 'LAURA DA SILVA' },
    ],
    [
      'a civil name in common beside other social names',
      { name: 'MARIA DA SILVA', socialName: 'LAURA DA SILVA' },
      { name: 'MARIA DA SILVA', socialName: 'PEDRO SOUZA' },
    ],
    [
      'a short form of the other one’s name beside another social name',
      { name: 'MARIA', socialName: 'PEDRO SOUZA' },
      { name: 'MARIA DA SILVA' },
    ],
  ])('that say %s do not contradict each other', (_name, a, b) => {
    expect(contradicts(a, b)).toBe(false);
    expect(contradicts(b, a)).toBe(false);
  });

  test.each<[string, Partial<PersonRecord>, Partial<PersonRecord>]>([
    ['another name', { name: 'MARIA DA SILVA' }, { name: 'JOAO PEREIRA' }],
    [
      'other names, civil and social',
      { name: 'MARIA DA SILVA', socialName: 'LAURA DA SILVA' },
      { name: 'JOAO PEREIRA', socialName: 'PEDRO SOUZA' },
    ],
    [
      'other social names, and no civil name',
      { name: null, socialName: 'LAURA DA SILVA' },
      { name: null, socialName: 'PEDRO SOUZA' },
    ],
    ['another birth date', { birthDate: '1985-06-20' }, { birthDate: '1985-06-21' }],
    [
      'another birth date under the same name',
      { name: 'MARIA DA SILVA', birthDate: '1985-06-20' },
      { name: 'MARIA DA SILVA', birthDate: '1958-06-20' },
    ],
  ])('that say %s contradict each other', (_name, a, b) => {
    expect(contradicts(a, b)).toBe(true);
    expect(contradicts(b, a)).toBe(true);
    expect(sayAbout(a, b)).toMatchObject({ status: 'inconclusive', score: 699 });
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
    cpf: fc.constant(anyone.cpf),
    name: fc.constantFrom('Maria da Silva', 'Maria', 'João Pereira', 'Laura da Silva', null),
    birthDate: fc.constantFrom('1985-06-20', '1990-01-01', null),
  });
  const forAll = (check: (decision: PersonDecision, given: Said, asked: PersonQuery) => void) =>
    fc.assert(
      fc.property(all, query, (given, asked) => {
        const decision = decidePerson(asked, toPersonEvidence(given), defaultPolicy);
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

  test('one rung further down the ladder of lists never improves the level, and nothing there changes who it is', () => {
    const place = fc.integer({ min: 0, max: ladders.screening.length - 1 });
    fc.assert(
      // Whom the sources leave at low risk shows what the lists add; by chance hardly anybody is.
      fc.property(fc.oneof(all, fc.constant(good)), fc.oneof(query, fc.constant(anyone)), place, (given, asked, at) => {
        const [milder, worse] = [ladders.screening.slice(at - 1, at), ladders.screening.slice(at, at + 1)];
        const decideOn = (rungs: typeof milder) =>
          decidePerson(asked, toPersonEvidence(given), defaultPolicy, null, at === 0 && rungs === milder ? [] : rungs);
        const [before, after] = [decideOn(milder), decideOn(worse)];
        if (before === undefined || after === undefined) return before === after;
        expect(after.score).toBeLessThanOrEqual(before.score);
        expect(riskLevels.indexOf(after.riskLevel)).toBeGreaterThanOrEqual(riskLevels.indexOf(before.riskLevel));
        expect([after.status, after.name]).toEqual([before.status, before.name]);
        expect(after.riskLevel).not.toBe('low');
        if (worse[0] === 'un') expect(after.riskLevel).toBe('high');
        expect(after.reasons).toContain(`screening_${worse[0]}`);
        return true;
      }),
      { numRuns: 1_000 },
    );
  });

  test('the reasons explain every answer, and each score factor is one of them', () => {
    forAll(({ reasons, factors, status }) => {
      expect(reasons.length).toBeGreaterThan(0);
      for (const { code } of factors) expect(reasons).toContain(code);
      if (reasons.includes('all_checks_passed')) expect([reasons.length, status]).toEqual([1, 'verified']);
    });
  });

  test('a risk that is not low has reasons, which name everything that keeps it from being low', () => {
    forAll(({ reasons, riskLevel, factors }, { bureau_b }) => {
      const bureauScore = bureau_b.kind === 'answered' ? bureau_b.record.score : null;
      if (reasons.includes('all_checks_passed')) expect(riskLevel).toBe('low');
      if (riskLevel === 'low') return;
      expect(reasons.includes('low_bureau_score')).toBe(bureauScore !== null && bureauScore < 700);
      // Without what is named, nothing would be left that keeps it from being low.
      const named: readonly string[] = reasons;
      const base = named.includes('low_bureau_score') || named.includes('bureau_b_no_score') ? 1000 : bureauScore;
      const left = factors.filter(({ code }) => !named.includes(code));
      const lost = base ?? (factors.some(({ cap }) => cap !== null && cap < 700) ? 1000 : 0);
      expect(left.reduce((score, { penalty, cap }) => Math.min(score - penalty, cap ?? 1000), lost)).toBeGreaterThan(
        699,
      );
    });
  });
});
