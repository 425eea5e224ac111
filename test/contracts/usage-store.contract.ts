// What every UsageStore promises. `reopen` gives a second store on the same data, as another process would have it.

import { describe, expect, test } from 'vitest';
import type { Eventual } from '../../src/app/eventual.ts';
import type { UsageBatch, UsageStore } from '../../src/app/usage/ports.ts';
import type { KeyId } from '../../src/domain/access/api-key.ts';

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

    test('tells a month by key, operation and outcome, and the calls by source', async () => {
      const { store } = await open();
      const verified = { operation: 'cpf', outcome: 'verified' } as const;
      const batch: UsageBatch = {
        requests: [{ keyId: shop, day: '2026-11-02', count: 9, lastAtMs: 7 }],
        verifications: [
          { keyId: shop, day: '2026-11-02', ...verified, count: 2 },
          { keyId: shop, day: '2026-11-03', ...verified, count: 3 },
          { keyId: shop, day: '2026-11-03', operation: 'cnpj', outcome: 'not_found', count: 1 },
          { keyId: bank, day: '2026-11-03', ...verified, count: 7 },
          { keyId: shop, day: '2026-12-01', ...verified, count: 100 },
        ],
        calls: [
          { keyId: shop, day: '2026-11-03', source: 'bureau_a', count: 5 },
          { keyId: bank, day: '2026-11-03', source: 'bureau_a', count: 1 },
        ],
      };
      await store.add(batch);
      expect(await store.read({ month: '2026-11' })).toEqual({
        requests: [{ keyId: shop, count: 9, lastAtMs: 7 }],
        verifications: [
          { keyId: bank, ...verified, count: 7 },
          { keyId: shop, operation: 'cnpj', outcome: 'not_found', count: 1 },
          { keyId: shop, ...verified, count: 5 },
        ],
        calls: [
          { keyId: bank, source: 'bureau_a', count: 1 },
          { keyId: shop, source: 'bureau_a', count: 5 },
        ],
      });
      const ofShop = await store.read({ month: '2026-11', keyId: shop });
      expect(ofShop.verifications).toHaveLength(2);
      expect(ofShop.calls).toEqual([{ keyId: shop, source: 'bureau_a', count: 5 }]);
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
