import { expect, test } from 'vitest';
import { toEntry } from '../../../test/support/lists/list-editions.ts';
import { type Hit, hitsMax } from './hit.ts';
import { limitHits } from './shown-hits.ts';
import { weighHits } from './weigh-hits.ts';

const judged = { similarity: null, agreed: [], disagreed: [], establishment: null } as const;
const toHit = (list: string, hit: Partial<Hit> = {}): Hit => ({
  ...{ ...judged, match: 'document', strength: 'hit', list, dataAsOf: '2026-10-15', state: 'in_force', otherRows: [] },
  entry: toEntry({ id: list }),
  ...hit,
});
const many = (list: string, count = hitsMax + 10) =>
  Array.from({ length: count }, (_, index) => toHit(list, { entry: toEntry({ id: String(index) }) }));

test('many rows of one list push out no other list, nor what it weighs', () => {
  const found = [
    ...many('cepim'),
    toHit('own-fraud'),
    toHit('onu', { match: 'name_and_birth_date' }),
    toHit('ofac', { match: 'name', strength: 'possible' }),
  ];
  const { hits, isWhole } = limitHits(found);
  expect(hits).toHaveLength(hitsMax);
  expect(isWhole).toBe(false);
  expect(new Set(hits.map(({ list }) => list))).toEqual(new Set(['cepim', 'own-fraud', 'onu', 'ofac']));
  expect(weighHits(hits, true)).toEqual(weighHits(found, true));
});

test('an entry of an own list that weighs more stands beside many that only inform', () => {
  const informing = many('own-notes').map((hit) => ({ ...hit, entry: { ...hit.entry, risk: 'none' as const } }));
  const { hits } = limitHits([...informing, toHit('own-notes', { match: 'name', strength: 'possible' })]);
  expect(hits.at(-1)?.strength).toBe('possible');
});

test('what has ended takes the place of nothing in force, and its end leaves no doubt', () => {
  const ended = toHit('onu', { state: 'ended' });
  expect(limitHits([ended, ...many('cepim', hitsMax)])).toMatchObject({ isWhole: true });
  expect(limitHits([ended, ...many('cepim', hitsMax)]).hits.some(({ list }) => list === 'onu')).toBe(false);
});

test('few are told in the order in which they count, all of them', () => {
  const possible = toHit('onu', { match: 'name', strength: 'possible' });
  expect(limitHits([possible, toHit('ceis')]).hits.map(({ list }) => list)).toEqual(['ceis', 'onu']);
});
