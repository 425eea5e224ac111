// What every store of operators' passkeys promises.

import { describe, expect, test } from 'vitest';
import type { Eventual } from '../../../src/app/eventual.ts';
import type { PasskeyStore, StoredPasskey } from '../../../src/app/operators/passkeys/ports.ts';
import type { OperatorId } from '../../../src/domain/access/operator.ts';

interface Opened {
  readonly store: PasskeyStore;
  /** Every row that was refused, as `table id`. */
  readonly faults: readonly string[];
  /** By other means than the store. `?` stands for a value, `TABLE` before a table's name for its schema. */
  edit(sql: string, ...values: readonly (string | number | Uint8Array | null)[]): Eventual<void>;
  /** A second opening of the same data, as another process has it. */
  reopen(): PasskeyStore;
}

const [ana, bia] = ['opr_1', 'opr_2'] as [OperatorId, OperatorId];

const toPasskey = (id: string, changes: Partial<StoredPasskey> = {}): StoredPasskey => ({
  id,
  operatorId: ana,
  credentialId: `credential-of-${id}`,
  sealed: Buffer.from([1, 2, 3]),
  signCount: 0,
  createdAtMs: 5,
  lastUsedAtMs: null,
  ...changes,
});

export function describePasskeyStore(name: string, open: () => Eventual<Opened>): void {
  describe(`${name} keeps passkeys`, () => {
    test('found by the credential, by another process at once, and one of a credential', async () => {
      const { store, reopen } = await open();
      expect(await store.insert(toPasskey('psk_1'))).toBe(true);
      expect(await store.insert(toPasskey('psk_2', { operatorId: bia, credentialId: 'credential-of-psk_1' }))).toBe(
        false,
      );
      expect(await reopen().find('credential-of-psk_1')).toEqual(toPasskey('psk_1'));
      expect(await store.find('credential-of-psk_2')).toBeUndefined();
      expect(await store.find('CREDENTIAL-OF-PSK_1')).toBeUndefined();
    });

    test('of one operator, the oldest first, until it is removed', async () => {
      const { store } = await open();
      await store.insert(toPasskey('psk_2', { createdAtMs: 9 }));
      await store.insert(toPasskey('psk_1'));
      expect((await store.listOf(ana)).map(({ id }) => id)).toEqual(['psk_1', 'psk_2']);
      expect(await store.listOf(bia)).toEqual([]);
      expect([await store.isRemovable(bia, 'psk_1'), await store.remove(bia, 'psk_1')]).toEqual([false, false]);
      expect(await store.isRemovable(ana, 'psk_1')).toBe(true);
      expect(await store.remove(ana, 'psk_1')).toBe(true);
      expect(await store.remove(ana, 'psk_1')).toBe(false);
      expect((await store.listOf(ana)).map(({ id }) => id)).toEqual(['psk_2']);
    });

    test('a count goes on, whoever shows it first', async () => {
      const { store, reopen } = await open();
      await store.insert(toPasskey('psk_1', { signCount: 3 }));
      const used = await Promise.all([store.use('psk_1', 4, 100), reopen().use('psk_1', 4, 100)]);
      expect(used.toSorted()).toEqual([false, true]);
      for (const count of [0, 3, 4]) expect(await store.use('psk_1', count, 200)).toBe(false);
      expect(await store.find('credential-of-psk_1')).toMatchObject({ signCount: 4, lastUsedAtMs: 100 });
      expect(await store.use('psk_9', 5, 200)).toBe(false);
    });

    test('an authenticator that does not count shows zero again and again, until it counts', async () => {
      const { store } = await open();
      await store.insert(toPasskey('psk_1'));
      const shown = [];
      for (const count of [0, 0, 1, 0]) shown.push(await store.use('psk_1', count, 100 + count));
      expect(shown).toEqual([true, true, true, false]);
    });

    test('and believes none that somebody else has made', async () => {
      const { store, reopen, edit, faults } = await open();
      const columns = 'id, operator_id, credential_id, sealed, sign_count, created_at_ms, checksum';
      const plant = `INSERT INTO TABLE.operator_passkeys (${columns}) VALUES (?, ?, ?, ?, 0, 5, ?)`;
      await edit(plant, 'psk_bare', ana, 'bare', Buffer.from([1]), null);
      await edit(plant, 'psk_made_up', ana, 'made-up', Buffer.from([1]), Buffer.alloc(32, 7));
      await store.insert(toPasskey('psk_1'));
      await edit(
        `INSERT INTO TABLE.operator_passkeys (${columns}) SELECT 'psk_copy', operator_id, 'copy', sealed,
        sign_count, created_at_ms, checksum FROM TABLE.operator_passkeys WHERE id = ?`,
        'psk_1',
      );
      for (const credential of ['bare', 'made-up', 'copy']) expect(await reopen().find(credential)).toBeUndefined();
      expect((await store.listOf(ana)).map(({ id }) => id)).toEqual(['psk_1']);
      for (const id of ['psk_bare', 'psk_made_up', 'psk_copy']) expect(await store.use(id, 1, 100)).toBe(false);
      expect(new Set(faults)).toEqual(
        new Set(['psk_bare', 'psk_made_up', 'psk_copy'].map((id) => `operator_passkeys ${id}`)),
      );
    });

    test.for([
      ['id', 'psk_2'],
      ['credential_id', 'credential-of-psk_2'],
      ['operator_id', 'opr_2'],
      ['sealed', Buffer.from([9])],
      ['sign_count', 0],
      ['created_at_ms', 7],
      ['last_used_at_ms', 7],
      ['checksum', null],
    ] as const)('and believes none whose %s somebody else has written', async ([column, value]) => {
      const { store, reopen, edit, faults } = await open();
      await store.insert(toPasskey('psk_1', { signCount: 3 }));
      await edit(`UPDATE TABLE.operator_passkeys SET ${column} = ?`, value);
      const id = column === 'id' ? value : 'psk_1';
      for (const name of ['psk_1', 'psk_2']) expect(await reopen().find(`credential-of-${name}`)).toBeUndefined();
      expect([await store.listOf(ana), await store.listOf(bia)]).toEqual([[], []]);
      expect(await store.use(id, 9, 100)).toBe(false);
      expect(new Set(faults)).toEqual(new Set([`operator_passkeys ${id}`]));
      // Whoever mends it: made anew, or taken away.
      expect(await store.isRemovable(ana, id)).toBe(true);
      expect(
        await store.insert(
          toPasskey('psk_3', { credentialId: `credential-of-${column === 'credential_id' ? 'psk_2' : 'psk_1'}` }),
        ),
      ).toBe(true);
      expect([await store.isRemovable(ana, id), await store.remove(ana, id)]).toEqual([false, false]);
      await edit('UPDATE TABLE.operator_passkeys SET checksum = NULL');
      expect([await store.isRemovable(bia, 'psk_3'), await store.remove(bia, 'psk_3')]).toEqual([true, true]);
    });
  });
}
