import { describe, expect, it } from 'vitest';
import { draftOf, withPart } from '../../../test/support/registry/registry-draft.ts';
import { settle } from '../datasets/judgement.ts';
import { judgeDraft, judgementNames } from './judge-draft.ts';
import type { Draft, SnapshotCounts } from './registry-snapshot.ts';

const healthy = draftOf();
const namesOf = (draft: Draft, live?: Draft): string[] => judgeDraft(draft, live).map(({ name }) => name);
const sentenceOf = (draft: Draft, live?: Draft): string => judgeDraft(draft, live)[0]?.sentence ?? '';

describe('a month like the published ones', () => {
  it('passes on a first import, and after a month of its own size', () => {
    expect(namesOf(healthy)).toEqual([]);
    expect(namesOf(healthy, healthy)).toEqual([]);
  });

  it('passes with the handful of oddities that every month has', () => {
    const real = draftOf({
      companies_without_establishment: 20,
      without_legal_name: 4,
      unknown_statuses: 900,
      unreadable_dates: 30,
      empty_start_dates: 20,
      rows: { companies: 955_000, establishments: 1_000_300, simples: 699_000 },
    });
    expect(namesOf(real, healthy)).toEqual([]);
    expect(namesOf(real)).toEqual([]);
  });
});

describe('half a month', () => {
  it('shows by a part that is smaller than its sisters, also where it is part 0', () => {
    const cut = draftOf({}, { parts: withPart('Estabelecimentos3', 19_700) });
    expect(sentenceOf(cut)).toBe(
      'Estabelecimentos3 holds 19,700 rows, the other parts about 65,600: it is cut short. Download it again.',
    );
    expect(namesOf(draftOf({}, { parts: withPart('Estabelecimentos0', 1) }))).toEqual(['part_rows']);
    expect(namesOf(draftOf({}, { parts: withPart('Empresas9', 43_000) }))).toEqual(['part_rows']);
    expect(namesOf(draftOf({}, { parts: withPart('Empresas9', 44_000) }))).toEqual([]);
  });

  it('shows by a part that is smaller than a month before', () => {
    const cut = draftOf({}, { parts: withPart('Estabelecimentos0', 100_000) });
    expect(namesOf(cut)).toEqual([]);
    expect(sentenceOf(cut, healthy)).toMatch(/^Estabelecimentos0 holds 100,000 rows, in the live snapshot it held 410/);
  });

  it.each<[keyof SnapshotCounts, number, number]>([
    ['establishments', 990_000, 989_999],
    ['companies', 945_450, 945_449],
    ['meis', 180_000, 179_999],
  ])('shows by a loss of %s against the live snapshot', (kind, passes, fails) => {
    expect(namesOf(draftOf({ [kind]: passes }), healthy)).toEqual([]);
    expect(namesOf(draftOf({ [kind]: fails }), healthy)).toEqual(['fewer_rows']);
    expect(namesOf(draftOf({ [kind]: fails }))).toEqual([]);
  });

  it('shows by companies without an establishment and establishments without a name', () => {
    expect(namesOf(draftOf({ companies_without_establishment: 4775 }))).toEqual([]);
    expect(sentenceOf(draftOf({ companies_without_establishment: 4776 }))).toMatch(
      /^4,776 of 955,000 \(0\.5 %\) companies have no establishment.*Download the whole month again\.$/,
    );
    expect(namesOf(draftOf({ without_company: 998, without_legal_name: 2 }))).toEqual([]);
    expect(namesOf(draftOf({ without_company: 999, without_legal_name: 2 }))).toEqual(['establishments_without_name']);
  });

  it('shows by a Simples file of a few rows, on a first import too', () => {
    const rows = { companies: 955_000, establishments: 1_000_000, simples: 1 };
    expect(namesOf(draftOf({ rows, meis: 1 }))).toEqual(['simples_rows', 'meis']);
    expect(namesOf(draftOf({ meis: 580_000 }))).toEqual(['meis']);
  });
});

describe('another layout', () => {
  it.each([
    ['unknown_statuses', 10_000],
    ['unknown_office_kinds', 10_000],
    ['unreadable_dates', 10_000],
    ['unknown_mei_options', 7000],
    ['empty_start_dates', 50_000],
  ] as const)('shows by the share of %s', (kind, passes) => {
    expect(namesOf(draftOf({ [kind]: passes }))).toEqual([]);
    expect(namesOf(draftOf({ [kind]: passes + 1 }))).toEqual([kind]);
  });

  it('shows by accents that Latin-1 does not have', () => {
    expect(namesOf(draftOf({}, { text: { accents: 5000, impossible: 1000 } }))).toEqual([]);
    expect(sentenceOf(draftOf({}, { text: { accents: 5000, impossible: 4990 } }))).toMatch(
      /^4,990 of 5,000 \(99\.8 %\)/,
    );
  });

  it('shows by the form of a column, which is named', () => {
    const oddColumns = [{ group: 'establishments', column: 12, name: 'cnae_principal', odd: 1900, of: 2000 }] as const;
    expect(sentenceOf(draftOf({}, { oddColumns }))).toMatch(/^Column 12 of the Estabelecimentos \(cnae_principal\)/);
  });
});

describe('small files', () => {
  it('are not judged by shares of a handful of rows', () => {
    const tiny = draftOf(
      {
        establishments: 30,
        companies: 25,
        meis: 0,
        rows: { companies: 25, establishments: 30, simples: 1 },
        companies_without_establishment: 15,
        unknown_statuses: 15,
        unreadable_dates: 15,
        empty_start_dates: 15,
        without_company: 15,
      },
      { parts: withPart('Estabelecimentos3', 1).map((part) => ({ ...part, rows: Math.min(part.rows, 20) })) },
    );
    expect(namesOf(tiny)).toEqual([]);
  });
});

describe('settle', () => {
  const wrong = judgeDraft(draftOf({ unknown_statuses: 900_000, meis: 1 }), undefined);

  it('says everything at once, and how to override exactly that', () => {
    expect(() => settle(wrong, [])).toThrow(
      /^1 of 955,000 .* MEIs.*\n900,000 of 1,000,000 .*\nNothing was published; .* --force meis,unknown_statuses$/,
    );
  });

  it('lets only what is named pass', () => {
    expect(() => settle(wrong, ['meis', 'older_data'])).toThrow(/^900,000/);
    expect(settle(wrong, ['meis', 'unknown_statuses'])).toEqual(wrong);
    expect(settle([], judgementNames)).toEqual([]);
  });
});
