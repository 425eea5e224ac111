import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseChecks } from './parse-checks.ts';
import { listAwaited } from './plan.ts';
import type { PlanSources } from './topics.ts';

const sources: PlanSources = {
  receita: { roles: ['identity'], signals: {} },
  reports: { roles: ['identity'], signals: {}, answersLater: true },
  bureau_a: { roles: ['identity', 'debts'], signals: {} },
  bureau_b: { roles: ['identity', 'score'], signals: {} },
  bureau_c: { roles: ['identity', 'score'], signals: {} },
  fraud_registry: { roles: ['fraud'], signals: {} },
  second_fraud: { roles: ['fraud'], signals: {} },
  income: {
    roles: [],
    signals: { income_band: { kind: 'words', words: ['low', 'high'] }, years: { kind: 'band', from: 0, to: 60 } },
  },
};

const faultsOf = (raw: unknown): string[] => {
  const parsed = parseChecks(raw, sources, () => ['credit', 'onboarding']);
  return parsed.kind === 'valid' ? [] : parsed.faults.map(({ path, problem }) => `${path.join('.')}: ${problem}`);
};

const whole = {
  verified_needs: ['bureau_b', 'fraud_registry'],
  stages: [
    { ask: 'receita', stop_if: { registration: ['cancelled', 'deceased'] } },
    [
      { ask: 'bureau_b', fallback: 'bureau_c', deadline_ms: 900, fresh_for: { credit: '30d', onboarding: '45min' } },
      { ask: 'fraud_registry', stop_if: [{ fraud_alert: true }, { sources: { fraud_registry: 'unavailable' } }] },
    ],
    { ask: 'bureau_a', when: { score: { from: 500, to: 799 }, name: 'exact' } },
    { ask: 'income', when: { pending_debts: true }, stop_if: { signals: { income_band: ['low'], years: { to: 2 } } } },
  ],
};

test('whom a caller waits for is said at the step; conditions may look at what somebody else tells as well', () => {
  const parsed = parseChecks(
    [{ ask: 'bureau_a' }, { ask: 'reports', async: 'wait' }, { ask: 'fraud_registry', when: { name: 'exact' } }],
    sources,
  );
  expect(parsed).toMatchObject({ kind: 'valid' });
  if (parsed.kind === 'valid') expect([...listAwaited(parsed.plan)]).toEqual(['reports']);
});

describe('a plan', () => {
  test('is read whole: stages, conditions, who stands in for whom, and what verified needs', () => {
    const parsed = parseChecks(whole, sources);
    if (parsed.kind === 'invalid') throw new Error(JSON.stringify(parsed.faults));
    const { stages, verifiedNeeds } = parsed.plan;
    const freshFor = { credit: 30 * 86_400_000, onboarding: 45 * 60_000 };
    expect(stages.map((stage) => stage.map(({ ask }) => ask))).toEqual([
      ['receita'],
      ['bureau_b', 'fraud_registry'],
      ['bureau_a'],
      ['income'],
    ]);
    expect(stages[1]?.[0]).toEqual({
      ask: 'bureau_b',
      when: [],
      stopIf: [],
      fallback: 'bureau_c',
      deadlineMs: 900,
      isAwaited: false,
      freshFor,
    });
    expect(stages[1]?.[1]?.stopIf).toEqual([
      [{ topic: 'fraud_alert', values: { kind: 'words', words: ['true'] } }],
      [{ topic: 'source fraud_registry', values: { kind: 'words', words: ['unavailable'] } }],
    ]);
    expect(stages[2]?.[0]?.when).toEqual([
      [
        { topic: 'score', values: { kind: 'band', from: 500, to: 799 } },
        { topic: 'name', values: { kind: 'words', words: ['exact'] } },
      ],
    ]);
    expect(verifiedNeeds).toEqual([['bureau_b', 'bureau_c'], ['fraud_registry']]);
  });

  test('that declares nothing else may be the list of its stages', () => {
    const parsed = parseChecks(whole.stages, sources);
    expect(parsed).toMatchObject({ kind: 'valid', plan: { verifiedNeeds: null } });
  });
});

