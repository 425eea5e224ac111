// What every KeyStore promises. `reopen` gives a second store on the same data, as another process would have it.

import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Eventual } from '../../../src/app/eventual.ts';
import { withKeyMemory } from '../../../src/app/keys/key-memory.ts';
import type { KeyStore } from '../../../src/app/keys/ports.ts';
import { type KeyId, type KeyRecord, noLimits } from '../../../src/domain/access/api-key.ts';
import { openKeyMemory } from '../../../src/stores/keys/key-memory.file.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { createOutputDirectory } from '../../support/output.ts';

export interface KeyStoreFixture {
  readonly store: KeyStore;
  reopen(): Eventual<KeyStore>;
  /** Changes a stored field past the store. */
  editByHand(id: string, field: string, value: string | number | null): Eventual<void>;
  /** Changes until when the replaced secrets of a key work, past the store. */
  prolongByHand(id: string, untilMs: number): Eventual<void>;
  /** The ids that were reported as changed by other means. */
  readonly damaged: readonly string[];
}

const record = (id: string, more: Partial<KeyRecord> = {}): KeyRecord => ({
  id: id as KeyId,
  name: 'a shop',
  mode: 'live',
  scopes: ['verify:cpf', 'verify:cnpj'],
  rate: { requests: 600, windowSeconds: 60 },
  ...noLimits,
  createdAtMs: 1_000,
  expiresAtMs: null,
  revokedAtMs: null,
  ...more,
});

const limits = {
  burst: 20,
  concurrency: 4,
  dailyQuota: 10_000,
  monthlyQuota: 200_000,
  networks: ['203.0.113.0/24', '2001:db8::/48'],
  corsOrigins: ['https://shop.example', 'http://localhost:5173'],
  purpose: 'credit',
};
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

