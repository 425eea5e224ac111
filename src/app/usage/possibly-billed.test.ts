import { expect, test } from 'vitest';
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
    { keyId: 'key_a', source: 'bureau_a', count: 2 },
    { keyId: 'key_a', source: 'bureau_b', count: 1 },
    { keyId: 'key_b', source: 'fraud_registry', count: 1 },
  ];
  expect(countPossibleCalls(intents, { month: '2026-11' })).toEqual([a, b, c]);
  expect(countPossibleCalls(intents, { month: '2026-11', keyId: 'key_b' })).toEqual([c]);
  expect(countPossibleCalls(intents, { month: '2026-10' })).toEqual([{ ...a, count: 1 }]);
});