describe('a plan is refused', () => {
  test.each<[string, unknown, string]>([
    ['that is text', 'all', ': must be a mapping with stages, verified_needs'],
    ['that asks nobody', { stages: [] }, 'stages: must be a list of stages, each with at least one step'],
    ['without stages', { verified_needs: ['bureau_a'] }, 'stages: must be a list of stages'],
    ['with a stage that asks nobody', [{ ask: 'bureau_a' }, []], '1: this stage asks nobody'],
    ['with a step that asks nobody', [{ fallback: 'bureau_a' }], '0: must be a source that `sources` describes'],
    ['that asks an unknown source', [{ ask: 'bureau_z' }], '0.ask: must be a source that `sources` describes: receita'],
    ['with an unknown fallback', [{ ask: 'receita', fallback: 'x' }], '0.fallback: must be a source'],
    ['with an unknown key', [{ ask: 'receita', wen: {} }], '0.wen: unknown key; known here: ask, when'],
    ['with an unknown topic', [{ ask: 'receita', stop_if: { age: 3 } }], '0.stop_if.age: unknown key; known here: reg'],
    ['with a word that a topic lacks', [{ ask: 'receita', stop_if: { name: 'good' } }], '0.stop_if.name: must be one'],
    ['with a band of no numbers', [{ ask: 'bureau_b', stop_if: { score: 5 } }], '0.stop_if.score: must be a mapping'],
    [
      'with a band beyond the scale',
      [{ ask: 'bureau_b', stop_if: { score: { from: 1001 } } }],
      '0.stop_if.score: from and to must be whole numbers from 0 to 1000',
    ],
    [
      'with a band upside down',
      [{ ask: 'bureau_b', stop_if: { score: { from: 9, to: 8 } } }],
      'from is greater than to',
    ],
    [
      'with a signal that nobody has',
      [{ ask: 'income', stop_if: { signals: { wealth: true } } }],
      '0.stop_if.signals.wealth: no source has this signal',
    ],
    [
      'with a signal out of its range',
      [{ ask: 'income', stop_if: { signals: { years: { to: 61 } } } }],
      '0.stop_if.signals.years: from and to must be whole numbers from 0 to 60',
    ],
    ['with an empty condition', [{ ask: 'receita', when: {} }], '0.when: says nothing'],
    ['with a deadline of no time', [{ ask: 'receita', deadline_ms: 0 }], '0.deadline_ms: must be a whole number'],
    ['that waits otherwise', [{ ask: 'reports', async: 'poll' }], '0.async: must be wait, or be left out'],
    ['that waits perhaps', [{ ask: 'reports', async: true }], '0.async: must be wait, or be left out'],
    [
      'that waits for who answers at once',
      [{ ask: 'receita', async: 'wait' }],
      '0.async: no answer of receita comes later, so there is nothing to wait for',
    ],
    [
      'that waits and has somebody stand in',
      [{ ask: 'reports', fallback: 'bureau_a', async: 'wait' }],
      '0.async: a step with a fallback cannot wait',
    ],
    [
      'that asks by what is awaited',
      [
        { ask: 'reports', async: 'wait' },
        { ask: 'bureau_a', when: { registration: 'regular' } },
      ],
      '1.when: only reports tells this, and the caller waits for reports',
    ],
    [
      'that asks by whether the awaited one answered',
      [
        [{ ask: 'reports', async: 'wait' }, { ask: 'bureau_a' }],
        { ask: 'income', when: { sources: { reports: 'unavailable' } } },
      ],
      '1.when: only reports tells this',
    ],
    [
      'that stops by what is awaited',
      [{ ask: 'reports', async: 'wait', stop_if: { registration: 'deceased' } }, { ask: 'bureau_a' }],
      '0.stop_if: only reports tells this',
    ],
    ['that keeps for no purpose', [{ ask: 'receita', fresh_for: {} }], '0.fresh_for: names no purpose'],
    ['that keeps for a time alone', [{ ask: 'receita', fresh_for: '30d' }], '0.fresh_for: must be a mapping'],
    [
      'that keeps for an unknown purpose',
      [{ ask: 'receita', fresh_for: { marketing: '1d' } }],
      '0.fresh_for.marketing: must be one of the purposes in `audit.purposes`: credit, onboarding',
    ],
    ...[30, '30', '0d', '1.5d', '2w', '-1d', ''].map((written): [string, unknown, string] => [
      `that keeps for ${JSON.stringify(written)}`,
      [{ ask: 'receita', fresh_for: { credit: written } }],
      '0.fresh_for.credit: must be a time such as 30d, 12h or 45min',
    ]),
    ['that keeps for years', [{ ask: 'receita', fresh_for: { credit: '366d' } }], '0.fresh_for.credit: at most 365d'],
    [
      'that believes an old fraud registry',
      [{ ask: 'fraud_registry', fresh_for: { credit: '25h' } }],
      '0.fresh_for.credit: at most 1d for a source with the role fraud',
    ],
    [
      'that believes an old fraud registry which stands in',
      [{ ask: 'receita', fallback: 'fraud_registry', fresh_for: { credit: '2d' } }],
      '0.fresh_for.credit: at most 1d for a source with the role fraud',
    ],
    ['that asks somebody twice', [{ ask: 'receita' }, { ask: 'receita' }], '1.ask: receita has a step already'],
    [
      'whose fallback has its own step',
      [[{ ask: 'bureau_a', fallback: 'receita' }, { ask: 'receita' }]],
      '0.0.fallback: receita has a place in the plan already',
    ],
    [
      'whose fallbacks go in a circle',
      [
        [
          { ask: 'bureau_a', fallback: 'receita' },
          { ask: 'receita', fallback: 'bureau_a' },
        ],
      ],
      '0.0.fallback: these fallbacks go in a circle: bureau_a → receita → bureau_a',
    ],
    [
      'whose source stands in for itself',
      [{ ask: 'bureau_a', fallback: 'bureau_a' }],
      '0.fallback: these fallbacks go in a circle: bureau_a → bureau_a',
    ],
    [
      'whose fallback has a role that its source lacks',
      [[{ ask: 'bureau_a', fallback: 'second_fraud' }, { ask: 'bureau_b' }, { ask: 'fraud_registry' }]],
      '0.0.fallback: second_fraud has the role fraud, which bureau_a lacks: a fallback is not asked where its source answers',
    ],
    [
      'whose fallback has a signal that its source lacks',
      [{ ask: 'receita', fallback: 'income' }],
      '0.fallback: income has the signal income_band, the signal years, which receita lacks',
    ],
    [
      'that is content without a fraud registry',
      { stages: [[{ ask: 'bureau_a' }, { ask: 'fraud_registry' }]], verified_needs: ['bureau_a'] },
      'verified_needs: needs a source with the role fraud',
    ],
    [
      'that is content without anybody who knows the person',
      { stages: [[{ ask: 'bureau_a' }, { ask: 'fraud_registry' }]], verified_needs: ['fraud_registry'] },
      'verified_needs: needs at least one source with the role identity',
    ],
    [
      'that needs somebody whom it never asks',
      {
        stages: [[{ ask: 'bureau_a' }, { ask: 'fraud_registry' }]],
        verified_needs: ['fraud_registry', 'bureau_a', 'bureau_b'],
      },
      'verified_needs.2: no step of the plan asks it',
    ],
  ])('%s', (_name, raw, expected) => {
    expect(faultsOf(raw).join('\n')).toContain(expected);
  });

  test('but not for the roles of a source that cannot be read itself', () => {
    const unread = { roles: ['identity', 'debts', 'score', 'fraud'], signals: {}, isUnread: true };
    const parsed = parseChecks([{ ask: 'receita', fallback: 'unread' }], { ...sources, unread });
    expect(parsed.kind).toBe('valid');
  });

  test('with every fault listed at once', () => {
    expect(faultsOf({ stages: [{ ask: 1, when: [], deadline_ms: 'x' }, []], verified_needs: 1 })).toHaveLength(5);
  });
});

