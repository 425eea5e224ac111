// What every store of operators and their sessions promises.

import { describe, expect, test } from 'vitest';
import type { Eventual } from '../../../src/app/eventual.ts';
import type { OperatorStore, StoredOperator } from '../../../src/app/operators/ports.ts';
import type { OperatorId } from '../../../src/domain/access/operator.ts';

interface Opened {
  readonly store: OperatorStore;
  /** Every row that was refused, as `table id`. */
  readonly faults: readonly string[];
  /** By other means than the store. `?` stands for a value, `TABLE` before a table's name for its schema. */
  edit(sql: string, ...values: readonly (string | number | Uint8Array | null)[]): Eventual<void>;
  /** A second opening of the same data, as another process has it. */
  reopen(): OperatorStore;
}

const ana = 'opr_1' as OperatorId;

function toOperator(id: OperatorId, name: string): StoredOperator {
  const own = { hasTotp: false, hasPasskey: false, disabledAtMs: null, ssoSubject: null, localUntilMs: null };
  const record = { id, name, role: 'analyst', createdAtMs: 5, ...own } as const;
  return { record, passwordHash: `hash of ${name}`, sealedTotp: null, totpStep: 0, deviceEpoch: 0 };
}

const toHash = (text: string) => Buffer.from(text.padEnd(32, '.'));
const toSession = (id: string, createdAtMs: number, lastSeenAtMs = createdAtMs) => ({
  id,
  operatorId: ana,
  createdAtMs,
  lastSeenAtMs,
  network: '203.0.113.9',
  hasSecondFactor: id.endsWith('_2fa'),
});

