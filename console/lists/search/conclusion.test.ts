import { describe, expect, test } from 'vitest';
import { concludeSearch, type FoundHit, toHitGroup, toHitTone } from './conclusion.ts';

const blank: FoundHit = {
  list: 'ceis',
  as_of: '2026-11-01',
  row: 'ceis:1',
  match: 'document',
  strength: 'hit',
  similarity: null,
  agreed: [],
  disagreed: [],
  establishment: null,
  state: 'in_force',
  name: 'FULANO INVENTADO',
  document: null,
  identity_documents: [],
  nationalities: [],
  birth_dates: [],
  from: null,
  until: null,
  category: null,
  authority: null,
  process: null,
  reach: null,
  remarks: null,
  other_rows: [],
  partner: null,
  sentence: '',
  judgement: null,
};

describe('what an answer of the lists means', () => {
  test.each([
    ['hit', [{ list: 'ceis' }], { act: 'review', tone: 'bad', lists: ['ceis'] }],
    ['hit', [{ list: 'pep' }], { act: 'exposed', tone: 'warn', lists: ['pep'] }],
    ['hit', [{ list: 'tse-gerais' }], { act: 'exposed', tone: 'warn', lists: ['tse-gerais'] }],
    ['hit', [{ list: 'pep' }, { list: 'ceis' }], { act: 'review', tone: 'bad', lists: ['pep', 'ceis'] }],
    ['hit', [{ list: 'pep' }, { list: 'onu' }], { act: 'freeze', tone: 'bad', lists: ['pep', 'onu'] }],
    // What is over, and what only may be the same person, says nothing beside a hit.
    [
      'hit',
      [{ list: 'ceis' }, { list: 'cnep', state: 'ended' }, { list: 'onu', strength: 'possible' }],
      { act: 'review', tone: 'bad', lists: ['ceis'] },
    ],
    ['possible', [{ list: 'onu', strength: 'possible' }], { act: 'compare', tone: 'warn', lists: ['onu'] }],
    ['clear', [{ list: 'ceis', state: 'ended' }], { act: 'none', tone: 'good', lists: [] }],
    [
      'accepted',
      [{ list: 'pep', judgement: { kind: 'accepted', id: 'clr_1', since: '', until: '2027-01-31' } }],
      { act: 'accepted', tone: 'warn', lists: ['pep'] },
    ],
    [
      'hit',
      [
        { list: 'onu', strength: 'possible', judgement: { kind: 'confirmed', id: 'clr_1', since: '', until: null } },
        { list: 'pep', judgement: { kind: 'accepted', id: 'clr_2', since: '', until: '2027-01-31' } },
      ],
      { act: 'freeze', tone: 'bad', lists: ['onu'] },
    ],
    ['inconclusive', [], { act: 'unknown', tone: 'warn', lists: [] }],
  ] as const)('%s, %j', (status, hits, conclusion) => {
    expect(concludeSearch({ status, hits: hits.map((hit) => ({ ...blank, ...hit })) })).toEqual(conclusion);
  });

  test.each([
    [{ list: 'ceis' }, 'listed', 'bad'],
    [{ list: 'pep' }, 'listed', 'warn'],
    [{ strength: 'possible' }, 'candidate', 'warn'],
    [{ state: 'ended' }, 'ended', 'none'],
    [{ state: 'not_yet', strength: 'possible' }, 'not_yet', 'none'],
  ] as const)('a hit by its group and tone: %j', (hit, group, tone) => {
    expect([toHitGroup({ ...blank, ...hit }), toHitTone({ ...blank, ...hit })]).toEqual([group, tone]);
  });
});
