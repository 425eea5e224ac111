// Over generated plans and evidence: whatever a plan leaves out, nobody looks better for it.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answered, down, good } from '../../../test/support/parties/known-person.ts';
import type { Cpf } from '../numbers/cpf.ts';
import {
  type Evidence,
  emptyRecord,
  type PersonEvidence,
  type PersonQuery,
  type PersonRecord,
  type SourceRole,
  sourceRoles,
  type VerifiedNeeds,
} from '../person/evidence.ts';
import { decidePerson } from '../person/person.ts';
import { defaultPolicy, parsePolicy, promisedCeilings, riskLevels, toPolicyDocument } from '../risk/risk-policy.ts';
import type { Condition, Topic } from './condition.ts';
import { findNeverLow } from './never-low.ts';
import { parseChecks } from './parse-checks.ts';
import { listPlanned, type Plan, type Step, shareOut, type Walk, walkPlan } from './plan.ts';
import { findForeign } from './stand-in.ts';
import { createTopicReader } from './topic-reader.ts';
import type { PlanSources } from './topics.ts';

type Answered = Extract<Evidence, { kind: 'answered' }>;

const roles: Readonly<Record<string, readonly SourceRole[]>> = {
  bureau_a: ['identity', 'debts'],
  bureau_b: ['identity', 'score'],
  fraud_registry: ['fraud'],
  receita: ['identity'],
  second_debts: ['debts'],
  second_score: ['score'],
  second_fraud: ['fraud'],
};
const names = Object.keys(roles);
const query: PersonQuery = { cpf: '12345678909' as Cpf, name: 'Maria da Silva', birthDate: '1985-06-20' };

const evidence: fc.Arbitrary<Evidence> = fc.oneof(
  { weight: 1, arbitrary: fc.constant<Evidence>({ kind: 'not_found' }) },
  { weight: 1, arbitrary: fc.constant<Evidence>({ kind: 'unavailable', reason: 'timeout' }) },
  {
    weight: 6,
    arbitrary: fc
      .record({
        name: fc.constantFrom('MARIA DA SILVA', 'MARIA DA SILVA', 'MARIA SILVA', 'JOAO PEREIRA', null),
        birthDate: fc.constantFrom('1985-06-20', '1985-06-20', '1985-06-21', null),
        registration: fc.constantFrom('regular', 'regular', 'regular', 'suspended', 'deceased', null),
        pendingDebts: fc.constantFrom(false, false, true, null),
        score: fc.constantFrom(950, 812, 640, 300, null),
        fraudAlert: fc.constantFrom(false, false, false, true, null),
      })
      .map((record): Evidence => ({ kind: 'answered', record: { ...emptyRecord, ...record } })),
  },
);
const everybody: fc.Arbitrary<Readonly<Record<string, Evidence>>> = fc.record(
  Object.fromEntries(names.map((name) => [name, evidence])),
);

const best: Evidence = answered({ pendingDebts: false, score: 950, fraudAlert: false });

/** The answers are good except for one or two sources, so that the sources that a plan leaves out decide. */
const nearlyGood = fc
  .tuple(everybody, fc.subarray(names, { minLength: 1, maxLength: 2 }))
  .map(([said, spoiling]) =>
    Object.fromEntries(names.map((name) => [name, spoiling.includes(name) ? (said[name] as Evidence) : best])),
  );

const words = (topic: Topic, ...given: string[]): Condition => [{ topic, values: { kind: 'words', words: given } }];
const score = (from: number, to: number): Condition => [{ topic: 'score', values: { kind: 'band', from, to } }];
const conditions = fc.array(
  fc.constantFrom(
    words('registration', 'regular'),
    words('registration', 'suspended', 'deceased'),
    words('name', 'exact'),
    words('name', 'mismatch', 'not_available'),
    words('birth_date', 'mismatch'),
    score(700, 1000),
    score(0, 499),
    words('fraud_alert', 'true'),
    words('fraud_alert', 'false'),
    words('pending_debts', 'true'),
    ...names.map((name) => words(`source ${name}`, 'unavailable', 'not_found')),
  ),
  { maxLength: 2 },
);