export function describeKeyStore(name: string, open: () => Eventual<KeyStoreFixture>): void {
  describe(`${name} as a key store`, () => {
    test('gives back what was stored, by its hash', async () => {
      const { store } = await open();
      const keys = [
        record('key_1'),
        record('key_2', { rate: null, scopes: ['verify:cpf'], mode: 'test', expiresAtMs: 5 }),
        record('key_3', limits),
      ];
      for (const key of keys) await store.insert(key, `hash of ${key.id}`);
      for (const key of keys) expect(await store.findByHash(`hash of ${key.id}`)).toEqual(key);
      expect(await store.list({ limit: 100 })).toEqual(keys);
    });

    test('lists page by page, also keys of one moment, and those alone that can be used', async () => {
      const { store } = await open();
      const ids = ['key_1', 'key_2', 'key_3', 'key_4', 'key_5'];
      for (const [at, id] of ids.entries()) {
        await store.insert(record(id, { createdAtMs: at < 3 ? 1_000 : 2_000, expiresAtMs: at === 3 ? 50 : null }), id);
      }
      await store.revoke('key_2', 7);
      const listed: string[] = [];
      let after: KeyRecord | undefined;
      do {
        const page = await store.list({ limit: 2, after });
        expect(page.length).toBeLessThanOrEqual(2);
        listed.push(...page.map(({ id }) => id));
        after = page.at(-1);
      } while (after !== undefined);
      expect(listed).toEqual(ids);
      const toIds = (keys: readonly KeyRecord[]) => keys.map(({ id }) => id);
      expect(toIds(await store.list({ limit: 9, usableAtMs: 49 }))).toEqual(['key_1', 'key_3', 'key_4', 'key_5']);
      expect(toIds(await store.list({ limit: 9, usableAtMs: 50 }))).toEqual(['key_1', 'key_3', 'key_5']);
    });

    test('tells the names of the keys that are asked for', async () => {
      const { store } = await open();
      for (const id of ['key_1', 'key_2', 'key_3']) await store.insert(record(id, { name: `name of ${id}` }), id);
      expect(await store.findNames(['key_3', 'key_1', 'key_9'])).toEqual(
        new Map([
          ['key_1', 'name of key_1'],
          ['key_3', 'name of key_3'],
        ]),
      );
      expect(await store.findNames([])).toEqual(new Map());
    });

    test('knows the web pages of keys that can be used, and follows every change', async () => {
      const { store } = await open();
      const [shop, local, other] = ['https://shop.example', 'http://localhost:5173', 'https://other.example'];
      const has = async (nowMs = 10) =>
        Promise.all([shop, local, other].map((origin) => store.hasWebOrigin(origin as string, nowMs)));
      await store.insert(record('key_1'), 'one');
      expect(await has()).toEqual([false, false, false]);
      await store.insert(record('key_2', { corsOrigins: [shop, local] as string[], expiresAtMs: 50 }), 'two');
      await store.insert(record('key_3', { corsOrigins: [shop] as string[] }), 'three');
      expect(await has()).toEqual([true, true, false]);
      expect(await has(50)).toEqual([true, false, false]);
      await store.update('key_3', (key) => ({ ...key, corsOrigins: [other] as string[] }));
      expect(await has(50)).toEqual([false, false, true]);
      await store.revoke('key_2', 20);
      expect(await has()).toEqual([false, false, true]);
      await store.update('key_3', (key) => ({ ...key, corsOrigins: null }));
      expect(await has()).toEqual([false, false, false]);
      expect(await store.hasWebOrigin('https://sho', 10)).toBe(false);
    });

    test('knows nothing of a hash that was never stored', async () => {
      const { store } = await open();
      expect(await store.findByHash('nothing')).toBeUndefined();
    });

    test('refuses a second key with the same id or hash', async () => {
      const { store } = await open();
      await store.insert(record('key_1'), 'one');
      await expect(store.insert(record('key_1'), 'two')).rejects.toThrow();
      await expect(store.insert(record('key_2'), 'one')).rejects.toThrow();
    });

    test('revokes once, and says what it found', async () => {
      const { store } = await open();
      await store.insert(record('key_1'), 'one');
      expect(await store.revoke('key_1', 7)).toBe('revoked');
      expect(await store.revoke('key_1', 8)).toBe('already_revoked');
      expect(await store.revoke('key_9', 9)).toBe('unknown');
      expect((await store.findByHash('one'))?.revokedAtMs).toBe(7);
    });

    test('tells of one key the state that it tells among all, which is another one after every change', async () => {
      const { store } = await open();
      for (const id of ['key_1', 'key_2']) await store.insert(record(id), `hash of ${id}`);
      const first = await store.findState('key_2');
      await store.update('key_2', (key) => ({ ...key, name: 'another shop' }));
      const second = await store.findState('key_2');
      await store.revoke('key_2', 7);
      const third = await store.findState('key_2');
      expect(third).toMatchObject({ id: 'key_2', isRevoked: true });
      expect(new Set([first, second, third].map((state) => state?.fingerprint)).size).toBe(3);
      expect(await Array.fromAsync(store.eachState())).toEqual([await store.findState('key_1'), third]);
      expect(await store.findState('key_9')).toBeUndefined();
    });

    test('sees at once what another process stores and revokes, also for keys that it has read before', async () => {
      const { store, reopen } = await open();
      const other = await reopen();
      await store.insert(record('key_1'), 'one');
      expect((await store.findByHash('one'))?.revokedAtMs).toBeNull();
      await other.revoke('key_1', 7);
      // A request that comes after the revocation is read in a later turn of the event loop.
      await new Promise((resolve) => setImmediate(resolve));
      expect((await store.findByHash('one'))?.revokedAtMs).toBe(7);
      await other.insert(record('key_2'), 'two');
      expect((await store.findByHash('two'))?.id).toBe('key_2');
    });

    test.each<[string, string | number | null]>([
      ['mode', 'live'],
      ['scopes', 'verify:cpf verify:cnpj read:company'],
      ['rate_requests', 1_000_000],
      ['rate_requests', null],
      ['rate_window_seconds', 1],
      ['expires_at_ms', null],
      ['expires_at_ms', 9_999_999_999_999],
      ['revoked_at_ms', null],
      ['name', 'another shop'],
      ['id', 'key_2'],
      ['created_at_ms', 2],
      ['hash', 'two'],
      ['burst', null],
      ['concurrency', 100],
      ['daily_quota', null],
      ['monthly_quota', 1_000_000],
      ['networks', null],
      ['networks', '0.0.0.0/0'],
      ['cors_origins', 'https://evil.example'],
      ['purpose', null],
    ])('refuses and reports a key whose %s was changed to %j by hand', async (field, value) => {
      const { store, editByHand, damaged } = await open();
      const times = { expiresAtMs: 5_000, revokedAtMs: 4_000 };
      const key = record('key_1', { mode: 'test', scopes: ['verify:cpf'], ...times, ...limits });
      await store.insert(key, 'one');
      await store.insert(record('key_other'), 'other');
      expect(await store.findByHash('one')).toEqual(key);
      await editByHand('key_1', field, value);
      await new Promise((resolve) => setImmediate(resolve));
      expect(await store.findByHash(field === 'hash' ? 'two' : 'one')).toBeUndefined();
      expect(damaged).toEqual([field === 'id' ? 'key_2' : 'key_1']);
      expect((await store.findByHash('other'))?.id).toBe('key_other');
    });

    test('revokes a key that was changed by hand, which does not make it good', async () => {
      const { store, editByHand } = await open();
      await store.insert(record('key_1', { mode: 'test' }), 'one');
      await editByHand('key_1', 'mode', 'live');
      expect(await store.revoke('key_1', 7)).toBe('revoked');
      await editByHand('key_1', 'revoked_at_ms', null);
      expect(await store.findByHash('one')).toBeUndefined();
    });

    test('changes a key, which every process that has read it before sees at once', async () => {
      const { store, reopen } = await open();
      const other = await reopen();
      await store.insert(record('key_1'), 'one');
      expect(await store.findByHash('one')).toEqual(record('key_1'));
      const changed = record('key_1', { ...limits, name: 'another shop', rate: null, expiresAtMs: 9 });
      expect(await other.update('key_1', (key) => ({ ...key, ...changed }))).toEqual({
        kind: 'updated',
        record: changed,
      });
      await nextTurn();
      expect(await store.findByHash('one')).toEqual(changed);
      expect(await store.find('key_1')).toEqual({ record: changed, replacedUntilMs: [] });
    });

    test('makes every one of two changes at the same time', async () => {
      const { store, reopen } = await open();
      const other = await reopen();
      await store.insert(record('key_1'), 'one');
      await Promise.all([
        store.update('key_1', (key) => ({ ...key, burst: 5 })),
        other.update('key_1', (key) => ({ ...key, concurrency: 6 })),
      ]);
      expect((await (await reopen()).find('key_1'))?.record).toMatchObject({ burst: 5, concurrency: 6 });
    });

    test('changes no key that is unknown, revoked or damaged', async () => {
      const { store, editByHand } = await open();
      await store.insert(record('key_1'), 'one');
      await store.insert(record('key_2'), 'two');
      await store.revoke('key_1', 7);
      await editByHand('key_2', 'name', 'another');
      const replacement = { hash: 'new', nowMs: 10, untilMs: 20 };
      for (const [id, kind] of [
        ['key_9', 'unknown'],
        ['key_1', 'revoked'],
        ['key_2', 'damaged'],
      ] as const) {
        expect(await store.update(id, (key) => ({ ...key, burst: 1 }))).toEqual({ kind });
        expect(await store.replaceHash(id, replacement)).toEqual({ kind });
      }
      expect(await store.findByHash('new')).toBeUndefined();
    });

    test('finds a key under a replaced hash until the overlap is over, and under the new one for good', async () => {
      const { store } = await open();
      await store.insert(record('key_1', limits), 'one');
      await store.replaceHash('key_1', { hash: 'two', nowMs: 1_000, untilMs: 5_000 });
      expect(await store.findByHash('two')).toEqual(record('key_1', limits));
      expect(await store.findByHash('one')).toEqual(record('key_1', { ...limits, expiresAtMs: 5_000 }));
      // A second rotation prolongs nothing.
      await store.replaceHash('key_1', { hash: 'three', nowMs: 2_000, untilMs: 9_000 });
      expect((await store.findByHash('one'))?.expiresAtMs).toBe(5_000);
      expect((await store.findByHash('two'))?.expiresAtMs).toBe(9_000);
      expect((await store.find('key_1'))?.replacedUntilMs).toEqual([9_000, 5_000]);
      await store.replaceHash('key_1', { hash: 'four', nowMs: 3_000, untilMs: 3_000 });
      expect(await store.findByHash('one')).toBeUndefined();
      expect(await store.findByHash('three')).toBeUndefined();
      expect(await store.findByHash('four')).toEqual(record('key_1', limits));
    });

    test('a replaced secret ends with its key: by expiry and by revocation', async () => {
      const { store } = await open();
      await store.insert(record('key_1', { expiresAtMs: 3_000 }), 'one');
      await store.replaceHash('key_1', { hash: 'two', nowMs: 1_000, untilMs: 5_000 });
      expect((await store.findByHash('one'))?.expiresAtMs).toBe(3_000);
      await store.revoke('key_1', 7);
      expect((await store.findByHash('one'))?.revokedAtMs).toBe(7);
    });

    test('refuses and reports a replaced secret that was prolonged by hand', async () => {
      const { store, prolongByHand, damaged } = await open();
      await store.insert(record('key_1'), 'one');
      await store.replaceHash('key_1', { hash: 'two', nowMs: 1_000, untilMs: 5_000 });
      await prolongByHand('key_1', 9_999_999_999_999);
      await nextTurn();
      expect(await store.findByHash('one')).toBeUndefined();
      expect(damaged).toEqual(['key_1']);
      expect(await store.findByHash('two')).toEqual(record('key_1'));
      // Nor does the next rotation make it good.
      await store.replaceHash('key_1', { hash: 'three', nowMs: 2_000, untilMs: 9_000 });
      expect(await store.findByHash('one')).toBeUndefined();
    });

    test('a key that any process of this node has seen revoked stays so, whatever the database says since', async () => {
      const { store } = await open();
      const clock = createManualClock();
      const file = join(createOutputDirectory('key-memory'), 'key-memory');
      const putBack: string[] = [];
      const openMemory = () => openKeyMemory(file, clock);
      const known = withKeyMemory(store, { memory: openMemory(), clock, onPutBack: (id) => putBack.push(id) });
      for (const id of ['key_1', 'key_2']) await store.insert(record(id), `hash of ${id}`);
      const findBoth = async () => [
        (await known.findByHash('hash of key_1'))?.revokedAtMs,
        (await known.find('key_1'))?.record.revokedAtMs,
      ];
      expect(await findBoth()).toEqual([null, null]);
      // As a command that revoked it wrote it down, before somebody put the older row back.
      const seen = { id: 'key_1', fingerprint: 'x', atMs: 5 };
      openMemory().add([
        { ...seen, isRevoked: false },
        { ...seen, isRevoked: true },
        { ...seen, id: 'key_2', isRevoked: false },
      ]);
      clock.advance(1_000);
      expect(await findBoth()).toEqual([5, 5]);
      expect(putBack).toEqual(['key_1', 'key_1']);
      expect((await known.update('key_1', (key) => key)).kind).toBe('revoked');
      expect((await known.replaceHash('key_1', { hash: 'two', nowMs: 1, untilMs: 9 })).kind).toBe('revoked');
      expect((await known.findByHash('hash of key_2'))?.revokedAtMs).toBeNull();
      expect(await known.revoke('key_1', 9)).toBe('revoked');
      expect(await findBoth()).toEqual([9, 9]);
    });
  });
}
