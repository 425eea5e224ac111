import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { KeyId } from '../../domain/access/api-key.ts';
import { callOutcomes } from '../../domain/prices/call-outcome.ts';
import type { Prices } from '../../domain/prices/price-list.ts';
import { readPriceLists, type WrittenPriceList } from '../../domain/prices/read-price-lists.ts';
import type { Act } from '../../domain/risk/act-words.ts';
import { type CallCost, countOutcomes, readCallCosts, summarizeByKey, summarizeByPurpose } from './call-costs.ts';
import type { CallCount, UsageStore } from './ports.ts';

const month = '2026-11';
const [shop, bank] = ['key_shop' as KeyId, 'key_bank' as KeyId];
const free = { not_found: 0, minor: 0, timeout: 0, error: 0 };
const banded: WrittenPriceList = {
  ...{ ...free, from: '2026-01-01', answered: 'band', not_found: 'band', volume: 'progressive' },
  bands: [
    { from_call: 1, each: 1 },
    { from_call: 11, each: 0.5 },
  ],
};

function toPrices(written: Readonly<Record<string, readonly WrittenPriceList[]>>): Prices {
  const fault = (path: readonly string[], problem: string) => expect.fail(`${path.join('.')}: ${problem}`);
  return new Map(Object.entries(written).map(([source, lists]) => [source, readPriceLists(lists, fault)]));
}

/** Adds the calls up as the stores do; the stores have a contract suite of their own. */
function toStore(calls: readonly CallCount[]): Pick<UsageStore, 'listCalls'> {
  return {
    listCalls: async ({ from, before }) =>
      calls.filter(({ day }) => day >= from && day < before).map(({ day: _, ...call }) => call),
  };
}

const call = (day: string, count: number, more: Partial<CallCount> = {}): CallCount => ({
  ...{ day, count, keyId: shop, source: 'bureau_a', outcome: 'answered', purpose: null },
  ...more,
});
const cost = (calls: readonly CallCount[], prices: Prices) => readCallCosts(toStore(calls), { prices, month });
const sum = (costs: readonly CallCost[]) => costs.reduce((all, each) => all + (each.cost ?? 0n), 0n);

describe('what the calls of a month cost', () => {
  test('is by the volume of all keys together, and each pays its share of it', async () => {
    const calls = [call('2026-11-02', 5), call('2026-11-03', 15, { keyId: bank, outcome: 'not_found' })];
    expect(await cost(calls, toPrices({ bureau_a: [banded] }))).toMatchObject([
      { keyId: bank, outcome: 'not_found', count: 15, cost: 112_500n },
      { keyId: shop, outcome: 'answered', count: 5, cost: 37_500n },
    ]);
  });

  test('is by the list of each day, and a list counts its volume from its own first day', async () => {
    const later = { ...banded, from: '2026-11-15' };
    const days = ['2026-10-31', '2026-11-01', '2026-11-14', '2026-11-15', '2026-11-30', '2026-12-01'];
    const calls = days.map((day) => call(day, 10));
    // 20 calls before the 15th and 20 after it: twice 10 for 1 real and 10 for half of one.
    expect(await cost(calls, toPrices({ bureau_a: [banded, later], bureau_b: [later] }))).toMatchObject([
      { count: 40, cost: 300_000n },
    ]);
  });

  test('is unknown without a list and before the first one', async () => {
    const calls = [call('2026-11-01', 1), call('2026-11-20', 2), call('2026-11-20', 4, { source: 'other' })];
    const prices = toPrices({ bureau_a: [{ ...free, from: '2026-11-10', answered: 2 }] });
    const costs = await cost(calls, prices);
    expect(costs).toMatchObject([
      { source: 'bureau_a', outcome: 'answered', count: 2, cost: 40_000n },
      { source: 'bureau_a', outcome: 'answered', count: 1, cost: null },
      { source: 'other', count: 4, cost: null },
    ]);
    expect(summarizeByKey(costs, []).all).toMatchObject({ cost: 40_000n, callsWithoutPrice: 5 });
  });

  const anyCalls = fc.array(
    fc.record({
      day: fc.integer({ min: 1, max: 30 }).map((day) => `2026-11-${String(day).padStart(2, '0')}`),
      count: fc.nat(30),
      keyId: fc.constantFrom(shop, bank),
      source: fc.constantFrom('bureau_a', 'bureau_b'),
      outcome: fc.constantFrom(...callOutcomes),
      purpose: fc.constantFrom(null, 'credit', 'onboarding'),
    }),
  );

  test('adds up to the same, whichever nodes, keys and purposes the calls were of', async () => {
    const prices = toPrices({
      bureau_a: [banded, { ...banded, from: '2026-11-15', volume: 'whole' }],
      bureau_b: [{ ...free, from: '2026-11-01', answered: 0.017, timeout: 0.659 }],
    });
    await fc.assert(
      fc.asyncProperty(anyCalls, async (calls) => {
        const costs = await cost(calls, prices);
        const asOne = await cost(
          calls.map((each) => ({ ...each, keyId: shop, purpose: null })),
          prices,
        );
        const { all, keys } = summarizeByKey(costs, []);
        expect(sum(costs)).toBe(sum(asOne));
        expect(keys.reduce((total, each) => total + each.cost, 0n)).toBe(all.cost);
      }),
      { numRuns: 50 },
    );
  });
});

