import fc from 'fast-check';
import { expect, test } from 'vitest';
import { completeCpf } from '../numbers/cpf.ts';
import { ladders } from '../risk/risk-policy.ts';
import { blankEntry, type ListEntry } from './entry/list-entry.ts';
import { groupHits } from './group-hits.ts';
import type { Hit } from './hit.ts';
import { byWeight, weighHits } from './weigh-hits.ts';

type Weighed = Parameters<typeof byWeight>[0];
const hit = (list: string, more: Partial<Weighed> = {}): Weighed => ({
  ...{ list, strength: 'hit', state: 'in_force', entry: {} },
  ...more,
});

test.each<[string, Weighed, readonly string[]]>([
  ['the United Nations', hit('onu'), ['un']],
  ['OFAC', hit('ofac'), ['high_listed']],
  ['the European Union', hit('ue'), ['high_listed']],
  ['the United Kingdom', hit('reino-unido'), ['high_listed']],
  ['Switzerland', hit('seco'), ['high_listed']],
  ['Canada', hit('canada'), ['high_listed']],
  ['the OFAC that freezes nothing', hit('ofac-non-sdn'), ['listed']],
  ['politically exposed people', hit('pep'), ['pep']],
  ['who was elected for the country or a state', hit('tse-gerais'), ['pep']],
  ['who was elected for a city', hit('tse-municipais'), ['pep']],
  ['sanctions', hit('ceis'), ['listed']],
  ['a later version', hit('unheard-of'), ['listed']],
  ['one’s own, without a word', hit('own-a'), ['high_listed']],
  ['one’s own, of medium risk', hit('own-a', { entry: { risk: 'medium' } }), ['listed']],
  ['one’s own, that only informs', hit('own-a', { entry: { risk: 'none' } }), []],
  ['declared exposed people', hit('own-pep'), ['pep']],
  ['declared exposed people of a branch', hit('own-pep-sul'), ['pep']],
  ['one’s own, which only begins like that', hit('own-peppers'), ['high_listed']],
  ['declared exposed people, by a name alone', hit('own-pep', { strength: 'possible' }), ['possible']],
  ['the United Nations, by a name alone', hit('onu', { strength: 'possible' }), ['possible']],
  [
    'one’s own, by a name alone, that only informs',
    hit('own-a', { strength: 'possible', entry: { risk: 'none' } }),
    [],
  ],
  ['the United Nations, ended', hit('onu', { state: 'ended' }), []],
  ['the United Nations, to come', hit('onu', { state: 'not_yet' }), []],
])('a hit in a list of %s weighs as it should', (_name, one, rungs) => {
  expect(weighHits([one], true)).toEqual(rungs);
});

test('what only informs does not hide a row of more risk about the same person', () => {
  const document = { kind: 'cpf', number: completeCpf('300456789') } as const;
  const toHit = (id: string, risk: Partial<ListEntry>): Hit => ({
    ...{ list: 'own-a', dataAsOf: '2026-11-18', match: 'document', strength: 'hit', state: 'in_force' },
    ...{ similarity: null, agreed: [], disagreed: [], establishment: null, otherRows: [] },
    entry: { ...blankEntry, id, document, ...risk },
  });
  const hits = groupHits([toHit('1', { risk: 'none' }), toHit('2', {})], 'acts');
  expect(weighHits(hits, true)).toEqual(['high_listed']);
});

test('each rung stands once, the worst first, and what could not be looked at is one of them', () => {
  expect(weighHits([], true)).toEqual([]);
  expect(weighHits([], false)).toEqual(['inconclusive']);
  expect(weighHits([hit('pep'), hit('onu'), hit('pep')], false)).toEqual(['un', 'pep', 'inconclusive']);
});

const anyHit: fc.Arbitrary<Weighed> = fc.record({
  list: fc.constantFrom('onu', 'ofac', 'ue', 'pep', 'ceis', 'own-a'),
  strength: fc.constantFrom('hit', 'possible'),
  state: fc.constantFrom('in_force', 'ended', 'not_yet'),
  entry: fc.constantFrom({}, { risk: 'medium' as const }, { risk: 'none' as const }),
});
const place = (rungs: ReturnType<typeof weighHits>) => (rungs[0] ? ladders.screening.indexOf(rungs[0]) : -1);

test('one more hit, or a list that could not be looked at, never makes it milder', () => {
  fc.assert(
    fc.property(fc.array(anyHit, { maxLength: 5 }), anyHit, (hits, more) => {
      expect(place(weighHits([...hits, more], true))).toBeGreaterThanOrEqual(place(weighHits(hits, true)));
      expect(place(weighHits(hits, false))).toBeGreaterThanOrEqual(place(weighHits(hits, true)));
    }),
  );
});

test('sorted by weight, the first of the hits is the one that decides', () => {
  fc.assert(
    fc.property(fc.array(anyHit, { minLength: 1, maxLength: 6 }), (hits) => {
      expect(weighHits(hits.toSorted(byWeight).slice(0, 1), true)[0]).toBe(weighHits(hits, true)[0]);
    }),
  );
});
