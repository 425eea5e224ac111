import { describe, expect, test } from 'vitest';
import type { ActEntry } from '../entry.ts';
import { createCoverage, readCover, toContents, toDropped, toErasureActs, toPurgeAct } from './covers.ts';
import { createSequenceRanges } from './sequence-ranges.ts';

const by = { actor: 'ana', atMs: 5 };
const coverOf = ({ act, target }: ActEntry) => readCover({ act, target });

describe('an act that covers what is gone', () => {
  test('of a purge names the months, where months went, and reads back as it was made', () => {
    const covers = { contents: { a: '1-3' }, evidenceBeforeMs: 7 };
    const act = toPurgeAct(covers, by);
    expect(act).toEqual({ kind: 'act', ...by, act: 'audit_purged', target: JSON.stringify({ covers }) });
    expect(coverOf(act)).toEqual(covers);
    const withMonths = toPurgeAct(covers, { ...by, months: ['2021-03'] });
    expect(withMonths.target).toBe(JSON.stringify({ months: ['2021-03'], covers }));
  });

  test('of an erasure names at most 10,000 places, by their chains', () => {
    const places = Array.from({ length: 20_001 }, (_, index) => ({
      chain: index % 2 ? 'odd' : 'even',
      sequence: index,
    }));
    const acts = toErasureActs('era_1', places, by);
    expect(acts).toHaveLength(3);
    expect(acts.every((act) => act.kind === 'act' && act.act === 'privacy_erasure' && act.actor === 'ana')).toBe(true);
    expect(acts.map(({ atMs }) => atMs)).toEqual([5, 5, 5]);
    expect(coverOf(acts[2] as ActEntry)).toEqual({ contents: { even: '20000' } });
    expect(JSON.parse(acts[0]?.target as string)).toMatchObject({ erasure: 'era_1' });
    expect(toErasureActs('era_1', places.slice(0, 10_000), by)).toHaveLength(1);
    expect(toErasureActs('era_1', [], by)).toEqual([]);
  });

  test('holds places as ranges and ends in hexadecimal', () => {
    const places = [3, 1, 2, 9].map((sequence) => ({ chain: 'a', sequence }));
    expect(toContents([...places, { chain: 'b', sequence: 1 }])).toEqual({ a: '1-3,9', b: '1' });
    expect(toDropped([{ chain: 'a', sequence: 4, hash: Buffer.from([0, 255]) }])).toEqual({
      a: { sequence: 4, hash: '00ff' },
    });
  });

  test.each([
    ['another act', { act: 'key_created', target: '{"covers":{}}' }],
    ['no act', { act: null, target: '{"covers":{}}' }],
    ['no target', { act: 'audit_purged', target: null }],
    ['a target that is only a name', { act: 'privacy_erasure', target: 'era_1' }],
    ['a target that covers nothing', { act: 'privacy_erasure', target: '{"erasure":"era_1"}' }],
  ] as const)('is not %s', (_, content) => {
    expect(readCover(content)).toBeUndefined();
  });

  test.each(['audit_purged', 'privacy_erasure'] as const)('is %s', (act) => {
    expect(readCover({ act, target: '{"covers":{"evidenceBeforeMs":1}}' })).toEqual({ evidenceBeforeMs: 1 });
  });
});

describe('what all acts cover together', () => {
  test('adds up by chain, and nothing covers another chain', () => {
    const coverage = createCoverage();
    const gone = createSequenceRanges([[1, 5]]);
    expect(coverage.findUncovered('a', gone)).toBe(1);
    coverage.add({ contents: { a: '1-2', b: '1-9' } });
    expect(coverage.findUncovered('a', gone)).toBe(3);
    coverage.add({ contents: { a: '3,5' } });
    expect(coverage.findUncovered('a', gone)).toBe(4);
    coverage.add({ contents: { a: '4' } });
    expect(coverage.findUncovered('a', gone)).toBeUndefined();
    expect(coverage.findUncovered('c', gone)).toBe(1);
  });

  test('knows a chain’s dropped records by number and hash', () => {
    const coverage = createCoverage();
    coverage.add({ dropped: { a: { sequence: 4, hash: 'ff' } } });
    expect(coverage.isDropped('a', { sequence: 4, hash: 'ff' })).toBe(true);
    expect(coverage.isDropped('a', { sequence: 4, hash: 'fe' })).toBe(false);
    expect(coverage.isDropped('a', { sequence: 5, hash: 'ff' })).toBe(false);
    expect(coverage.isDropped('b', { sequence: 4, hash: 'ff' })).toBe(false);
  });

  test('finds the first covered record that is there again, among those that were read', () => {
    const coverage = createCoverage();
    coverage.add({ contents: { a: '3-5,8' } });
    const find = (read: readonly [number, number], gone: readonly (readonly [number, number])[]) =>
      coverage.findReturned('a', read, createSequenceRanges(gone));
    const all = [[3, 5] as const, [8, 8] as const];
    expect(find([1, 10], all)).toBeUndefined();
    expect(
      find(
        [1, 10],
        [
          [3, 4],
          [8, 8],
        ],
      ),
    ).toBe(5);
    expect(find([1, 10], [[3, 5]])).toBe(8);
    // Outside of what was read.
    expect(find([1, 7], [[3, 5]])).toBeUndefined();
    expect(find([6, 7], [])).toBeUndefined();
    expect(find([1, 4], [[3, 4]])).toBeUndefined();
    // At its first and last record.
    expect(find([5, 10], [[8, 8]])).toBe(5);
    expect(find([1, 8], [[3, 5]])).toBe(8);
    expect(coverage.findReturned('b', [1, 10], createSequenceRanges())).toBeUndefined();
  });

  test('covers evidence up to the latest day that an act names', () => {
    const coverage = createCoverage();
    expect(coverage.evidenceBeforeMs()).toBe(Number.NEGATIVE_INFINITY);
    coverage.add({ contents: {} });
    expect(coverage.evidenceBeforeMs()).toBe(Number.NEGATIVE_INFINITY);
    coverage.add({ evidenceBeforeMs: 7 });
    coverage.add({ evidenceBeforeMs: 5 });
    coverage.add({});
    expect(coverage.evidenceBeforeMs()).toBe(7);
  });
});
