import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  defaultPolicy,
  type LadderName,
  ladders,
  parsePolicy,
  promisedCeilings,
  toPolicyDocument,
  toRiskLevel,
} from './risk-policy.ts';

type Document = Record<string, unknown> & { ladders: Record<string, Record<string, { penalty: number; cap: number }>> };
const copy = (): Document => structuredClone(toPolicyDocument(defaultPolicy)) as Document;
const faultsOf = (raw: unknown): readonly string[] => {
  const parsed = parsePolicy(raw);
  return parsed.kind === 'valid' ? [] : parsed.faults;
};

test.each([
  [1000, 'low'],
  [700, 'low'],
  [699, 'medium'],
  [500, 'medium'],
  [499, 'high'],
  [0, 'high'],
] as const)('a score of %i is a %s risk', (score, level) => {
  expect(toRiskLevel(score)).toBe(level);
});

test('the built-in policy is accepted in the form in which it is shown', () => {
  expect(parsePolicy(copy())).toEqual({ kind: 'valid', policy: defaultPolicy });
});

test('a policy without a format is of the first, and one of a newer format is refused', () => {
  const { format: _, ...without } = copy();
  expect(parsePolicy(without)).toEqual({ kind: 'valid', policy: defaultPolicy });
  const { screening: __, ...ladders } = defaultPolicy.ladders;
  expect(faultsOf({ ...copy(), ladders }).join()).toContain('ladders.screening: must be a mapping');
  for (const format of [0, 2, '1']) expect(faultsOf({ ...copy(), format }).join()).toContain('format: this version');
});

describe('a policy is refused', () => {
  test.each<[string, unknown, RegExp]>([
    ['that is no mapping', 'text', /policy: must be a mapping/],
    ['with an unknown key', { ...copy(), extra: 1 }, /policy\.extra: unknown/],
    ['without ladders', { ...copy(), ladders: [] }, /^ladders: must be a mapping with name, /m],
    ['without a version', { ...copy(), version: undefined }, /version: give it a name/],
    [
      'with a base beyond the scale',
      { ...copy(), base_without_score: 1001 },
      /base_without_score: must be a whole number/,
    ],
    ['with a fraction', { ...copy(), base_without_score: 1.5 }, /base_without_score/],
  ])('%s', (_name, raw, expected) => {
    expect(faultsOf(raw).join('\n')).toMatch(expected);
  });

  test('that changes the built-in one without another version', () => {
    expect(parsePolicy({ ...copy(), young_company_days: 90 })).toEqual({
      kind: 'invalid',
      faults: [expect.stringMatching(/needs another name/)],
    });
  });

  test('whose caps rise down a ladder', () => {
    const document = { ...copy(), version: 'x-1' };
    const registration = document.ladders['registration'] as Record<string, { penalty: number; cap: number }>;
    registration['suspended'] = { penalty: 0, cap: 600 };
    expect(faultsOf(document).join()).toMatch(/registration\.suspended\.cap: a worse rung may not have a higher cap/);
  });

  test.each(promisedCeilings.map((ceiling) => [`${ceiling.ladder}.${ceiling.rung}`, ceiling] as const))(
    'that lifts %s over its promise',
    (_name, { ladder, rung, capMax }) => {
      const document = { ...copy(), version: 'x-1' };
      (document.ladders[ladder] as Record<string, { penalty: number; cap: number }>)[rung] = {
        penalty: 0,
        cap: capMax + 1,
      };
      expect(faultsOf(document).join('\n')).toContain(`${ladder}.${rung}.cap: at most ${capMax}`);
    },
  );

  const withRung = (ladder: string, rung: string, fields: unknown): Document => {
    const document = { ...copy(), version: 'x-1' };
    (document.ladders[ladder] as Record<string, unknown>)[rung] = fields;
    return document;
  };

  test.each<[string, unknown]>([
    ['below 0', -1],
    ['over 1000', 1001],
    ['with a fraction', 0.5],
    ['that is text', '20'],
    ['that is missing', undefined],
    ['that is null', null],
    ['without an end', Number.POSITIVE_INFINITY],
  ])('with a penalty or a cap %s: no policy can give points', (_name, value) => {
    expect(faultsOf(withRung('debts', 'pending', { penalty: value, cap: 500 }))).toEqual([
      'ladders.debts.pending.penalty: must be a whole number from 0 to 1000',
    ]);
    expect(faultsOf(withRung('debts', 'pending', { penalty: 0, cap: value }))).toEqual([
      'ladders.debts.pending.cap: must be a whole number from 0 to 1000',
    ]);
  });

  test('with a rung that is no mapping, or holds a key that nobody knows', () => {
    expect(faultsOf(withRung('debts', 'pending', [])).join()).toMatch(
      /debts\.pending: must be a mapping with penalty, cap/,
    );
    expect(faultsOf(withRung('debts', 'pending', null)).join()).toMatch(/debts\.pending: must be a mapping/);
    expect(faultsOf(withRung('debts', 'pending', { penalty: 0, cap: 5, bonus: 1 }))).toEqual([
      'ladders.debts.pending.bonus: unknown; the keys here are penalty, cap',
    ]);
    expect(faultsOf(withRung('debts', 'enormous', { penalty: 0, cap: 5 }))).toEqual([
      'ladders.debts.enormous: unknown; the keys here are not_reported, pending',
    ]);
  });

  test.each<[string, unknown]>([
    ['empty', ''],
    ['in capitals', 'Acme'],
    ['with a blank', 'acme 1'],
    ['with a dash in front', '-acme'],
    ['longer than 64 characters', 'a'.repeat(65)],
    ['with a line end', 'acme\n'],
    ['that is a number', 1],
  ])('with a version %s', (_name, version) => {
    expect(faultsOf({ ...copy(), version })).toEqual([expect.stringMatching(/^version: give it a name of its own/)]);
  });

  test('with days of youth beyond a century or below none', () => {
    for (const days of [-1, 36_501, 1.5]) {
      expect(faultsOf({ ...copy(), version: 'x-1', young_company_days: days })).toEqual([
        'young_company_days: must be a whole number from 0 to 36500',
      ]);
    }
    for (const days of [0, 36_500])
      expect(faultsOf({ ...copy(), version: 'x-1', young_company_days: days })).toEqual([]);
  });

  test('whose cap rises two rungs down, however the one between stands', () => {
    const document = { ...copy(), version: 'x-1' };
    Object.assign(document.ladders['registration'] ?? {}, {
      pending_regularization: { penalty: 0, cap: 300 },
      unknown: { penalty: 0, cap: 200 },
      suspended: { penalty: 0, cap: 250 },
    });
    expect(faultsOf(document)).toEqual([
      'ladders.registration.suspended.cap: a worse rung may not have a higher cap than a milder one',
    ]);
  });

  test('with every fault listed at once', () => {
    expect(faultsOf({ version: 1, ladders: {} }).length).toBeGreaterThan(10);
  });
});

