// What every UsageStore promises. `reopen` gives a second store on the same data, as another process would have it.

import { describe, expect, test } from 'vitest';
import type { Eventual } from '../../../src/app/eventual.ts';
import type { UsageBatch, UsageStore } from '../../../src/app/usage/ports.ts';
import type { KeyId } from '../../../src/domain/access/api-key.ts';

export interface UsageStoreFixture {
  readonly store: UsageStore;
  reopen(): Eventual<UsageStore>;
}

const shop = 'key_shop' as KeyId;
const bank = 'key_bank' as KeyId;
const empty: UsageBatch = { requests: [], verifications: [], calls: [] };

export function describeUsageStore(name: string, open: () => Eventual<UsageStoreFixture>): void {
  describe(`${name} as a usage store`, () => {
    test('adds to what is there, whichever process does', async () => {
      const { store, reopen } = await open();
      const other = await reopen();
      const requests = [{ keyId: shop, day: '2026-11-15', count: 3, lastAtMs: 500 }];
      await store.add({ ...empty, requests });
      await other.add({ ...empty, requests: [{ keyId: shop, day: '2026-11-15', count: 4, lastAtMs: 400 }] });
      expect([await store.countRequests(shop, '2026-11-15'), await other.countRequests(shop, '2026-11-15')]).toEqual([
        { day: 7, month: 7 },
        { day: 7, month: 7 },
      ]);
      expect(await store.findLastUsedMs(shop)).toBe(500);
    });

    test('counts a day and its month, of one key', async () => {
      const { store } = await open();
      const days = ['2026-10-31', '2026-11-01', '2026-11-30', '2026-12-01'];
      const requests = days.flatMap((day, index) => [
        { keyId: shop, day, count: 10 ** index, lastAtMs: index },
        { keyId: bank, day, count: 5, lastAtMs: index },
      ]);
      await store.add({ ...empty, requests });
      expect(await store.countRequests(shop, '2026-11-30')).toEqual({ day: 100, month: 110 });
      expect(await store.countRequests(shop, '2026-11-15')).toEqual({ day: 0, month: 110 });
      expect(await store.countRequests('key_nobody' as KeyId, '2026-11-15')).toEqual({ day: 0, month: 0 });
      expect(await store.findLastUsedMs('key_nobody' as KeyId)).toBeUndefined();
    });

    test('tells a month by key, operation, outcome, what to do and purpose, and the calls by source', async () => {
      const { store } = await open();
      const verified = { operation: 'cpf', outcome: 'verified', act: 'approve' } as const;
      const company = { operation: 'cnpj', outcome: 'not_found', act: null, purpose: null } as const;
      const called = { source: 'bureau_a' } as const;
      const batch: UsageBatch = {
        requests: [{ keyId: shop, day: '2026-11-02', count: 9, lastAtMs: 7 }],
        verifications: [
          { keyId: shop, day: '2026-11-02', ...verified, purpose: 'credit', count: 2 },
          { keyId: shop, day: '2026-11-03', ...verified, purpose: 'credit', count: 2 },
          { keyId: shop, day: '2026-11-03', ...verified, purpose: null, count: 1 },
          { keyId: shop, day: '2026-11-03', ...company, count: 1 },
          { keyId: shop, day: '2026-11-03', ...verified, act: 'review', purpose: null, count: 3 },
          { keyId: bank, day: '2026-11-03', ...verified, purpose: null, count: 7 },
          { keyId: shop, day: '2026-12-01', ...verified, purpose: null, count: 100 },
        ],
        calls: [
          { keyId: shop, day: '2026-11-03', ...called, outcome: 'answered', purpose: null, count: 3 },
          { keyId: shop, day: '2026-11-03', ...called, outcome: 'answered', purpose: 'credit', count: 1 },
          { keyId: shop, day: '2026-11-03', ...called, outcome: 'timeout', purpose: 'credit', count: 1 },
          { keyId: bank, day: '2026-11-03', ...called, outcome: 'answered', purpose: null, count: 1 },
        ],
      };
      await store.add(batch);
      expect(await store.read({ month: '2026-11' })).toEqual({
        requests: [{ keyId: shop, count: 9, lastAtMs: 7 }],
        verifications: [
          { keyId: bank, ...verified, purpose: null, count: 7 },
          { keyId: shop, ...company, count: 1 },
          { keyId: shop, ...verified, purpose: null, count: 1 },
          { keyId: shop, ...verified, purpose: 'credit', count: 4 },
          { keyId: shop, ...verified, act: 'review', purpose: null, count: 3 },
        ],
        calls: [
          { keyId: bank, source: 'bureau_a', count: 1 },
          { keyId: shop, source: 'bureau_a', count: 5 },
        ],
      });
      const ofShop = await store.read({ month: '2026-11', keyId: shop });
      expect(ofShop.verifications).toHaveLength(4);
      expect(ofShop.calls).toEqual([{ keyId: shop, source: 'bureau_a', count: 5 }]);
    });

    test('lists the verifications of some days, and adds the days up', async () => {
      const { store } = await open();
      const verified = { keyId: shop, operation: 'cpf', outcome: 'verified', act: 'approve', purpose: null } as const;
      const unanswered = { ...verified, outcome: 'sources_unavailable', act: null, purpose: 'credit' } as const;
      const days = ['2026-10-31', '2026-11-01', '2026-11-02', '2026-11-03'];
      const verifications = days.flatMap((day, index) => [
        { ...verified, day, count: 10 ** index },
        { ...unanswered, day, count: 1 },
      ]);
      await store.add({ ...empty, verifications });
      expect(await store.listVerifications({ from: '2026-11-01', before: '2026-11-03' })).toEqual([
        { ...unanswered, count: 2 },
        { ...verified, count: 110 },
      ]);
      expect(await store.listVerifications({ from: '2026-11-04', before: '2026-11-05' })).toEqual([]);
    });

    test('lists the calls of some days by key, source, outcome and purpose, whichever process added them', async () => {
      const { store, reopen } = await open();
      const calls = [
        { keyId: shop, source: 'bureau_a', outcome: 'answered', purpose: null, count: 2 },
        { keyId: shop, source: 'bureau_a', outcome: 'answered', purpose: 'credit', count: 3 },
        { keyId: shop, source: 'bureau_a', outcome: 'timeout', purpose: 'credit', count: 4 },
      ] as const;
      const days = ['2026-10-31', '2026-11-01', '2026-11-14', '2026-11-15'];
      for (const each of [store, await reopen()]) {
        await each.add({ ...empty, calls: days.flatMap((day) => calls.map((call) => ({ day, ...call }))) });
      }
      await store.add({
        ...empty,
        calls: [{ ...calls[0], keyId: bank, day: '2026-11-02', source: 'an_income_source' }],
      });
      const times = (factor: number) => calls.map(({ count, ...call }) => ({ ...call, count: count * factor }));
      expect(await store.listCalls({ from: '2026-11-01', before: '2026-11-15' })).toEqual([
        { ...calls[0], keyId: bank, source: 'an_income_source' },
        ...times(4),
      ]);
      expect(await store.listCalls({ from: '2026-11-15', before: '2026-12-01' })).toEqual(times(2));
      expect(await store.listCalls({ from: '2026-12-01', before: '2027-01-01' })).toEqual([]);
    });

    test('counts the requests of each month from one on, of all keys or of one', async () => {
      const { store } = await open();
      const days = ['2026-09-30', '2026-10-01', '2026-10-31', '2026-12-01'];
      const requests = days.flatMap((day, index) => [
        { keyId: shop, day, count: 10 ** index, lastAtMs: index },
        { keyId: bank, day, count: 5, lastAtMs: index },
      ]);
      await store.add({ ...empty, requests });
      expect(await store.listMonths('2026-10')).toEqual([
        { month: '2026-10', count: 120 },
        { month: '2026-12', count: 1005 },
      ]);
      expect(await store.listMonths('2026-09', shop)).toEqual([
        { month: '2026-09', count: 1 },
        { month: '2026-10', count: 110 },
        { month: '2026-12', count: 1000 },
      ]);
      expect(await store.listMonths('2026-09', 'key_nobody')).toEqual([]);
    });
  });
}
