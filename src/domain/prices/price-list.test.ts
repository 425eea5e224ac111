import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Money } from '../money/money.ts';
import { callOutcomes, toCallOutcome } from './call-outcome.ts';
import { findPriceList, type PriceList, priceCalls, toListPrice } from './price-list.ts';
import { readPriceLists } from './read-price-lists.ts';

const free = { minor: 0, timeout: 0, error: 0 };
/** A public party charges these prices: the steps of one customer's contract. */
const steps = [
  { from_call: 1, each: 0.659 },
  { from_call: 1_000, each: 0.565 },
  { from_call: 10_000, each: 0.356 },
];
const serpro = { from: '2026-01-01', ...free, answered: 'band', not_found: 'band', bands: steps };

function read(...lists: Parameters<typeof readPriceLists>[0]): PriceList[] {
  const faults: unknown[] = [];
  const checked = readPriceLists(lists, (...fault) => faults.push(fault));
  expect(faults).toEqual([]);
  return checked;
}

const [progressive] = read({ ...serpro, volume: 'progressive' }) as [PriceList];
const [whole] = read({ ...serpro, volume: 'whole' }) as [PriceList];
const sum = (amounts: readonly Money[]) => amounts.reduce((one, other) => one + other, 0n);
const answered = (count: number) => [{ outcome: 'answered', count } as const];

describe('the price of calls', () => {
  test('is that of what came of each, and nothing where that is free', () => {
    const [list] = read({ from: '2026-01-01', answered: 2, not_found: '0.5', minor: 0.1, timeout: 0.017, error: 0 });
    const calls = callOutcomes.map((outcome) => ({ outcome, count: 10 }));
    expect(priceCalls(list as PriceList, calls)).toEqual([200_000n, 50_000n, 10_000n, 1_700n, 0n]);
  });

  test('in progressive bands is that of the band of each call', () => {
    const at = (count: number) => sum(priceCalls(progressive, answered(count)));
    expect([at(0), at(1), at(999), at(1_000)]).toEqual([0n, 6_590n, 999n * 6_590n, 999n * 6_590n + 5_650n]);
    expect(at(12_000)).toBe(999n * 6_590n + 9_000n * 5_650n + 2_001n * 3_560n);
  });

  test('of a whole volume is that of the band which it reaches', () => {
    const at = (count: number) => sum(priceCalls(whole, answered(count)));
    expect([at(0), at(999), at(1_000), at(12_000)]).toEqual([0n, 999n * 6_590n, 1_000n * 5_650n, 12_000n * 3_560n]);
  });

  test('before any volume is that of the first band', () => {
    expect([
      toListPrice(progressive, 'not_found'),
      toListPrice(whole, 'answered'),
      toListPrice(whole, 'error'),
    ]).toEqual([6_590n, 6_590n, 0n]);
  });

  const counted = fc.array(fc.record({ outcome: fc.constantFrom(...callOutcomes), count: fc.nat(20_000) }), {
    maxLength: 30,
  });

  test('does not depend on how calls are grouped: the parts add up to the whole', () =>
    fc.assert(
      fc.property(fc.constantFrom(progressive, whole), counted, (list, calls) => {
        const together = callOutcomes.map((outcome) => ({
          outcome,
          count: calls.reduce((all, each) => (each.outcome === outcome ? all + each.count : all), 0),
        }));
        return sum(priceCalls(list, calls)) === sum(priceCalls(list, together));
      }),
    ));

  test('in progressive bands that fall rises with every call, by no more than the first band has', () =>
    fc.assert(
      fc.property(fc.nat(50_000), (count) => {
        const more = sum(priceCalls(progressive, answered(count + 1))) - sum(priceCalls(progressive, answered(count)));
        return more > 0n && more <= toListPrice(progressive, 'answered');
      }),
    ));
});

test('a list holds from its first day until the day before the next', () => {
  const lists = read(
    { from: '2026-01-01', answered: 1, not_found: 0, ...free },
    { from: '2026-11-15', answered: 2, not_found: 0, ...free },
  );
  const at = (day: string) => lists.indexOf(findPriceList(lists, day) as PriceList);
  expect([at('2025-12-31'), at('2026-01-01'), at('2026-11-14'), at('2026-11-15')]).toEqual([-1, 0, 0, 1]);
});

test('what came of a call is told in the words of an invoice: an answer that we could not use was given all the same', () => {
  const toOutcome = (reason: string) => toCallOutcome({ kind: 'unavailable', reason });
  expect([toCallOutcome({ kind: 'answered' }), toCallOutcome({ kind: 'found' })]).toEqual(['answered', 'answered']);
  expect([toCallOutcome({ kind: 'not_found' }), toOutcome('unreliable_not_found')]).toEqual(['not_found', 'not_found']);
  expect(['wrong_person', 'invalid_response', 'response_too_large'].map(toOutcome)).toEqual(Array(3).fill('answered'));
  expect(['minor', 'timeout', 'upstream_error', 'connection_failed'].map(toOutcome)).toEqual([
    ...['minor', 'timeout'],
    ...['error', 'error'],
  ]);
});
