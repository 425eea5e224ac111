import { describe, expect, test } from 'vitest';
import { computeScore, type Standing } from './risk.ts';
import {
  defaultPolicy,
  type LadderName,
  ladders,
  parsePolicy,
  type RiskPolicy,
  toPolicyDocument,
  toRiskLevel,
} from './risk-policy.ts';

const names = Object.keys(ladders) as LadderName[];
const bases = [null, 0, 1, 300, 499, 500, 699, 700, 720, 999, 1000];
const order = { low: 0, medium: 1, high: 2 } as const;

/** The test uses another accepted policy, as harsh and as lenient as the checks allow. */
const lenient: RiskPolicy = {
  ...defaultPolicy,
  version: 'lenient-1',
  baseWithoutScore: 1000,
  ladders: {
    name: {
      strong_partial: { penalty: 0, cap: 1000 },
      weak_or_not_comparable: { penalty: 0, cap: 699 },
      mismatch: { penalty: 0, cap: 699 },
    },
    birth_date: { not_comparable: { penalty: 0, cap: 699 }, mismatch: { penalty: 0, cap: 699 } },
    registration: {
      pending_regularization: { penalty: 0, cap: 1000 },
      unknown: { penalty: 0, cap: 699 },
      suspended: { penalty: 0, cap: 699 },
      cancelled_annulled_or_deceased: { penalty: 0, cap: 699 },
    },
    debts: { not_reported: { penalty: 0, cap: 1000 }, pending: { penalty: 0, cap: 1000 } },
    fraud: { unavailable_or_no_verdict: { penalty: 0, cap: 699 }, alert: { penalty: 0, cap: 499 } },
    debts_source: { unavailable: { penalty: 0, cap: 699 } },
    score_source: { unavailable: { penalty: 0, cap: 499 } },
    other_source: { unavailable: { penalty: 0, cap: 699 } },
    existence: {
      bureaus_contradict: { penalty: 0, cap: 699 },
      one_not_found: { penalty: 0, cap: 499 },
      both_not_found: { penalty: 0, cap: 499 },
    },
    screening: {
      inconclusive: { penalty: 0, cap: 699 },
      possible: { penalty: 0, cap: 699 },
      pep: { penalty: 0, cap: 699 },
      listed: { penalty: 0, cap: 699 },
      high_listed: { penalty: 0, cap: 699 },
      un: { penalty: 0, cap: 499 },
    },
  },
};

/** Wherever the sources put a person, 34,560 places, each with the next place on the ladder of lists: all with all would take minutes. */
function* everyStanding(): Generator<Standing> {
  const bySources = names.filter((name) => name !== 'screening');
  const byLists = ['best', ...ladders.screening];
  const rungsOf = bySources.map((name) => ['best', ...ladders[name]]);
  const positions = bySources.map(() => 0);
  for (let turn = 0; ; turn++) {
    const places = bySources.map((name, i) => [name, rungsOf[i]?.[positions[i] ?? 0]]);
    yield Object.fromEntries([...places, ['screening', byLists[turn % byLists.length]]]) as unknown as Standing;
    let at = 0;
    while (at < bySources.length && (positions[at] ?? 0) + 1 === rungsOf[at]?.length) positions[at++] = 0;
    if (at === bySources.length) return;
    positions[at] = (positions[at] ?? 0) + 1;
  }
}

function stepDown(standing: Standing, ladder: LadderName): Standing | undefined {
  const rungs: readonly string[] = ['best', ...ladders[ladder]];
  const next = rungs[rungs.indexOf(standing[ladder]) + 1];
  return next === undefined ? undefined : ({ ...standing, [ladder]: next } as Standing);
}

test('the lenient policy of these tests is one that the checks accept', () => {
  expect(parsePolicy(toPolicyDocument(lenient))).toEqual({ kind: 'valid', policy: lenient });
});

test('the risk level changes exactly at 500 and 700', () => {
  expect([0, 499, 500, 699, 700, 1000].map(toRiskLevel)).toEqual(['high', 'high', 'medium', 'medium', 'low', 'low']);
});

