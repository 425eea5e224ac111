import { describe, expect, test } from 'vitest';
import { filterConditions, parseRecordFilter } from './record-filter.ts';

describe('conditions for lists', () => {
  test.each([
    [['uf=SP'], { states: ['SP'] }],
    [['uf=sp, rj'], { states: ['SP', 'RJ'] }],
    [['municipio=3550308,7107'], { municipalities: ['3550308', '7107'] }],
    [['cnae=62.01-5/01,0111301'], { activities: ['6201501', '0111301'] }],
    [['status=active,unfit'], { statuses: ['active', 'unfit'] }],
    [['opened=2020-01-31'], { foundedFrom: '2020-01-31', foundedUntil: '2020-01-31' }],
    [['opened=2020-01-01..2024-12-31'], { foundedFrom: '2020-01-01', foundedUntil: '2024-12-31' }],
    [['opened=2020-01-01..'], { foundedFrom: '2020-01-01' }],
    [['opened=..2019-12-31'], { foundedUntil: '2019-12-31' }],
    [['size=micro,05'], { sizes: ['01', '05'] }],
    [['nature=206-2'], { legalNatures: ['2062'] }],
    [['root=12.abc.345'], { root: '12ABC345' }],
    [['uf=EX', 'status=closed'], { states: ['EX'], statuses: ['closed'] }],
    [[], {}],
  ])('%j', (conditions, value) => {
    expect(parseRecordFilter(conditions)).toEqual({ kind: 'valid', value });
  });

  test.each([
    'uf',
    '=SP',
    'state=SP',
    '__proto__=1',
    'uf=',
    'uf=XX',
    'uf=SP,',
    'municipio=sao paulo',
    'cnae=620150',
    'status=ativa',
    'status=',
    'opened=2020-02-30',
    'opened=..',
    'opened=2021-01-01..2020-01-01',
    'opened=2020-01-01..2020-01-02..2020-01-03',
    'size=02',
    'nature=206',
    'root=123',
  ])('%s is refused with a sentence', (condition) => {
    const parsed = parseRecordFilter([condition]);
    expect(parsed.kind).toBe('invalid');
    if (parsed.kind === 'invalid') expect(parsed.message).toMatch(/\.$/);
  });

  test('the same name twice is refused: which of them holds would be a guess', () => {
    expect(parseRecordFilter(['uf=SP', 'uf=RJ']).kind).toBe('invalid');
  });

  test('every name says what it takes', () => {
    for (const { about } of Object.values(filterConditions)) expect(about.length).toBeGreaterThan(10);
  });
});
