import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  defaultPolicy,
  type LadderName,
  ladders,
  parsePolicy,
  promisedCeilings,
  toPolicyDocument,
} from './risk-policy.ts';

type Document = Record<string, unknown> & { ladders: Record<string, Record<string, { penalty: number; cap: number }>> };
const copy = (): Document => structuredClone(toPolicyDocument(defaultPolicy)) as Document;
const faultsOf = (raw: unknown): readonly string[] => {
  const parsed = parsePolicy(raw);
  return parsed.kind === 'valid' ? [] : parsed.faults;
};

test('the built-in policy is accepted in the form in which it is shown', () => {
  expect(parsePolicy(copy())).toEqual({ kind: 'valid', policy: defaultPolicy });
});

describe('a policy is refused', () => {
  test.each<[string, unknown, RegExp]>([
    ['that is no mapping', 'text', /policy: must be a mapping/],
    ['with an unknown key', { ...copy(), extra: 1 }, /policy\.extra: unknown/],
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
    expect(faultsOf({ ...copy(), young_company_days: 90 })[0]).toMatch(/needs another name/);
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

  test('with every fault listed at once', () => {
    expect(faultsOf({ version: 1, ladders: {} }).length).toBeGreaterThan(10);
  });
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
