import { expect, test } from 'vitest';
import { emptyChain } from '../chain.ts';
import type { BrokenPlace, PartReport } from './check-part.ts';
import { putTogether } from './proven-chain.ts';

const hash = (fill: number) => Buffer.alloc(32, fill);

function toReport(chain: string, [from, until]: readonly [number, number], more: Partial<PartReport> = {}): PartReport {
  const start = from === 0 ? emptyChain : { sequence: from, hash: hash(from) };
  return {
    ...{ part: { chain, start, until, heads: [] }, end: { sequence: until, hash: hash(until) }, lastSigned: 0 },
    ...more,
  } as unknown as PartReport;
}

test('the parts of each chain go on where the one before ended', () => {
  const reports = [toReport('a', [0, 5]), toReport('b', [2, 4]), toReport('a', [5, 9])];
  expect(putTogether(reports)).toEqual([
    { name: 'a', reports: [reports[0], reports[2]], end: reports[2]?.end, lastSigned: 0, broken: undefined },
    // What a head signed before its start counts as signed.
    { name: 'b', reports: [reports[1]], end: reports[1]?.end, lastSigned: 2, broken: undefined },
  ]);
  expect(putTogether([])).toEqual([]);
});

test('a seam that does not fit is a broken place behind it', () => {
  const forged = { ...toReport('a', [5, 9]), end: { sequence: 9, hash: hash(9) } };
  const before = toReport('a', [0, 5], { end: { sequence: 5, hash: hash(7) } });
  const fault = 'the record does not follow from the one before it';
  expect(putTogether([before, forged])).toMatchObject([{ broken: { chain: 'a', sequence: 6, fault } }]);
});

test('the first broken place of a chain is told, and the last record that any part has signed', () => {
  const broken: BrokenPlace = { chain: 'a', sequence: 7, fault: 'the record was changed' };
  const reports = [
    toReport('a', [0, 5], { lastSigned: 4 }),
    toReport('a', [5, 9], { broken, lastSigned: 3 }),
    toReport('a', [9, 12], { broken: { ...broken, sequence: 11 } }),
  ];
  expect(putTogether(reports)).toMatchObject([{ broken, lastSigned: 4, end: { sequence: 12 } }]);
});