/** The arbitrary also generates plans that the check would refuse, because their unused parts must do no harm either. */
const plan: fc.Arbitrary<Plan> = fc
  .tuple(
    fc.oneof(fc.shuffledSubarray(names, { minLength: 1 }), fc.shuffledSubarray(names, { minLength: names.length })),
    fc.array(fc.record({ startsStage: fc.boolean(), isFallback: fc.boolean(), when: conditions, stopIf: conditions }), {
      minLength: names.length,
      maxLength: names.length,
    }),
  )
  .map(([asked, shapes]) => {
    const stages: { -readonly [Key in keyof Step]: Step[Key] }[][] = [];
    for (const [index, ask] of asked.entries()) {
      const { startsStage, isFallback, when, stopIf } = shapes[index] as (typeof shapes)[number];
      const last = stages.at(-1)?.at(-1);
      if (isFallback && last !== undefined && last.fallback === null) last.fallback = ask;
      else {
        const step = { ask, when, stopIf, fallback: null, deadlineMs: null, freshFor: {}, isAwaited: false };
        if (startsStage || stages.length === 0) stages.push([step]);
        else stages.at(-1)?.push(step);
      }
    }
    return { stages, verifiedNeeds: null };
  });

/** The walk as the service does it: a fallback is asked where its source is unavailable. */
function run(chosen: Plan, said: Readonly<Record<string, Evidence>>, there: readonly string[] = names) {
  const toEvidence = ({ outcomes, notAsked }: Walk<Evidence>): PersonEvidence =>
    there.map((source) => {
      const reason = notAsked[source] ?? 'not_in_plan';
      return { source, roles: roles[source] ?? [], evidence: outcomes[source] ?? { kind: 'not_asked', reason } };
    });
  const walk = walkPlan<Evidence>(chosen, (so) => createTopicReader(query, toEvidence(so)));
  const stages: (readonly Step[])[] = [];
  let next = walk.next();
  while (!next.done) {
    stages.push(next.value);
    const outcomes: Record<string, Evidence> = {};
    for (const { ask, fallback } of next.value) {
      outcomes[ask] = said[ask] as Evidence;
      if (fallback !== null && said[ask]?.kind === 'unavailable') outcomes[fallback] = said[fallback] as Evidence;
    }
    next = walk.next({ outcomes, isFinal: false });
  }
  return { stages, evidence: toEvidence(next.value), walk: next.value };
}

const everybodyAtOnce: Plan = {
  stages: [
    names.map((ask) => ({
      ...{ ask, when: [], stopIf: [], fallback: null },
      ...{ deadlineMs: null, freshFor: {}, isAwaited: false },
    })),
  ],
  verifiedNeeds: null,
};

const fieldsOf: Readonly<Record<SourceRole, readonly (keyof PersonRecord)[]>> = {
  identity: ['name', 'birthDate', 'registration'],
  debts: ['pendingDebts'],
  score: ['score'],
  fraud: ['fraudAlert'],
};

/** Makes each fallback agree with its source on the source's roles, if the source answers. The fallback speaks for itself on any other role. */
function agreeing(chosen: Plan, said: Readonly<Record<string, Evidence>>): Readonly<Record<string, Evidence>> {
  const agreed = { ...said };
  for (const { ask, fallback } of chosen.stages.flat()) {
    const told = said[ask] as Evidence;
    if (fallback === null || told.kind === 'unavailable') continue;
    const own = said[fallback] as Evidence;
    const foreign = (roles[fallback] ?? []).filter((role) => !roles[ask]?.includes(role));
    if (foreign.length === roles[fallback]?.length) continue;
    agreed[fallback] = told.kind === 'answered' && own.kind === 'answered' ? withFieldsOf(foreign, told, own) : told;
  }
  return agreed;
}