describe('the built-in policy', () => {
  const best = Object.fromEntries(names.map((name) => [name, 'best'])) as unknown as Standing;
  const scoreOf = (standing: Partial<Standing>, base: number | null) =>
    computeScore({ ...best, ...standing }, base, defaultPolicy).value;

  test.each<[Partial<Standing>, number | null, number]>([
    [{}, 812, 812],
    [{}, null, 500],
    [{ name: 'strong_partial' }, 812, 792],
    [{ name: 'weak_or_not_comparable' }, 812, 699],
    [{ name: 'weak_or_not_comparable' }, 700, 680],
    [{ name: 'mismatch' }, 812, 299],
    [{ birth_date: 'not_comparable' }, 812, 699],
    [{ birth_date: 'mismatch' }, 812, 299],
    [{ registration: 'pending_regularization' }, 812, 699],
    [{ registration: 'pending_regularization' }, 700, 650],
    [{ registration: 'unknown' }, 540, 490],
    [{ registration: 'suspended' }, 812, 399],
    [{ registration: 'cancelled_annulled_or_deceased' }, 812, 99],
    [{ debts: 'not_reported' }, 812, 699],
    [{ debts: 'pending' }, 812, 662],
    [{ debts: 'pending' }, 1000, 699],
    [{ fraud: 'unavailable_or_no_verdict' }, 812, 499],
    [{ fraud: 'alert' }, 812, 199],
    [{ debts_source: 'unavailable' }, 812, 699],
    [{ score_source: 'unavailable' }, null, 499],
    [{ existence: 'bureaus_contradict' }, 812, 699],
    [{ existence: 'one_not_found' }, 812, 499],
    [{ existence: 'both_not_found' }, null, 0],
    [{ debts: 'pending', name: 'strong_partial' }, 100, 0],
    [{ screening: 'inconclusive' }, 812, 699],
    [{ screening: 'possible' }, 812, 699],
    [{ screening: 'pep' }, 812, 699],
    [{ screening: 'listed' }, 812, 699],
    [{ screening: 'high_listed' }, 812, 499],
    [{ screening: 'un' }, 1000, 499],
    [{ screening: 'pep' }, 620, 620],
  ])('standing at %j with base %j scores %i', (standing, base, expected) => {
    expect(scoreOf(standing, base)).toBe(expected);
  });

  test('tells for each rung what it costs in all, and its cap where it has one', () => {
    const factorsOf = (standing: Partial<Standing>) =>
      computeScore({ ...best, ...standing }, 812, defaultPolicy).factors;
    expect(factorsOf({})).toEqual([]);
    expect(factorsOf({ name: 'strong_partial' })).toEqual([{ ladder: 'name', penalty: 20, cap: null }]);
    expect(factorsOf({ name: 'mismatch' })).toEqual([{ ladder: 'name', penalty: 20, cap: 299 }]);
    expect(factorsOf({ existence: 'both_not_found' })).toEqual([{ ladder: 'existence', penalty: 0, cap: 0 }]);
    expect(factorsOf({ debts: 'pending', fraud: 'alert' })).toEqual([
      { ladder: 'debts', penalty: 150, cap: 699 },
      { ladder: 'fraud', penalty: 0, cap: 199 },
    ]);
  });
});

describe.each([
  ['the built-in policy', defaultPolicy],
  ['the most lenient accepted policy', lenient],
])('with %s', (_name, policy) => {
  test('a score is a whole number from 0 to 1000 wherever a person stands', () => {
    for (const standing of everyStanding()) {
      for (const base of bases) {
        const { value } = computeScore(standing, base, policy);
        if (!(Number.isInteger(value) && value >= 0 && value <= 1000)) throw new Error(`the score is ${value}`);
      }
    }
  });

  test('one step down any ladder never raises the score while the base stays, and never improves the risk level', () => {
    let steps = 0;
    for (const standing of everyStanding()) {
      const before = bases.map((base) => computeScore(standing, base, policy).value);
      for (const ladder of names) {
        const worse = stepDown(standing, ladder);
        if (worse === undefined) continue;
        // A lost source of scores takes its score along, so the base may change as well.
        const losesScore =
          ladder === 'score_source' || worse.existence === 'one_not_found' || worse.existence === 'both_not_found';
        const afterLost = computeScore(worse, null, policy).value;
        for (const [index, base] of bases.entries()) {
          const was = before[index] ?? 0;
          const after = computeScore(worse, base, policy).value;
          if (after > was) throw new Error(`${ladder} raised ${was} to ${after}`);
          if (losesScore && order[toRiskLevel(afterLost)] < order[toRiskLevel(was)]) {
            throw new Error(`losing the score on ${ladder} improved ${was} to ${afterLost}`);
          }
          steps++;
        }
      }
    }
    expect(steps).toBeGreaterThan(100_000);
  });

  test('a fraud alert and a hit of the United Nations are always high, and a missing source is never low', () => {
    for (const standing of everyStanding()) {
      for (const base of bases) {
        const level = toRiskLevel(computeScore(standing, base, policy).value);
        if (standing.fraud === 'alert' && level !== 'high') throw new Error(`an alert is ${level}`);
        if (standing.screening === 'un' && level !== 'high')
          throw new Error(`listed by the United Nations is ${level}`);
        if (standing.screening !== 'best' && level === 'low') throw new Error(`${standing.screening} is low`);
        if (
          level === 'low' &&
          (standing.debts_source === 'unavailable' ||
            standing.score_source === 'unavailable' ||
            standing.fraud === 'unavailable_or_no_verdict')
        ) {
          throw new Error('a missing source is low');
        }
      }
    }
  });
});
