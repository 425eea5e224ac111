import { expect, test } from 'vitest';
import { createManualClock } from '../../test/support/manual-clock.ts';
import { readPriceLists } from '../domain/prices/read-price-lists.ts';
import { toCost } from './cost-of-calls.ts';

const clock = createManualClock();
const listFrom = (from: string) =>
  readPriceLists([{ from, answered: 0.659, not_found: 0.5, minor: 0, timeout: 0, error: 0 }], () => {});
const cost = (calls: number, from = '2026-01-01') =>
  toCost(listFrom(from), { said: { kind: 'answered' }, calls, clock });

test('every request of a question costs, and a question without one has no cost', () => {
  expect([cost(1), cost(2), cost(0)]).toEqual([{ cost: 6_590n }, { cost: 13_180n }, {}]);
});

test('there is no cost before the first list, and without any', () => {
  expect(cost(1, '2026-11-16')).toEqual({});
  expect(toCost([], { said: { kind: 'answered' }, calls: 1, clock })).toEqual({});
});