function withFieldsOf(given: readonly SourceRole[], told: Answered, own: Answered): Evidence {
  const fields = given.flatMap((role) => fieldsOf[role]).map((field) => [field, own.record[field]]);
  return { ...told, record: { ...told.record, ...Object.fromEntries(fields) } };
}

const planSources: PlanSources = Object.fromEntries(
  names.map((name) => [name, { roles: roles[name] ?? [], signals: {} }]),
);

function withoutConditions(chosen: Plan): Plan {
  return {
    ...chosen,
    stages: chosen.stages.map((stage) => stage.map((step) => ({ ...step, when: [], stopIf: [] }))),
  };
}

/** Turns each fallback that the check refuses into a step of its own. */
function withAcceptedFallbacks(chosen: Plan): Plan {
  const split = (step: Step): readonly Step[] =>
    step.fallback === null || findForeign(step.ask, step.fallback, planSources).length === 0
      ? [step]
      : [
          { ...step, fallback: null },
          { ...step, ask: step.fallback, fallback: null },
        ];
  return { ...chosen, stages: chosen.stages.map((stage) => stage.flatMap(split)) };
}
const accepted = fc.oneof(plan, plan.map(withoutConditions)).map(withAcceptedFallbacks);

const parsedLenient = parsePolicy({
  ...toPolicyDocument(defaultPolicy),
  version: 'lenient-1',
  base_without_score: 1000,
  ladders: toLenientLadders(),
});
if (parsedLenient.kind === 'invalid') throw new Error(parsedLenient.faults.join());
const lenient = parsedLenient.policy;

/** Every cap as high as the promises allow. */
function toLenientLadders() {
  const ladders = structuredClone(toPolicyDocument(defaultPolicy)['ladders']) as Record<
    string,
    Record<string, { penalty: number; cap: number }>
  >;
  for (const [ladder, rungs] of Object.entries(ladders)) {
    let above = 1000;
    for (const [rung, each] of Object.entries(rungs)) {
      const ceiling = promisedCeilings.find((one) => one.ladder === ladder && one.rung === rung)?.capMax ?? 1000;
      above = Math.min(above, ceiling);
      Object.assign(each, { penalty: 0, cap: above });
    }
  }
  return ladders;
}

const levelOf = (given: PersonEvidence, policy = defaultPolicy, needs: VerifiedNeeds | null = null) =>
  decidePerson(query, given, policy, needs)?.riskLevel;

describe.each([
  ['the built-in policy', defaultPolicy],
  ['the most lenient accepted policy', lenient],
])('with %s', (_name, policy) => {
  test('no plan makes a risk level better than asking everybody would have', () => {
    fc.assert(
      fc.property(accepted, fc.oneof(everybody, nearlyGood), (chosen, each) => {
        const said = agreeing(chosen, each);
        const planned = levelOf(run(chosen, said).evidence, policy);
        const whole = levelOf(run(everybodyAtOnce, said).evidence, policy);
        if (planned === undefined || whole === undefined) return;
        expect(riskLevels.indexOf(planned)).toBeGreaterThanOrEqual(riskLevels.indexOf(whole));
      }),
      { numRuns: 1_000 },
    );
  });

  test('a fraud registry that was not asked caps the score at least as an unavailable one, whatever the plan declares', () => {
    fc.assert(
      fc.property(plan, everybody, fc.boolean(), (chosen, said, isDeclared) => {
        const { evidence: heard } = run(chosen, said);
        const isUnasked = heard.some(
          ({ source, evidence: each }) => source === 'fraud_registry' && each.kind === 'not_asked',
        );
        if (!isUnasked) return;
        const needs = isDeclared ? [['bureau_a', 'bureau_b', 'receita'], ['fraud_registry']] : null;
        const asDown = heard.map((each) => (each.source === 'fraud_registry' ? { ...each, evidence: down } : each));
        const decided = decidePerson(query, heard, policy, needs);
        const otherwise = decidePerson(query, asDown, policy, needs);
        expect(decided?.score ?? 0).toBeLessThanOrEqual(otherwise?.score ?? 0);
        expect(decided?.status).not.toBe('verified');
      }),
      { numRuns: 300 },
    );
  });
});

