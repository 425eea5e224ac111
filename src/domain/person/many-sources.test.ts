// What holds with any number of sources beside the contract's three.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answered, anyone, down, good as saidByAll } from '../../../test/support/parties/known-person.ts';
import { defaultPolicy } from '../risk/risk-policy.ts';
import { toPersonEvidence } from './contract-sources.ts';
import {
  type Evidence,
  type PersonEvidence,
  type PersonQuery,
  registrationStatuses,
  type SourceEvidence,
  type SourceRole,
  sourceRoles,
} from './evidence.ts';
import { gatherFacts } from './facts.ts';
import { decidePerson, type PersonDecision } from './person.ts';

const good = toPersonEvidence(saidByAll);
const levels = { low: 0, medium: 1, high: 2 } as const;

function decide(evidence: PersonEvidence, query = anyone): PersonDecision {
  const decision = decidePerson(query, evidence, defaultPolicy);
  if (decision === undefined) throw new Error('no decision');
  return decision;
}
const withOne = (roles: readonly SourceRole[], evidence: Evidence) =>
  decide([...good, { source: 'extra', roles, evidence }]);

describe('a further source', () => {
  test.each<[string, readonly SourceRole[], Evidence, Partial<PersonDecision>]>([
    ['agrees', ['identity'], answered({}), { status: 'verified', score: 812, reasons: ['all_checks_passed'] }],
    ['of identity is down', ['identity'], down, { score: 699, reasons: ['extra_unavailable'] }],
    ['of debts is down', ['debts'], down, { score: 699, reasons: ['extra_unavailable'] }],
    ['of scores is down', ['score'], down, { score: 499, reasons: ['extra_unavailable'] }],
    ['of fraud is down', ['fraud'], down, { score: 499, reasons: ['extra_unavailable'] }],
    [
      'does not know the person',
      ['identity'],
      { kind: 'not_found' },
      { score: 499, reasons: ['one_bureau_not_found'] },
    ],
    ['has another name', ['identity'], answered({ name: 'JOAO PEREIRA' }), { reasons: ['bureaus_contradict'] }],
    ['knows of a death', ['identity'], answered({ registration: 'deceased' }), { status: 'not_verified', score: 99 }],
    ['knows of debts', ['debts'], answered({ pendingDebts: true }), { score: 662, reasons: ['pending_debts'] }],
    ['has a lower score', ['score'], answered({ score: 600 }), { score: 600, reasons: ['low_bureau_score'] }],
    ['has a higher score', ['score'], answered({ score: 990 }), { score: 812, reasons: ['all_checks_passed'] }],
    ['has no score', ['score'], answered({}), { score: 812, reasons: ['extra_no_score'] }],
    ['has an alert', ['fraud'], answered({ fraudAlert: true }), { score: 199, reasons: ['fraud_alert'] }],
    ['has no verdict', ['fraud'], answered({}), { status: 'verified', score: 812 }],
    [
      'tells what is not its role',
      ['debts'],
      answered({ fraudAlert: true, score: 1, pendingDebts: false }),
      { score: 812 },
    ],
  ])('that %s counts by its roles', (_name, roles, evidence, expected) => {
    expect(withOne(roles, evidence)).toMatchObject(expected);
  });

  test('is compared with only where no source before it has the field', () => {
    const [a, b, fraud] = good as [SourceEvidence, SourceEvidence, SourceEvidence];
    const nameless = [a, b].map((each) => ({
      ...each,
      evidence: answered({ name: null, pendingDebts: false, score: 812 }),
    }));
    const extra = { source: 'extra', roles: ['identity'], evidence: answered({ name: 'ANA SOUZA' }) } as const;
    const query = { ...anyone, name: 'Ana Souza' };
    expect(decide([...nameless, fraud, extra], query)).toMatchObject({ nameMatch: 'exact', name: 'ANA SOUZA' });
    expect(decide([...good, extra], query).nameMatch).toBe('mismatch');
  });

  test('that is down is named beside the one that explains the cap', () => {
    const both = [...good, ...['one', 'two'].map((source) => ({ source, roles: ['debts'] as const, evidence: down }))];
    expect(decide(both)).toMatchObject({ reasons: ['one_unavailable', 'two_unavailable'], factors: [{ cap: 699 }] });
  });
});

test.each(['debts', 'score', 'fraud'] as const)(
  'a source of %s that was not asked weighs more than one that is down, in either order',
  (role) => {
    const silent = { source: 'silent', roles: [role], evidence: down } as const;
    const unasked = { source: 'unasked', roles: [role], evidence: { kind: 'not_asked', reason: 'budget' } } as const;
    const alone = decide([...good, unasked]);
    for (const both of [
      [silent, unasked],
      [unasked, silent],
    ]) {
      const { score, factors } = decide([...good, ...both]);
      expect({ score, factors }).toEqual({ score: alone.score, factors: alone.factors });
    }
    expect(alone.factors).toMatchObject([{ code: 'unasked_not_asked' }]);
  },
);