test('each purpose has the averages of its own verifications', () => {
  const row = { keyId: shop, source: 'bureau_a', outcome: 'answered', count: 4 } as const;
  const costs: CallCost[] = [
    { ...row, purpose: 'credit', cost: 100_000n },
    { ...row, purpose: null, cost: 30_000n },
  ];
  const of = (purpose: string | null, act: Act, count: number) =>
    ({ keyId: shop, operation: 'cpf', outcome: 'verified', act, purpose, count }) as const;
  const verifications = [of('credit', 'approve', 4), of('credit', 'review', 6), of(null, 'approve', 3)];
  const expected = [
    { purpose: 'credit', cost: 100_000n, perVerification: 10_000n, perApproved: 25_000n },
    { purpose: null, cost: 30_000n, perVerification: 10_000n, perApproved: 10_000n },
  ];
  expect(summarizeByPurpose(costs, verifications)).toEqual(expected);
  // A test key calls nobody: what it asked makes nothing cheaper.
  const test = { ...of('credit', 'approve', 90), keyId: bank };
  expect(summarizeByPurpose(costs, [...verifications, test])).toEqual(expected);
});

test('an approved person is one who may be approved, and not everybody who is verified', () => {
  const row = { keyId: shop, source: 'bureau_a', outcome: 'answered', purpose: null, count: 4 } as const;
  const costs: CallCost[] = [
    { ...row, cost: 120_000n },
    { ...row, source: 'company_fallback', cost: 7n },
  ];
  const verified = { keyId: shop, operation: 'cpf', outcome: 'verified', purpose: null } as const;
  const verifications = [
    ...(['approve', 'complete', 'review', 'manual'] as const).map((act) => ({ ...verified, act, count: 3 })),
    { ...verified, outcome: 'sources_unavailable', act: null, count: 3 },
    { ...verified, operation: 'cnpj', act: null, count: 9 } as const,
    { ...verified, act: 'approve', keyId: 'key_test' as KeyId, count: 1_000 } as const,
  ];
  const { all, keys } = summarizeByKey(costs, verifications);
  const expected = { cost: 120_007n, verifications: 15, approved: 3, perVerification: 8_000n, perApproved: 40_000n };
  expect([all, keys]).toMatchObject([expected, [{ keyId: shop, ...expected }]]);
  expect(summarizeByKey([], []).all).toMatchObject({ cost: 0n, perVerification: null, perApproved: null });
  expect(countOutcomes(verifications)).toContainEqual({
    keyId: shop,
    operation: 'cpf',
    outcome: 'verified',
    count: 12,
  });
});
