import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toEntry } from '../../../test/support/lists/list-editions.ts';
import type { ListEntry } from './entry/list-entry.ts';
import { groupHits, isOfHit, mayBeOf } from './group-hits.ts';
import type { Hit } from './hit.ts';

const document = { kind: 'masked_cpf', digits: '456789' } as const;
const toOffice = (id: string, more: Partial<ListEntry> = {}) =>
  toEntry({ id, names: ['FULANO DE TAL'], document, until: '2029-12-31', ...more });
const toHit = (entry: ListEntry, similarity = 1): Hit => ({
  ...{ list: 'pep', dataAsOf: '2026-10-15', entry, state: 'in_force', otherRows: [], establishment: null },
  ...{ match: 'masked_cpf_and_name', strength: 'hit', similarity, agreed: ['masked_cpf', 'name'], disagreed: [] },
});

test('the rows of one person make the same hit in any order of the file', () => {
  const rows = [
    toOffice('1', { category: 'VEREADOR' }),
    toOffice('2', { category: 'SECRETÁRIO' }),
    toOffice('3', { category: 'VEREADOR', names: ['FULANO DE  TAL'] }),
    toOffice('4', { until: '2027-12-31' }),
  ];
  const [expected] = groupHits(
    rows.map((row) => toHit(row)),
    'offices',
  );
  expect(expected?.otherRows.map(({ id }) => id)).toEqual(expect.arrayContaining(['4']));
  fc.assert(
    fc.property(fc.shuffledSubarray(rows, { minLength: rows.length }), (mixed) => {
      expect(
        groupHits(
          mixed.map((row) => toHit(row)),
          'offices',
        ),
      ).toEqual([expected]);
    }),
    { seed: 20261119 },
  );
});

test('a corrected spelling of one office leaves the same office first', () => {
  const offices = (names: readonly string[]) => [
    toHit(toOffice('1', { category: 'SECRETÁRIO', names })),
    toHit(toOffice('2', { category: 'VEREADOR' })),
  ];
  const firsts = [['FULANO DE TAL'], ['FULANO  DE TAL'], ['fulano de tal']].map(
    (names) => groupHits(offices(names), 'offices')[0]?.entry.id,
  );
  expect(firsts).toEqual(['1', '1', '1']);
});

test('a row that is gone may have been of a hit with a number, and of no other', () => {
  const [hit] = groupHits([toHit(toOffice('1')), toHit(toOffice('2'))], 'offices') as [Hit];
  const alone = toHit(toOffice('3', { document: null }));
  expect(['pep:1', 'pep:2', 'pep:9', 'ceis:1'].map((row) => isOfHit(row, hit))).toEqual([true, true, false, false]);
  expect(['pep:1', 'pep:9', 'ceis:1'].map((row) => mayBeOf(row, hit))).toEqual([true, true, false]);
  expect(['pep:3', 'pep:9'].map((row) => mayBeOf(row, alone))).toEqual([true, false]);
});