describe('for any evidence of any sources', () => {
  const record = fc.record({
    name: fc.constantFrom('MARIA DA SILVA', 'MARIA DA SILVA', 'JOAO PEREIRA', null),
    socialName: fc.constantFrom('LAURA DA SILVA', null, null),
    birthDate: fc.constantFrom('1985-06-20', '1985-06-20', '1990-01-01', null),
    registration: fc.oneof(fc.constant('regular' as const), fc.constantFrom(...registrationStatuses, null)),
    pendingDebts: fc.constantFrom(true, false, false, null),
    score: fc.oneof(fc.integer({ min: 600, max: 1000 }), fc.integer({ min: 0, max: 1000 }), fc.constant(null)),
    fraudAlert: fc.constantFrom(true, false, false, null),
  });
  const said: fc.Arbitrary<Evidence> = fc.oneof(
    { weight: 6, arbitrary: record.map((value) => ({ kind: 'answered' as const, record: value })) },
    { weight: 1, arbitrary: fc.constant<Evidence>({ kind: 'not_found' }) },
    { weight: 1, arbitrary: fc.constant(down) },
  );
  const three = fc.record({ bureau_a: said, bureau_b: said, fraud_registry: said }).map(toPersonEvidence);
  const extra = fc.record({
    source: fc.constantFrom('extra', 'income', 'second'),
    roles: fc.subarray([...sourceRoles], { minLength: 1 }),
    evidence: said,
  });
  const evidence = fc.tuple(three, fc.array(extra, { maxLength: 3 })).map(([own, more]) => [...own, ...more]);
  const query = fc.record({
    cpf: fc.constant(anyone.cpf),
    name: fc.constantFrom('Maria da Silva', 'Maria', 'João Pereira', null, null),
    birthDate: fc.constantFrom('1985-06-20', '1990-01-01', null, null),
  });
  const runs = { numRuns: 3_000 };
  const toLevel = (given: PersonEvidence, asked: PersonQuery) => {
    const decision = decidePerson(asked, given, defaultPolicy);
    return decision === undefined ? undefined : levels[decision.riskLevel];
  };

  /** Tells whether the last source reports a fact that no earlier source reported. If so, there is more evidence to decide by. */
  function fillsGap(before: PersonEvidence, added: SourceEvidence): boolean {
    const [old, own] = [gatherFacts(before), gatherFacts([added])];
    const tells = (field: 'name' | 'socialName' | 'birthDate' | 'registration', facts: typeof old) =>
      facts.identities.some((each) => each[field] !== null);
    const isNamed = (facts: typeof old) => tells('name', facts) || tells('socialName', facts);
    return (
      (isNamed(own) && !isNamed(old)) ||
      (['birthDate', 'registration'] as const).some((field) => tells(field, own) && !tells(field, old)) ||
      (['pendingDebts', 'score', 'fraudAlert'] as const).some((fact) => own[fact] !== null && old[fact] === null)
    );
  }

  test('one more source never improves the risk level, unless it tells a fact that nobody had told', () => {
    let compared = 0;
    fc.assert(
      fc.property(evidence, extra, query, (given, added, asked) => {
        const before = toLevel(given, asked);
        if (before === undefined || fillsGap(given, added)) return;
        compared++;
        expect(toLevel([...given, added], asked)).toBeGreaterThanOrEqual(before);
      }),
      runs,
    );
    expect(compared).toBeGreaterThan(1_000);
  });

  test('a source that falls silent never makes the risk low', () => {
    fc.assert(
      fc.property(evidence, fc.nat(), query, (given, place, asked) => {
        const silent = given.map((each, index) =>
          index === place % given.length ? { ...each, evidence: down } : each,
        );
        expect(toLevel(silent, asked)).not.toBe(levels.low);
      }),
      runs,
    );
  });

  test('the order of sources of other roles changes nothing', () => {
    fc.assert(
      fc.property(three, extra, query, (own, more, asked) => {
        const added = { ...more, roles: more.roles.filter((role) => role !== 'identity') };
        const [last, first] = [
          decidePerson(asked, [...own, added], defaultPolicy),
          decidePerson(asked, [added, ...own], defaultPolicy),
        ];
        expect([first?.status, first?.score]).toEqual([last?.status, last?.score]);
      }),
      runs,
    );
  });

  test('verified means that every source answered', () => {
    fc.assert(
      fc.property(evidence, query, (given, asked) => {
        if (decidePerson(asked, given, defaultPolicy)?.status !== 'verified') return;
        expect(given.map(({ evidence: { kind } }) => kind)).not.toContain('unavailable');
      }),
      runs,
    );
  });
});