test('a policy whose caps stay the same down a ladder, or stand at their ceilings, is accepted', () => {
  const document = { ...copy(), version: 'a.b_c-1' };
  for (const { ladder, rung, capMax } of promisedCeilings) {
    Object.assign(document.ladders[ladder]?.[rung] ?? {}, { cap: capMax });
  }
  Object.assign(document.ladders['debts'] ?? {}, {
    not_reported: { penalty: 0, cap: 1000 },
    pending: { penalty: 1000, cap: 1000 },
  });
  expect(faultsOf(document)).toEqual([]);
});

test('each ceiling says which promise it keeps', () => {
  expect(
    promisedCeilings.map(({ ladder, rung, capMax, because }) => `${ladder}.${rung} ${capMax}: ${because}`),
  ).toEqual([
    'name.weak_or_not_comparable 699: inconclusive is never low',
    'birth_date.not_comparable 699: inconclusive is never low',
    'registration.unknown 699: inconclusive is never low',
    'existence.bureaus_contradict 699: inconclusive is never low',
    'debts_source.unavailable 699: a missing source is never low',
    'other_source.unavailable 699: a missing source is never low',
    'fraud.unavailable_or_no_verdict 699: a missing source is never low',
    'fraud.alert 499: a fraud alert is always high',
    'screening.inconclusive 699: lists that were not looked at are never low',
    'screening.un 499: who is on the list of the United Nations is always high',
    'score_source.unavailable 499: a lost score never improves the risk level',
    'existence.one_not_found 499: a lost score never improves the risk level',
  ]);
});

test('nothing makes the check throw', () => {
  fc.assert(fc.property(fc.anything(), (raw) => ['valid', 'invalid'].includes(parsePolicy(raw).kind)));
});

test('a policy within the ceilings is accepted whatever its penalties', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1000 }), fc.integer({ min: 0, max: 1000 }), (penalty, base) => {
      const document = { ...copy(), version: 'x-1', base_without_score: base };
      for (const ladder of Object.keys(ladders) as LadderName[]) {
        for (const rung of Object.values(document.ladders[ladder] ?? {})) rung.penalty = penalty;
      }
      expect(faultsOf(document)).toEqual([]);
    }),
  );
});