test('not asked is never read as clean: without a declaration nobody is verified, or a low risk, whom a contract’s source was not asked about', () => {
  fc.assert(
    fc.property(plan, everybody, (chosen, said) => {
      const { evidence: heard } = run(chosen, said);
      const isWhole = heard.every(
        ({ source, evidence: each }) =>
          each.kind !== 'not_asked' || !['bureau_a', 'bureau_b', 'fraud_registry'].includes(source),
      );
      const decided = decidePerson(query, heard, defaultPolicy);
      if (isWhole || decided === undefined) return;
      expect(decided.status).not.toBe('verified');
      expect(decided.riskLevel).toBe('high');
    }),
    { numRuns: 300 },
  );
});

test('every plan ends, asks nobody twice, and says of everybody whom it did not ask why', () => {
  fc.assert(
    fc.property(plan, everybody, (chosen, said) => {
      const { stages, walk } = run(chosen, said);
      expect(stages.length).toBeLessThanOrEqual(chosen.stages.length);
      const asked = Object.keys(walk.outcomes);
      const steps = stages.flat().map(({ ask }) => ask);
      expect(new Set(steps).size).toBe(steps.length);
      expect([...asked, ...Object.keys(walk.notAsked)].sort()).toEqual([...listPlanned(chosen)].sort());
    }),
    { numRuns: 300 },
  );
});

/** Makes a plan require every source that it asks. A source that it leaves out is then not missed, except a fraud registry. */
const withNeeds = (chosen: Plan): Plan => ({
  ...chosen,
  verifiedNeeds: chosen.stages.flat().map(({ ask, fallback }) => (fallback === null ? [ask] : [ask, fallback])),
});

test('no plan lets all checks pass without a low risk, and what nobody was asked for or told of the score is named', () => {
  let withoutScore = 0;
  fc.assert(
    fc.property(fc.oneof(accepted, accepted.map(withNeeds)), fc.oneof(everybody, nearlyGood), (chosen, said) => {
      const { evidence: heard } = run(chosen, said);
      const decided = decidePerson(query, heard, defaultPolicy, chosen.verifiedNeeds);
      if (decided === undefined) return;
      const { reasons, riskLevel } = decided;
      if (reasons.includes('all_checks_passed')) expect([riskLevel, reasons.length]).toEqual(['low', 1]);
      if (!reasons.includes('no_score_asked')) return;
      withoutScore++;
      expect(riskLevel).not.toBe('low');
      const asked = heard.filter(
        ({ roles: own, evidence: each }) => own.includes('score') && each.kind !== 'not_asked',
      );
      expect(asked).toEqual([]);
    }),
    { numRuns: 1_000 },
  );
  expect(withoutScore).toBeGreaterThan(0);
});

