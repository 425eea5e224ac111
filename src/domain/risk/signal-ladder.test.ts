import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyone, good as saidByAll } from '../../../test/support/parties/known-person.ts';
import { toPersonEvidence } from '../person/contract-sources.ts';
import { type Evidence, emptyRecord, type SourceEvidence } from '../person/evidence.ts';
import { decidePerson } from '../person/person.ts';
import { defaultPolicy, parsePolicy, type RiskPolicy, toPolicyDocument } from './risk-policy.ts';
import type { SignalDeclaration, SignalValues } from './signal.ts';
import { findSignalFaults } from './signal-ladder.ts';

const income = {
  best: ['high', 'medium'],
  not_reported: { penalty: 10, cap: 1000 },
  rungs: [
    { values: ['low'], penalty: 20, cap: 699 },
    { values: ['none'], penalty: 30, cap: 499 },
  ],
};
const toDocument = (signals: unknown) => ({ ...toPolicyDocument(defaultPolicy), version: 'acme-1', signals });
const readPolicy = (signals: unknown): RiskPolicy => {
  const parsed = parsePolicy(toDocument(signals));
  if (parsed.kind === 'invalid') throw new Error(parsed.faults.join('\n'));
  return parsed.policy;
};
const faultsOf = (signals: unknown) => {
  const parsed = parsePolicy(toDocument(signals));
  return parsed.kind === 'invalid' ? parsed.faults : [];
};

const good = toPersonEvidence(saidByAll);
const telling = (source: string, signals?: SignalValues): SourceEvidence => {
  const record = signals === undefined ? emptyRecord : { ...emptyRecord, signals };
  return { source, roles: [], evidence: { kind: 'answered', record } satisfies Evidence };
};
const decide = (policy: RiskPolicy, ...more: readonly SourceEvidence[]) => {
  const decision = decidePerson(anyone, [...good, ...more], policy);
  if (decision === undefined) throw new Error('no decision');
  return decision;
};

describe('a ladder for a signal', () => {
  const policy = readPolicy({ income_band: income });

  test.each<[string, readonly SourceEvidence[], number, readonly string[]]>([
    ['the best value', [telling('income', { income_band: 'high' })], 812, ['all_checks_passed']],
    ['silence', [telling('income', {})], 802, ['no_signal_income_band']],
    ['no source for it', [], 802, ['no_signal_income_band']],
    ['a worse value', [telling('income', { income_band: 'low' })], 699, ['signal_income_band']],
    ['the worst value', [telling('income', { income_band: 'none' })], 499, ['signal_income_band']],
    ['a value that it does not name', [telling('income', { income_band: 'odd' })], 499, ['signal_income_band']],
    [
      'two sources',
      [telling('one', { income_band: 'high' }), telling('two', { income_band: 'low' })],
      699,
      ['signal_income_band'],
    ],
    [
      'one of two that is silent',
      [telling('one', { income_band: 'high' }), telling('two')],
      812,
      ['all_checks_passed'],
    ],
  ])('costs what it says for %s', (_what, evidence, score, reasons) => {
    expect(decide(policy, ...evidence)).toMatchObject({ score, reasons });
  });

  test('is told as a factor with all that it costs', () => {
    const { factors } = decide(policy, telling('income', { income_band: 'none' }));
    expect(factors).toEqual([{ code: 'signal_income_band', penalty: 60, cap: 499 }]);
    expect(decide(policy).factors).toEqual([{ code: 'no_signal_income_band', penalty: 10, cap: null }]);
  });

  test('is read again in the form in which it is shown, and kept with the policy', () => {
    expect(parsePolicy(toPolicyDocument(policy))).toEqual({ kind: 'valid', policy });
  });

  test('may be over true and false, and over ranges of numbers', () => {
    const [rung] = income.rungs;
    const numbers = readPolicy({
      dependents: { ...income, best: { from: 0, to: 3 }, rungs: [{ ...rung, values: { from: 4, to: 20 } }] },
      deceased_hint: { ...income, best: [false], rungs: [{ values: [true], penalty: 0, cap: 99 }] },
    });
    expect(decide(numbers, telling('x', { dependents: 3, deceased_hint: false })).score).toBe(812);
    expect(decide(numbers, telling('x', { dependents: 4, deceased_hint: true })).score).toBe(99);
  });
});

