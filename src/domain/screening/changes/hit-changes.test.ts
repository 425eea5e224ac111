import { describe, expect, test } from 'vitest';
import { toEntry } from '../../../../test/support/lists/list-editions.ts';
import { completeCpf } from '../../numbers/cpf.ts';
import type { ListEntry } from '../entry/list-entry.ts';
import type { Hit } from '../hit.ts';
import { compareHitsOf } from './hit-changes.ts';

const document = { kind: 'cpf', number: completeCpf('300456789') } as const;

function toHit(entry: Partial<ListEntry>, more: Partial<Hit> = {}): Hit {
  return {
    list: 'ceis',
    dataAsOf: '2026-10-15',
    match: 'document',
    strength: 'hit',
    similarity: null,
    agreed: ['cpf'],
    disagreed: [],
    establishment: null,
    state: 'in_force',
    otherRows: [],
    entry: toEntry({ names: ['MARIA'], document, process: '1/2024', until: '2030-01-01', ...entry }),
    ...more,
  };
}
const kindsOf = (before: readonly Hit[], after: readonly Hit[], rowsAre: 'acts' | 'offices' = 'acts') =>
  compareHitsOf(before, after, rowsAre).map(({ kind }) => kind);

describe('hits of two editions', () => {
  test('are new, ended, or nothing where they stay', () => {
    expect(kindsOf([], [toHit({})])).toEqual(['new_hit']);
    expect(kindsOf([toHit({})], [])).toEqual(['ended_hit']);
    expect(kindsOf([toHit({})], [toHit({}, { dataAsOf: '2026-10-20' })])).toEqual([]);
  });

  test('count only while they are in force', () => {
    const [held, over] = [toHit({}), toHit({}, { state: 'ended' })];
    expect(kindsOf([held], [over])).toEqual(['ended_hit']);
    expect(kindsOf([over], [held])).toEqual(['new_hit']);
    expect(kindsOf([over], [])).toEqual([]);
  });

  test('stay the same under other numbers', () => {
    const two = [toHit({ id: '1', process: '1/2024' }), toHit({ id: '2', process: '2/2024' })];
    const renumbered = [toHit({ id: '2', process: '1/2024' }), toHit({ id: '3', process: '2/2024' })];
    expect(kindsOf(two, renumbered)).toEqual([]);
  });

  test.each([
    ['its last day', toHit({ until: '2031-01-01' })],
    ['what it says, under another number', toHit({ id: '9', until: '2031-01-01' })],
    ['the proceedings, under the same number', toHit({ process: '7/2025' })],
    ['how sure it is', toHit({}, { strength: 'possible' })],
    ['its further rows', toHit({}, { otherRows: [toEntry({ id: '2', names: ['MARIA'] })] })],
    ['by what it was found', toHit({}, { match: 'masked_cpf_and_name' })],
  ])('are one that changed in %s', (_, after) => {
    expect(compareHitsOf([toHit({})], [after], 'acts')).toEqual([{ kind: 'changed_hit', before: toHit({}), after }]);
  });

  test('of another act are another one, and of another office the same', () => {
    const [before, after] = [toHit({ id: '1' }), toHit({ id: '2', process: '9/2026', category: 'PREFEITO' })];
    expect(kindsOf([before], [after], 'acts')).toEqual(['new_hit', 'ended_hit']);
    expect(kindsOf([before], [after], 'offices')).toEqual(['changed_hit']);
  });

  test('of a corrected name are one that changed, where the number and all else are the same', () => {
    const masked = { kind: 'masked_cpf', digits: '456789' } as const;
    const office = { document: masked, process: null, category: 'VEREADOR' };
    const before = toHit({ id: 'a', names: ['MARIA DE SOUSA'], ...office });
    const after = toHit({ id: 'b', names: ['MARIA DE SOUZA'], ...office });
    expect(compareHitsOf([before], [after], 'offices')).toEqual([{ kind: 'changed_hit', before, after }]);
    const other = toHit({ id: 'b', names: ['MARIA DE SOUZA'], ...office, category: 'PREFEITO' });
    expect(kindsOf([before], [other], 'offices')).toEqual(['new_hit', 'ended_hit']);
    const unnumbered = [before, after].map((hit) => ({ ...hit, entry: { ...hit.entry, document: null } }));
    expect(kindsOf(unnumbered.slice(0, 1), unnumbered.slice(1), 'offices')).toEqual(['new_hit', 'ended_hit']);
  });
});