describe('what verified needs', () => {
  const all: Readonly<Record<string, Evidence>> = { ...good, receita: answered() };
  const sources = Object.fromEntries(Object.keys(all).map((name) => [name, { roles: roles[name] ?? [], signals: {} }]));
  const parse = (raw: unknown): Plan => {
    const parsed = parseChecks(raw, sources);
    if (parsed.kind === 'invalid') throw new Error(JSON.stringify(parsed.faults));
    return parsed.plan;
  };
  const list = (given: PlanSources) =>
    Object.entries(given).map(([name, { roles: own }]) => ({ name, roles: own as readonly SourceRole[] }));
  const stages = [
    [{ ask: 'bureau_b', fallback: 'receita' }, { ask: 'fraud_registry' }],
    { ask: 'bureau_a', when: { score: { to: 700 } } },
  ];
  const decide = (chosen: Plan, said: Readonly<Record<string, Evidence>> = {}) =>
    decidePerson(
      query,
      run(chosen, { ...all, ...said }, Object.keys(all)).evidence,
      defaultPolicy,
      chosen.verifiedNeeds,
    );

  test('is all of the contract unless the plan declares something else, and then that', () => {
    expect(decide(parse(stages))).toMatchObject({ status: 'inconclusive', riskLevel: 'high' });
    const declared = parse({ stages, verified_needs: ['bureau_b', 'fraud_registry'] });
    expect(decide(declared)).toMatchObject({ status: 'verified', score: 812, reasons: ['all_checks_passed'] });
  });

  test('gives a medium risk and its reason where it names no score, and so does a score that nobody knows', () => {
    const asking = ['bureau_a', 'receita', 'fraud_registry'];
    const declared = parse({ stages: [asking.map((ask) => ({ ask }))], verified_needs: asking });
    const without = { status: 'verified', score: 500, riskLevel: 'medium', reasons: ['no_score_asked'] };
    expect(decide(declared)).toMatchObject(without);
    expect(findNeverLow(declared, list(sources), defaultPolicy)).toContain('the risk is never low');
    // A policy may take a score in its place that is good enough.
    expect(findNeverLow(declared, list(sources), lenient)).toBeUndefined();
    const whole = parse({ stages: [Object.keys(all).map((ask) => ({ ask }))], verified_needs: asking });
    expect(findNeverLow(whole, list(sources), defaultPolicy)).toBeUndefined();
    const undeclared = parse(asking.map((ask) => ({ ask })));
    expect(findNeverLow(undeclared, list(sources), lenient)).toContain('the risk is never low');

    const second: PersonEvidence = [
      ...run(declared, all, Object.keys(all)).evidence,
      { source: 'second_score', roles: ['score'], evidence: { kind: 'not_found' } },
    ];
    const unknown = decidePerson(query, second, defaultPolicy, [...asking.map((ask) => [ask]), ['second_score']]);
    expect(unknown).toMatchObject({ ...without, reasons: ['second_score_no_score'] });
  });

  test('is met by whoever stands in for a source that failed', () => {
    const declared = parse({ stages, verified_needs: ['bureau_b', 'fraud_registry'] });
    const reasons = ['bureau_b_unavailable'];
    expect(decide(declared, { bureau_b: down })).toMatchObject({ status: 'verified', riskLevel: 'medium', reasons });
    expect(decide(declared, { bureau_b: down, receita: down })?.status).toBe('inconclusive');
  });

  test('is never met by a fraud registry that failed, nor is a budget that is used up a choice of the plan', () => {
    const declared = parse({ stages, verified_needs: ['bureau_b', 'fraud_registry'] });
    expect(decide(declared, { fraud_registry: down })).toMatchObject({ status: 'inconclusive', score: 499 });
    const heard = run(declared, all, Object.keys(all)).evidence.map((each) =>
      each.source === 'bureau_a' ? { ...each, evidence: { kind: 'not_asked', reason: 'budget' } as const } : each,
    );
    expect(decidePerson(query, heard, defaultPolicy, declared.verifiedNeeds)?.status).toBe('inconclusive');
  });

  test('forgives no fraud registry that was not asked, also one that it does not name', () => {
    const declared = parse({ stages, verified_needs: ['bureau_b', 'fraud_registry'] });
    const second = {
      source: 'second_fraud',
      roles: ['fraud'],
      evidence: { kind: 'not_asked', reason: 'condition' },
    } as const;
    const heard = [...run(declared, all, Object.keys(all)).evidence, second];
    expect(decidePerson(query, heard, defaultPolicy, declared.verifiedNeeds)).toMatchObject({
      status: 'inconclusive',
      score: 499,
    });
  });

  test('misses a source of the contract that only stands in for another one, and no other that does', () => {
    const step = { when: [], stopIf: [], deadlineMs: null, freshFor: {}, isAwaited: false };
    const withStandIn = (fallback: string): Plan => ({
      stages: [
        [
          { ...step, ask: 'bureau_b', fallback },
          { ...step, ask: 'fraud_registry', fallback: null },
          { ...step, ask: fallback === 'bureau_a' ? 'receita' : 'bureau_a', fallback: null },
        ],
      ],
      verifiedNeeds: null,
    });
    expect(decide(withStandIn('bureau_a'))).toMatchObject({ status: 'inconclusive', riskLevel: 'high' });
    expect(decide(withStandIn('receita'))).toMatchObject({ status: 'verified', riskLevel: 'low' });
  });

  test('is told by its reason where somebody is missing: not asked is apart from unavailable', () => {
    expect(decide(parse(stages))?.reasons).toContain('bureau_a_not_asked');
    expect(decide(parse(stages), { fraud_registry: down })?.reasons).toContain('fraud_registry_unavailable');
  });

  test('changes nothing about bad news: not_verified is decided, whoever was not asked', () => {
    const mismatch: Evidence = answered({ name: 'JOAO PEREIRA', score: 900 });
    const stopping = parse([
      { ask: 'bureau_b', stop_if: { name: 'mismatch' } },
      [{ ask: 'bureau_a' }, { ask: 'fraud_registry' }],
    ]);
    const { stages: asked, walk } = run(stopping, { ...all, bureau_b: mismatch });
    expect(asked).toHaveLength(1);
    expect(walk.notAsked).toEqual({ bureau_a: 'decided_earlier', fraud_registry: 'decided_earlier' });
    expect(decide(stopping, { bureau_b: mismatch })).toMatchObject({ status: 'not_verified', riskLevel: 'high' });
  });
});