describe('a ladder for a signal is refused', () => {
  test.each<[string, unknown, string]>([
    ['without a place for silence', { x1: { ...income, not_reported: undefined } }, 'signals.x1.not_reported: must be'],
    ['without best values', { x1: { ...income, best: [] } }, 'signals.x1.best: must be a list of values'],
    ['without rungs', { x1: { ...income, rungs: [] } }, 'signals.x1.rungs: must be a list of 1 to 16'],
    [
      'whose caps rise',
      { x1: { ...income, not_reported: { penalty: 0, cap: 600 } } },
      'signals.x1.rungs.0.cap: a worse rung',
    ],
    [
      'that has a value twice',
      { x1: { ...income, best: ['low'] } },
      'signals.x1.rungs.0.values: a value stands in two',
    ],
    [
      'with a penalty below zero',
      { x1: { ...income, not_reported: { penalty: -1, cap: 9 } } },
      'signals.x1.not_reported.penalty: must',
    ],
    ['with an unknown key', { x1: { ...income, silent: 1 } }, 'signals.x1.silent: unknown'],
    ['with a range that runs backwards', { x1: { ...income, best: { from: 3, to: 1 } } }, 'signals.x1.best: must be'],
    ['under an impossible name', { constructor: income }, 'signals.constructor: a signal is named'],
    ['that is no ladder', 'none', 'signals: must be a mapping'],
  ])('%s', (_what, signals, fault) => {
    expect(faultsOf(signals).join('\n')).toContain(fault);
  });

  test('where no source declares the signal, or its values are out of the declared range', () => {
    const { signals } = readPolicy({ income_band: income, other: income });
    const words = (...all: string[]): SignalDeclaration => ({ kind: 'word', words: all });
    expect(findSignalFaults(signals, new Map([['income_band', words('high', 'medium', 'low')]]))).toEqual([
      'signals.income_band.rungs.1.values: the sources declare one of high, medium, low',
      'signals.other: no source declares this signal',
    ]);
    const declared = words('high', 'medium', 'low', 'none');
    expect(
      findSignalFaults(
        signals,
        new Map([
          ['income_band', declared],
          ['other', declared],
        ]),
      ),
    ).toEqual([]);
  });
});

test('with any ladder, silence is never better than the best value, and one step down never improves the level', () => {
  const levels = { low: 0, medium: 1, high: 2 } as const;
  const rung = fc.record({ penalty: fc.integer({ min: 0, max: 300 }), cap: fc.integer({ min: 0, max: 1000 }) });
  fc.assert(
    fc.property(fc.array(rung, { minLength: 2, maxLength: 6 }), (drawn) => {
      const caps = drawn.map(({ cap }) => cap).toSorted((a, b) => b - a);
      const [silence, ...rungs] = drawn.map(({ penalty }, index) => ({ penalty, cap: caps[index] ?? 0 }));
      const listed = rungs.map((each, index) => ({ ...each, values: [index + 1] }));
      const policy = readPolicy({ grade: { best: [0], not_reported: silence, rungs: listed } });
      const ladder = [{ grade: 0 }, {}, ...rungs.map((_, index) => ({ grade: index + 1 }))];
      const steps = ladder.map((signals) => decide(policy, telling('x', signals)));
      for (const [index, step] of steps.slice(1).entries()) {
        expect(step.score).toBeLessThanOrEqual(steps[index]?.score ?? 0);
        expect(levels[step.riskLevel]).toBeGreaterThanOrEqual(levels[steps[index]?.riskLevel ?? 'high']);
      }
    }),
  );
});
