// What every KeyStore promises. `reopen` gives a second store on the same data, as another process would have it.

import { describe, expect, test } from 'vitest';
import type { KeyStore } from '../../src/app/ports.ts';
import type { KeyId, KeyRecord } from '../../src/domain/api-key.ts';

export interface KeyStoreFixture {
  readonly store: KeyStore;
  reopen(): KeyStore;
  /** Changes a stored field past the store. */
  editByHand(id: string, field: string, value: string | number | null): void;
  /** The ids that were reported as changed by other means. */
  readonly damaged: readonly string[];
}

const record = (id: string, more: Partial<KeyRecord> = {}): KeyRecord => ({
  id: id as KeyId,
  name: 'a shop',
  mode: 'live',
  scopes: ['verify:cpf', 'verify:cnpj'],
  rate: { requests: 600, windowSeconds: 60 },
  createdAtMs: 1_000,
  expiresAtMs: null,
  revokedAtMs: null,
  ...more,
});

export function describeKeyStore(name: string, open: () => KeyStoreFixture): void {
  describe(`${name} as a key store`, () => {
    test('gives back what was stored, by its hash', async () => {
      const { store } = open();
      const keys = [
        record('key_1'),
        record('key_2', { rate: null, scopes: ['verify:cpf'], mode: 'test', expiresAtMs: 5 }),
      ];
      for (const key of keys) await store.insert(key, `hash of ${key.id}`);
      for (const key of keys) expect(await store.findByHash(`hash of ${key.id}`)).toEqual(key);
      expect(await store.list()).toEqual(keys);
    });

    test('knows nothing of a hash that was never stored', async () => {
      const { store } = open();
      expect(await store.findByHash('nothing')).toBeUndefined();
    });

    test('refuses a second key with the same id or hash', async () => {
      const { store } = open();
      await store.insert(record('key_1'), 'one');
      await expect(store.insert(record('key_1'), 'two')).rejects.toThrow();
      await expect(store.insert(record('key_2'), 'one')).rejects.toThrow();
    });

    test('revokes once, and says what it found', async () => {
      const { store } = open();
      await store.insert(record('key_1'), 'one');
      expect(await store.revoke('key_1', 7)).toBe('revoked');
      expect(await store.revoke('key_1', 8)).toBe('already_revoked');
      expect(await store.revoke('key_9', 9)).toBe('unknown');
      expect((await store.findByHash('one'))?.revokedAtMs).toBe(7);
    });

    test('sees at once what another process stores and revokes, also for keys that it has read before', async () => {
      const { store, reopen } = open();
      const other = reopen();
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
    ])('refuses and reports a key whose %s was changed to %j by hand', async (field, value) => {
      const { store, editByHand, damaged } = open();
      const key = record('key_1', { mode: 'test', scopes: ['verify:cpf'], expiresAtMs: 5_000, revokedAtMs: 4_000 });
      await store.insert(key, 'one');
      await store.insert(record('key_other'), 'other');
      expect(await store.findByHash('one')).toEqual(key);
      editByHand('key_1', field, value);
      await new Promise((resolve) => setImmediate(resolve));
      expect(await store.findByHash(field === 'hash' ? 'two' : 'one')).toBeUndefined();
      expect(damaged).toEqual([field === 'id' ? 'key_2' : 'key_1']);
      expect((await store.findByHash('other'))?.id).toBe('key_other');
    });

    test('revokes a key that was changed by hand, which does not make it good', async () => {
      const { store, editByHand } = open();
      await store.insert(record('key_1', { mode: 'test' }), 'one');
      editByHand('key_1', 'mode', 'live');
      expect(await store.revoke('key_1', 7)).toBe('revoked');
      editByHand('key_1', 'revoked_at_ms', null);
      expect(await store.findByHash('one')).toBeUndefined();
    });
  });
}