test('stages that are still to come have an equal share of the time that is left', () => {
  expect([shareOut(3000, 3), shareOut(2800, 2), shareOut(500, 1)]).toEqual([1000, 1400, 500]);
});

test('every role is asked of somebody in these plans, and of somebody who stands in', () => {
  expect(new Set(Object.values(roles).flat())).toEqual(new Set(sourceRoles));
  const standIns = fc.sample(accepted, 1_000).flatMap(({ stages }) => stages.flat().map(({ fallback }) => fallback));
  expect(new Set(standIns.flatMap((name) => roles[name ?? ''] ?? []))).toEqual(new Set(sourceRoles));
});

test('a fraud registry that only stood in for a bureau would hide its alert, so that such a plan is refused', () => {
  const said = { ...good, second_fraud: answered({ fraudAlert: true }) };
  const there = Object.keys(said);
  const step = { when: [], stopIf: [], deadlineMs: null, freshFor: {}, isAwaited: false };
  const whole = there.map((ask) => ({ ...step, ask, fallback: null }));
  const hiding = whole
    .filter(({ ask }) => ask !== 'second_fraud')
    .map((each) => ({ ...each, fallback: each.ask === 'bureau_a' ? 'second_fraud' : null }));
  const toDecision = (stage: readonly Step[]) =>
    decidePerson(query, run({ stages: [stage], verifiedNeeds: null }, said, there).evidence, defaultPolicy);
  expect(toDecision(whole)).toMatchObject({ status: 'verified', score: 199, riskLevel: 'high' });
  expect(toDecision(hiding)).toMatchObject({ status: 'verified', score: 812, riskLevel: 'low' });
  const written = [[{ ask: 'bureau_a', fallback: 'second_fraud' }, { ask: 'bureau_b' }, { ask: 'fraud_registry' }]];
  expect(parseChecks(written, planSources)).toMatchObject({
    kind: 'invalid',
    faults: [{ path: ['0', '0', 'fallback'], problem: expect.stringContaining('the role fraud') }],
  });
});
