import { expect, test } from 'vitest';
import { toBrief } from '../../../domain/screening/brief.ts';
import type { Hit } from '../../../domain/screening/hit.ts';
import { toShortScreening } from './short-screening.ts';

const toHit = (list: string, id: string, more: Partial<Hit> = {}): { readonly hit: Hit } => ({
  hit: {
    ...{ list, dataAsOf: '2026-11-15', match: 'document', strength: 'hit', state: 'in_force' },
    ...{ similarity: null, agreed: [], disagreed: [], establishment: null, otherRows: [] },
    entry: { id, category: 'Inidoneidade', from: null, until: '2027-01-31', isUntilMinimum: false } as Hit['entry'],
    ...more,
  },
});

const editions = [
  { list: 'ceis', edition: 'edition-1', asOf: '2026-11-15', state: 'current' },
  { list: 'onu', edition: null, asOf: null, state: 'missing' },
] as const;

test('a screening in short tells each list with its day, and each hit by its row and a sentence, in the language that was asked for', () => {
  const brief = toBrief({ status: 'hit', hitsTotal: 1, isWhole: true, hits: [toHit('ceis', '7')] });
  const found = { brief, editions };
  const told = {
    list: 'ceis',
    as_of: '2026-11-15',
    row: 'ceis:7',
    match: 'document',
    strength: 'hit',
    state: 'in_force',
  };
  const en = 'The list ceis of 2026-11-15 has this number (Inidoneidade), in force until 2027-01-31.';
  const pt = 'A lista ceis de 2026-11-15 traz este número (Inidoneidade), em vigor até 2027-01-31.';
  expect(toShortScreening(found, 'en')).toEqual({
    ...{ status: 'hit', hits_total: 1, hits: [{ ...told, sentence: en }] },
    lists: [
      { list: 'ceis', as_of: '2026-11-15', state: 'current' },
      { list: 'onu', as_of: null, state: 'missing' },
    ],
  });
  expect(toShortScreening(found, 'pt').hits[0]?.sentence).toBe(pt);
  // A brief is kept in the audit: nothing may be lost on the way.
  expect(toShortScreening(JSON.parse(JSON.stringify(found)), 'pt')).toEqual(toShortScreening(found, 'pt'));
});

test('the hits that decide come first, and ten at most', () => {
  const ended = Array.from({ length: 12 }, (_, index) => toHit('ceis', `e${index}`, { state: 'ended' }));
  const hits = [...ended, toHit('pep', '1'), toHit('onu', '2', { strength: 'possible' }), toHit('onu', '3')];
  const { hits: told, hits_total } = toShortScreening(
    { brief: toBrief({ status: 'hit', hitsTotal: 15, isWhole: true, hits }), editions },
    'en',
  );
  expect(told.map(({ row }) => row).slice(0, 4)).toEqual(['onu:3', 'pep:1', 'onu:2', 'ceis:e0']);
  expect([told.length, hits_total]).toEqual([10, 15]);
});

test.each([
  ['entries that weigh nothing', ['own-a'], true, true],
  ['another list beside them', ['own-a', 'ceis'], true, undefined],
  ['a list that could not be looked at', ['own-a'], false, undefined],
])('says whether all of it only informs: %s', (_, lists, isWhole, only_informs) => {
  const hits = lists.map((list) => {
    const found = toHit(list, '1');
    return { hit: { ...found.hit, entry: { ...found.hit.entry, risk: 'none' as const } } };
  });
  const brief = toBrief({ status: 'hit', hitsTotal: hits.length, isWhole, hits });
  const short = toShortScreening({ brief, editions }, 'en');
  expect([short.only_informs, short.hits.length]).toEqual([only_informs, lists.length]);
});
