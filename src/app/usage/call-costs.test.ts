import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { KeyId } from '../../domain/access/api-key.ts';
import { callOutcomes } from '../../domain/prices/call-outcome.ts';
import type { Prices } from '../../domain/prices/price-list.ts';
import { readPriceLists, type WrittenPriceList } from '../../domain/prices/read-price-lists.ts';
import { type CallCost, readCallCosts, summarizeByKey, summarizeByPurpose } from './call-costs.ts';
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

/** As the stores add them up; their contract has a suite of its own. */
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
const cost = (calls: readonly CallCount[], prices: Prices, counted: readonly CallCount[] = []) =>
  readCallCosts(toStore(calls), { prices, month, counted });
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

  test('is unknown without a list, before the first one, and where nobody noted what came of a call', async () => {
    const calls = [call('2026-11-01', 1), call('2026-11-20', 2), call('2026-11-20', 4, { source: 'other' })];
    const prices = toPrices({ bureau_a: [{ ...free, from: '2026-11-10', answered: 2 }] });
    const costs = await cost(calls, prices, [call('', 8)]);
    expect(costs).toMatchObject([
      { source: 'bureau_a', outcome: null, count: 5, cost: null },
      { source: 'bureau_a', outcome: 'answered', count: 2, cost: 40_000n },
      { source: 'bureau_a', outcome: 'answered', count: 1, cost: null },
      { source: 'other', count: 4, cost: null },
    ]);
    expect(summarizeByKey(costs, []).all).toMatchObject({ cost: 40_000n, callsWithoutPrice: 10 });
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

test('each purpose has the averages of its own verifications, and none where an older version counted some', () => {
  const row = { keyId: shop, source: 'bureau_a', outcome: 'answered', count: 4 } as const;
  const costs: CallCost[] = [
    { ...row, purpose: 'credit', cost: 100_000n },
    { ...row, purpose: null, cost: 30_000n },
  ];
  const of = (purpose: string | null, outcome: string, count: number) =>
    ({ keyId: shop, operation: 'cpf', outcome, purpose, count }) as const;
  const purposes = [of('credit', 'verified', 4), of('credit', 'inconclusive', 6), of(null, 'verified', 3)];
  const verifications = purposes.map(({ purpose: _, ...each }) => each);
  expect(summarizeByPurpose(costs, { verifications, purposes })).toEqual([
    { purpose: 'credit', cost: 100_000n, perVerification: 10_000n, perApproved: 25_000n },
    { purpose: null, cost: 30_000n, perVerification: 10_000n, perApproved: 10_000n },
  ]);
  const older = { keyId: shop, operation: 'cpf', outcome: 'verified', count: 1 } as const;
  expect(summarizeByPurpose(costs, { verifications: [...verifications, older], purposes })[0]).toEqual({
    ...{ purpose: 'credit', cost: 100_000n, perVerification: null, perApproved: null },
  });
  // Counted after the verifications were read, and before the purposes were.
  const meanwhile = [...purposes, of('credit', 'verified', 10)];
  expect(summarizeByPurpose(costs, { verifications, purposes: meanwhile })[0]?.perVerification).toBe(5_000n);
  // A test key calls nobody: what it asked makes nothing cheaper.
  const test = { ...of('credit', 'verified', 90), keyId: bank };
  expect(summarizeByPurpose(costs, { verifications, purposes: [...purposes, test] })[0]?.perVerification).toBe(10_000n);
});

test('per verification and per approved person counts people, what was asked about them, and keys that called somebody', () => {
  const row = { keyId: shop, source: 'bureau_a', outcome: 'answered', purpose: null, count: 4 } as const;
  const costs: CallCost[] = [
    { ...row, cost: 100_000n },
    { ...row, source: 'company_fallback', cost: 7n },
  ];
  const verified = { operation: 'cpf', outcome: 'verified' } as const;
  const { all, keys } = summarizeByKey(costs, [
    { keyId: shop, ...verified, count: 3 },
    { keyId: shop, operation: 'cpf', outcome: 'not_verified', count: 3 },
    { keyId: shop, operation: 'cnpj', outcome: 'verified', count: 9 },
    { keyId: 'key_test' as KeyId, ...verified, count: 1_000 },
  ]);
  const expected = { cost: 100_007n, verifications: 6, approved: 3, perVerification: 16_667n, perApproved: 33_333n };
  expect([all, keys]).toMatchObject([expected, [{ keyId: shop, ...expected }]]);
  expect(summarizeByKey([], []).all).toMatchObject({ cost: 0n, perVerification: null, perApproved: null });
});
