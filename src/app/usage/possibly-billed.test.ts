import { expect, test } from 'vitest';
import { readPriceLists } from '../../domain/prices/read-price-lists.ts';
import type { OpenIntent } from '../audit/open-intents.ts';
import { countPossibleCalls } from './possibly-billed.ts';

const toIntent = (at: string, keyId: string, ...parties: string[]): OpenIntent => ({
  chain: 'chain_1',
  sequence: 1,
  atMs: Date.parse(at),
  requestId: 'req_1',
  keyId,
  purpose: null,
  parties,
});

test('counts one call for each party of each intent, by key, in a month of Brasília', () => {
  const intents = [
    toIntent('2026-11-01T02:59:00Z', 'key_a', 'bureau_a'),
    toIntent('2026-11-01T03:00:00Z', 'key_a', 'bureau_a', 'bureau_b'),
    toIntent('2026-11-30T12:00:00Z', 'key_a', 'bureau_a'),
    toIntent('2026-11-30T12:00:00Z', 'key_b', 'fraud_registry'),
  ];
  const [a, b, c] = [
    { keyId: 'key_a', source: 'bureau_a', count: 2, cost: null },
    { keyId: 'key_a', source: 'bureau_b', count: 1, cost: null },
    { keyId: 'key_b', source: 'fraud_registry', count: 1, cost: null },
  ];
  expect(countPossibleCalls(intents, { month: '2026-11' })).toEqual([a, b, c]);
  expect(countPossibleCalls(intents, { month: '2026-11', keyId: 'key_b' })).toEqual([c]);
  expect(countPossibleCalls(intents, { month: '2026-10' })).toEqual([{ ...a, count: 1 }]);
});

test('prices each as one answered call of its day, and none where one of them has no price', () => {
  const bureauA = readPriceLists(
    [
      { from: '2026-11-05', answered: 0.5, not_found: 0, minor: 0, timeout: 0, error: 0 },
      { from: '2026-11-20', answered: 9, not_found: 0, minor: 0, timeout: 0, error: 0 },
    ],
    () => {},
  );
  const toCost = (...days: string[]) =>
    countPossibleCalls(
      days.map((day) => toIntent(`${day}T12:00:00Z`, 'key_a', 'bureau_a')),
      { month: '2026-11' },
      new Map([['bureau_a', bureauA]]),
    )[0]?.cost;
  expect([toCost('2026-11-05', '2026-11-19', '2026-11-20'), toCost('2026-11-04', '2026-11-05')]).toEqual([
    100_000n,
    null,
  ]);
});
