import { expect, test } from 'vitest';
import type { KeyId } from '../../domain/access/api-key.ts';
import type { Prices } from '../../domain/prices/price-list.ts';
import { openKeyBudgets } from './key-budgets.ts';

const list = (answered: bigint) => [
  {
    ...({ from: '2026-01-01', volume: 'progressive', bands: [] } as const),
    outcomes: { answered, not_found: 0n, minor: 0n, timeout: 0n, error: 0n },
  },
];
const prices: Prices = new Map([
  ['bureau_a', list(90_000n)],
  ['bureau_b', list(20_000n)],
  ['own', list(0n)],
]);
const nowMs = Date.parse('2026-11-18T15:00:00-03:00');

test.each([
  [1_900, 211, 100, 'the rest does not pay the cheapest call'],
  [2_000, 201, 90, 'the rest pays several'],
])('of R$ %i, after %i calls, a share of %i percent is used: %s', async (reais, count, percent) => {
  const limit = { period: 'month', unit: 'reais', max: reais * 10_000 } as const;
  const budgets = new Map([['key_1', { atLimit: 'refuse', limits: [limit] } as const]]);
  const calls = { day: '2026-11-18', outcome: 'answered', source: 'bureau_a', purpose: null, count } as const;
  const usage = { listCalls: async () => [{ ...calls, keyId: 'key_1' as KeyId }] };
  const read = await openKeyBudgets(budgets, { prices, nowMs, usage });
  expect(read('key_1')).toMatchObject([{ percent, is_near: true }]);
});