describe('a step that can never run is refused', () => {
  test.each<[string, unknown, string]>([
    [
      'by a score that comes later',
      [{ ask: 'receita', when: { score: { from: 500 } } }, { ask: 'bureau_b' }],
      '0.when: this step can never run: score is not known by then; bureau_b or bureau_c would have to be asked before',
    ],
    [
      'by a score of its own stage',
      [[{ ask: 'bureau_b' }, { ask: 'receita', when: { score: { from: 500 } } }]],
      '0.1.when: this step can never run: score is not known by then',
    ],
    [
      'by a comparison before anybody told a name',
      [{ ask: 'fraud_registry' }, { ask: 'receita', when: { name: 'exact' } }],
      '1.when: this step can never run: name is not known by then',
    ],
    [
      'by a source that is asked later',
      [{ ask: 'receita', when: { sources: { bureau_a: 'unavailable' } } }, { ask: 'bureau_a' }],
      'it is asked later, or not at all',
    ],
    [
      'by a signal that comes later',
      [{ ask: 'receita', when: { signals: { income_band: 'low' } } }, { ask: 'income' }],
      'signal income_band is not known by then',
    ],
    [
      'because somebody is always asked',
      [{ ask: 'receita' }, { ask: 'bureau_a', when: { sources: { receita: 'not_asked' } } }],
      '1.when: this step can never run: receita is always asked before',
    ],
    [
      'because its condition contradicts itself',
      [{ ask: 'bureau_b' }, { ask: 'bureau_a', when: { score: { from: 1 }, sources: { bureau_b: 'unavailable' } } }],
      '1.when: this step can never run: it wants score of bureau_b, and that no answer came from there',
    ],
    [
      'because the stage before stops there',
      [
        { ask: 'bureau_b', stop_if: [{ score: { to: 500 } }, { name: 'mismatch' }] },
        { ask: 'bureau_a', when: { score: { from: 100, to: 300 }, name: ['exact', 'partial'] } },
      ],
      '1.when: this step can never run: the stage before it stops wherever this holds',
    ],
    [
      'after a stop that always holds',
      [
        {
          ask: 'receita',
          stop_if: [{ sources: { receita: ['answered', 'not_found'] } }, { sources: { receita: 'unavailable' } }],
        },
        { ask: 'bureau_a' },
      ],
      '0.stop_if: this stop always holds: the stages after it can never run',
    ],
    [
      'and a stop that can never hold',
      [{ ask: 'receita', stop_if: { fraud_alert: true } }, { ask: 'fraud_registry' }],
      '0.stop_if: this stop can never hold: fraud_alert is not known by then',
    ],
  ])('%s', (_name, raw, expected) => {
    expect(faultsOf(raw).join('\n')).toContain(expected);
  });

  test.each<[string, unknown]>([
    ['one of several conditions can hold', [{ score: { from: 1 } }, { name: 'not_provided' }]],
    ['the question alone decides', { birth_date: 'not_provided' }],
    ['a comparison could not be made yet', { name: ['not_available', 'exact'] }],
  ])('and not where %s', (_name, when) => {
    expect(faultsOf([{ ask: 'receita', when }, { ask: 'fraud_registry' }])).toEqual([]);
  });

  test('and not where the stop before is that of a step which may not run itself', () => {
    const stop = { ask: 'bureau_b', when: { name: 'exact' }, stop_if: { score: { to: 500 } } };
    expect(faultsOf([{ ask: 'bureau_c' }, stop, { ask: 'bureau_a', when: { score: { to: 300 } } }])).toEqual([]);
  });
});

test('nothing makes the check throw, nor does it repeat what stands in the wrong place', () => {
  fc.assert(
    fc.property(fc.anything(), (raw) => ['valid', 'invalid'].includes(parseChecks(raw, sources).kind)),
    { numRuns: 300 },
  );
  expect(faultsOf([{ ask: 'a secret' }]).join()).not.toContain('a secret');
});