export function describeOperatorStore(name: string, open: () => Eventual<Opened>): void {
  describe(`${name} keeps operators`, () => {
    test('one of a name, found by another process at once', async () => {
      const { store, reopen } = await open();
      expect(await store.insert(toOperator(ana, 'ana'))).toBe(true);
      expect(await store.insert(toOperator('opr_2' as OperatorId, 'ana'))).toBe(false);
      expect(await reopen().findByName('ana')).toEqual(toOperator(ana, 'ana'));
      expect(await store.findByName('bia')).toBeUndefined();
      expect(await store.findById(ana)).toEqual(toOperator(ana, 'ana'));
      expect(await store.findById('opr_9' as OperatorId)).toBeUndefined();
      expect((await store.list()).map((operator) => operator.name)).toEqual(['ana']);
    });

    test('changes only what is named', async () => {
      const { store, reopen } = await open();
      await store.insert(toOperator(ana, 'ana'));
      expect(await store.update(ana, { role: 'admin', sealedTotp: Buffer.from([1, 2]) })).toBe(true);
      expect(await store.update('opr_9' as OperatorId, { role: 'admin' })).toBe(false);
      const found = await reopen().findByName('ana');
      expect(found?.record).toMatchObject({ role: 'admin', hasTotp: true, hasPasskey: false, disabledAtMs: null });
      expect(found?.passwordHash).toBe('hash of ana');
      await store.update(ana, { sealedTotp: null, disabledAtMs: 77 });
      expect((await store.findByName('ana'))?.record).toMatchObject({
        hasTotp: false,
        hasPasskey: false,
        disabledAtMs: 77,
      });
    });

    test('what devices hold is ended by a number that another process sees', async () => {
      const { store, reopen } = await open();
      await store.insert(toOperator(ana, 'ana'));
      await store.update(ana, { deviceEpoch: 3, localUntilMs: 99, hasPasskey: true });
      const record = { localUntilMs: 99, hasPasskey: true };
      expect(await reopen().findByName('ana')).toMatchObject({ deviceEpoch: 3, record });
      await store.update(ana, { hasPasskey: false });
      expect((await store.findByName('ana'))?.record.hasPasskey).toBe(false);
    });

    test('one of a subject of single sign-on, found by it and by nothing else', async () => {
      const { store, reopen } = await open();
      const bySso = (id: string, name: string, ssoSubject: string | null) => {
        const operator = toOperator(id as OperatorId, name);
        return { ...operator, record: { ...operator.record, ssoSubject } };
      };
      expect(await store.insert(bySso('opr_1', 'ana', 'https://idp.example 7'))).toBe(true);
      expect(await store.insert(bySso('opr_2', 'bia', 'https://idp.example 7'))).toBe(false);
      expect(await store.insert(bySso('opr_3', 'eva', null))).toBe(true);
      expect(await store.insert(bySso('opr_4', 'leo', null))).toBe(true);
      expect(await reopen().findBySubject('https://idp.example 7')).toMatchObject({ id: 'opr_1', name: 'ana' });
      expect(await store.findBySubject('https://idp.example 8')).toBeUndefined();
    });

    test('a step of a one-time code is used once, whoever asks first', async () => {
      const { store, reopen } = await open();
      await store.insert(toOperator(ana, 'ana'));
      const used = await Promise.all([store.useTotpStep(ana, 10), reopen().useTotpStep(ana, 10)]);
      expect(used.toSorted()).toEqual([false, true]);
      expect(await store.useTotpStep(ana, 9)).toBe(false);
      expect(await store.useTotpStep(ana, 11)).toBe(true);
    });
  });

  describe(`${name} keeps answers of single sign-on`, () => {
    test('each is used once, whoever is first, for as long as it is good', async () => {
      const { store, reopen } = await open();
      const used = await Promise.all([store.useSignIn('a', 100, 1), reopen().useSignIn('a', 100, 1)]);
      expect(used.toSorted()).toEqual([false, true]);
      expect(await store.useSignIn('b', 100, 99)).toBe(true);
      expect(await store.useSignIn('a', 199, 99)).toBe(false);
      expect(await store.useSignIn('a', 200, 100)).toBe(true);
    });
  });

  test(`${name} takes the secret of an authenticator app once, with the step of its first code`, async () => {
    const { store, reopen } = await open();
    await store.insert(toOperator(ana, 'ana'));
    const enrolled = await Promise.all([
      store.enrolTotp(ana, Buffer.from([1]), 7),
      reopen().enrolTotp(ana, Buffer.from([1]), 7),
    ]);
    expect(enrolled.toSorted()).toEqual([false, true]);
    expect(await store.enrolTotp(ana, Buffer.from([2]), 9)).toBe(false);
    const found = await reopen().findByName('ana');
    expect([found?.record.hasTotp, [...(found?.sealedTotp ?? [])], found?.totpStep]).toEqual([true, [1], 7]);
    expect(await store.useTotpStep(ana, 7)).toBe(false);
  });

  describe(`${name} keeps sessions`, () => {
    test('with whether a second factor was shown', async () => {
      const { store, reopen } = await open();
      await store.insert(toOperator(ana, 'ana'));
      for (const id of ['ses_1', 'ses_2fa']) await store.insertSession(toSession(id, 100), toHash(id));
      const shown = async (id: string) => (await reopen().findSession(toHash(id)))?.session.hasSecondFactor;
      expect([await shown('ses_1'), await shown('ses_2fa')]).toEqual([false, true]);
    });

    test('found by the hash of the token, with the operator as they are now', async () => {
      const { store, reopen } = await open();
      await store.insert(toOperator(ana, 'ana'));
      await store.insertSession(toSession('ses_1', 100), toHash('one'));
      await store.touchSession('ses_1', 150);
      await store.update(ana, { role: 'viewer' });
      const found = await reopen().findSession(toHash('one'));
      expect(found).toMatchObject({ session: toSession('ses_1', 100, 150), operator: { name: 'ana', role: 'viewer' } });
      expect(await store.findSession(toHash('other'))).toBeUndefined();
    });

    test('end one by one, all of an operator, or by their age and idleness', async () => {
      const { store, reopen } = await open();
      await store.insert(toOperator(ana, 'ana'));
      for (const [id, begun, seen] of [
        ['ses_old', 100, 900],
        ['ses_idle', 500, 510],
        ['ses_good', 600, 900],
      ] as const) {
        await store.insertSession(toSession(id, begun, seen), toHash(id));
      }
      await store.purgeSessions(100, 510);
      expect((await store.listSessions()).map(({ session }) => session.id)).toEqual(['ses_good']);
      expect(await store.endSession('ses_good')).toBe(true);
      expect(await store.endSession('ses_good')).toBe(false);
      expect(await reopen().findSession(toHash('ses_good'))).toBeUndefined();
      await store.insertSession(toSession('ses_a', 700), toHash('a'));
      await store.insertSession(toSession('ses_b', 700), toHash('b'));
      expect(await store.endSessionsOf(ana)).toBe(2);
    });
  });

  describe(`${name} believes no row that it did not write`, () => {
    const insertSession = `INSERT INTO TABLE.operator_sessions
      (id, token_hash, operator_id, begun_at_ms, seen_at_ms, network, has_second_factor) VALUES (?, ?, ?, 100, 100, ?, 1)`;

    test('a session of somebody who has only the database is none', async () => {
      const { store, reopen, edit, faults } = await open();
      await store.insert(toOperator(ana, 'ana'));
      await edit(insertSession, 'ses_forged', toHash('forged'), ana, '203.0.113.9');
      expect(await reopen().findSession(toHash('forged'))).toBeUndefined();
      expect(await store.listSessions()).toEqual([]);
      expect(new Set(faults)).toEqual(new Set(['operator_sessions ses_forged']));
      await store.touchSession('ses_forged', 900);
      expect(await store.findSession(toHash('forged'))).toBeUndefined();
    });

    test.for([
      ['operator_id', 'opr_2'],
      ['token_hash', toHash('mine')],
      ['begun_at_ms', 999],
      ['seen_at_ms', 999],
      ['network', '198.51.100.1'],
      ['has_second_factor', 1],
      ['checksum', null],
    ] as const)('%s of a session', async ([column, value]) => {
      const { store, edit } = await open();
      await store.insert(toOperator(ana, 'ana'));
      await store.insert({ ...toOperator('opr_2' as OperatorId, 'bia') });
      await store.insertSession(toSession('ses_1', 100), toHash('one'));
      expect(await store.findSession(toHash('one'))).toBeDefined();
      await edit(`UPDATE TABLE.operator_sessions SET ${column} = ?`, value);
      expect(await store.findSession(column === 'token_hash' ? toHash('mine') : toHash('one'))).toBeUndefined();
    });

    test.for([
      ['name', 'eva'],
      ['role', 'admin'],
      ['password_hash', 'a hash of mine'],
      ['sealed_totp', null],
      ['totp_step', 0],
      ['created_at_ms', 7],
      ['disabled_at_ms', null],
      ['device_epoch', 9],
      ['sso_subject', 'https://idp.example mine'],
      ['local_until_ms', 99_999],
      ['has_passkey', 1],
      ['checksum', null],
    ] as const)('%s of an operator', async ([column, value]) => {
      const { store, reopen, edit, faults } = await open();
      const operator = toOperator(ana, 'ana');
      await store.insert({
        ...operator,
        record: { ...operator.record, disabledAtMs: 3 },
        sealedTotp: Buffer.from([1]),
        totpStep: 5,
      });
      await store.insertSession(toSession('ses_1', 100), toHash('one'));
      await edit(`UPDATE TABLE.operators SET ${column} = ?`, value);
      const shown = column === 'name' ? 'eva' : 'ana';
      expect(await reopen().findByName(shown)).toBeUndefined();
      expect(await store.findSession(toHash('one'))).toBeUndefined();
      expect(await store.findBySubject('https://idp.example mine')).toBeUndefined();
      expect(await store.list()).toEqual([]);
      expect(new Set(faults)).toEqual(new Set(['operators opr_1']));
      expect(await store.update(ana, { role: 'admin' })).toBe(false);
      expect(await store.useTotpStep(ana, 50)).toBe(false);
    });

    test('an operator who is made anew takes the place of a damaged row, and no other', async () => {
      const { store, edit } = await open();
      await store.insert(toOperator(ana, 'ana'));
      await store.insertSession(toSession('ses_1', 100), toHash('one'));
      await edit("UPDATE TABLE.operators SET role = 'admin'");
      expect(await store.insert(toOperator('opr_2' as OperatorId, 'ana'))).toBe(true);
      expect((await store.findByName('ana'))?.record).toMatchObject({ id: 'opr_2', role: 'analyst' });
      expect(await store.insert(toOperator('opr_3' as OperatorId, 'ana'))).toBe(false);
    });
  });
}
