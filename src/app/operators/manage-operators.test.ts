import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createManualClock } from '../../../test/support/manual-clock.ts';
import { createOutputDirectory } from '../../../test/support/output.ts';
import { openTestStore, testRowProof } from '../../../test/support/stores/sqlite-store.ts';
import type { OperatorId } from '../../domain/access/operator.ts';
import { toBase32 } from '../../domain/access/totp.ts';
import { createOperatorStore } from '../../stores/operators/operators.sql.ts';
import { createPasskeyStore } from '../../stores/operators/passkeys.sql.ts';
import { createSqliteSql } from '../../stores/sql/sql.ts';
import type { SqliteStore } from '../../stores/sqlite/database.ts';
import { createSeal } from '../seal.ts';
import { createManageOperators, type ManageOperators } from './manage-operators.ts';
import { createPasswords } from './password.ts';
import type { OperatorStore, StoredOperator } from './ports.ts';

const clock = createManualClock();
const seal = createSeal(new Uint8Array(32).fill(1));
const passwords = createPasswords(() => [new Uint8Array(32).fill(2)], randomBytes);
const password = 'four plain words';
let sqlite: SqliteStore;
let store: OperatorStore;
let manage: ManageOperators;
let recorded: string[][];
let isAuditFull: boolean;
let count = 0;

beforeAll(() => {
  sqlite = openTestStore(createOutputDirectory('manage-operators'));
  store = createOperatorStore(createSqliteSql(sqlite), testRowProof);
});
afterAll(() => sqlite.close());
beforeEach(() => {
  recorded = [];
  isAuditFull = false;
  const record = async (act: string, target: string) => {
    if (isAuditFull) throw new Error('the audit is full');
    recorded.push([act, target]);
  };
  const passkeys = createPasskeyStore(createSqliteSql(sqlite), testRowProof);
  manage = createManageOperators({ store, passkeys, passwords, clock, randomBytes, seal, passkeySeal: seal, record });
});

/** An operator of whom everything is set, with a session. */
async function addOperator(ssoSubject: string | null = null): Promise<string> {
  const name = `operator${++count}`;
  const id = `opr_${count}` as OperatorId;
  const own = { hasTotp: true, hasPasskey: false, createdAtMs: 1, disabledAtMs: 5, localUntilMs: null, ssoSubject };
  const operator = { record: { id, name, role: 'viewer' as const, ...own }, passwordHash: 'hash', deviceEpoch: 0 };
  await store.insert({ ...operator, sealedTotp: Buffer.from('sealed'), totpStep: 0 });
  await store.update(id, { deviceEpoch: 3 });
  const times = { createdAtMs: 1, lastSeenAtMs: 1, hasSecondFactor: false };
  const session = { id: `ses_${count}`, operatorId: id, ...times, network: '192.0.2.1' };
  await store.insertSession(session, Buffer.from(name));
  return name;
}

const get = async (name: string) => (await store.findByName(name)) as StoredOperator;
const hasSession = async (name: string) => (await store.findSession(Buffer.from(name))) !== undefined;

describe('a new operator', () => {
  test('is recorded and stored, and the password is the one that was given', async () => {
    const created = await manage.create({ name: 'ana.souza', role: 'analyst', password });
    expect(created).toEqual({
      id: expect.stringMatching(/^opr_[0-9a-f]{18}$/),
      name: 'ana.souza',
      role: 'analyst',
      hasTotp: false,
      hasPasskey: false,
      createdAtMs: clock.nowMs(),
      disabledAtMs: null,
      ssoSubject: null,
      localUntilMs: null,
    });
    const { passwordHash, ...stored } = await get('ana.souza');
    expect(stored).toEqual({ record: created, sealedTotp: null, totpStep: 0, deviceEpoch: 0 });
    expect(await passwords.isRight(password, passwordHash)).toBe(true);
    expect(recorded).toEqual([['operator_created', created.id]]);
    expect(await manage.list()).toContainEqual(created);
  });

  test('needs a name that is free', async () => {
    const name = await addOperator();
    await expect(manage.create({ name, role: 'viewer', password })).rejects.toThrow(
      'There is an operator of that name already. See: confere operators list',
    );
  });

  test.each([
    ['Ana', password, 'The name has 2 to 64 characters: a-z, 0-9 and . _ @ - after the first one.'],
    ['ana', 'short', 'The password needs at least 12 characters. Use four words that do not belong together.'],
    ['ana', 'abcde'.repeat(60), 'The password is too long: it may have at most 256 characters.'],
    ['ana', 'aaaaaaaaaaaa', 'The password is too easy to guess: it consists of'],
  ])('called %s with the password %s is refused before anything is recorded', async (name, given, sentence) => {
    await expect(manage.create({ name, role: 'viewer', password: given })).rejects.toThrow(sentence);
    expect(recorded).toEqual([]);
    expect(await store.findByName(name)).toBeUndefined();
  });

  test('is not stored where that cannot be recorded', async () => {
    isAuditFull = true;
    await expect(manage.create({ name: 'bia', role: 'viewer', password })).rejects.toThrow('the audit is full');
    expect(await store.findByName('bia')).toBeUndefined();
  });
});

const untilMs = Date.UTC(2026, 10, 16);
/** Each row states the change, the audit's act, the stored value, whether sessions end, and whether only an operator with a password has it. */
const acts = [
  ['another role', 'operator_changed', 'admin', true, true],
  ['another password', 'operator_changed', 'hashed', true, true],
  ['other devices', 'operator_changed', 4, true, false],
  ['an end', 'operator_disabled', clock.nowMs(), true, false],
  ['a new beginning', 'operator_enabled', null, false, false],
  ['a way in for a while', 'operator_changed', untilMs, false, true],
  ['one-time codes', 'operator_changed', 'sealed', true, true],
  ['no one-time codes', 'operator_changed', null, false, false],
] as const;
type What = (typeof acts)[number][0];

const doTo: Record<What, (name: string) => Promise<unknown>> = {
  'another role': (name) => manage.setRole(name, 'admin'),
  'another password': (name) => manage.setPassword(name, password),
  'other devices': (name) => manage.forgetDevices(name),
  'an end': (name) => manage.setDisabled(name, true),
  'a new beginning': (name) => manage.setDisabled(name, false),
  'a way in for a while': (name) => manage.letIn(name, untilMs),
  'one-time codes': (name) => manage.enrolTotp(name),
  'no one-time codes': (name) => manage.dropTotp(name),
};

const lookAt: Record<What, (operator: StoredOperator) => unknown> = {
  'another role': ({ record }) => record.role,
  'another password': async ({ passwordHash }) => (await passwords.isRight(password, passwordHash)) && 'hashed',
  'other devices': ({ deviceEpoch }) => deviceEpoch,
  'an end': ({ record }) => record.disabledAtMs,
  'a new beginning': ({ record }) => record.disabledAtMs,
  'a way in for a while': ({ record }) => record.localUntilMs,
  'one-time codes': ({ sealedTotp, record }) => seal.open(sealedTotp as Uint8Array, record.id) && 'sealed',
  'no one-time codes': ({ sealedTotp }) => sealedTotp,
};

describe.each(acts)('%s for an operator', (what, act, after, endsSessions, isForLocal) => {
  test('is recorded and stored, and ends the sessions where it takes something away', async () => {
    const name = await addOperator();
    const bystander = await addOperator();
    await doTo[what](name);
    const stored = await get(name);
    expect(await lookAt[what](stored)).toBe(after);
    const suffixes: Readonly<Record<string, string>> = {
      'a way in for a while': ' local_until=2026-11-16T00:00:00.000Z',
      'another role': ' role=admin',
    };
    expect(recorded).toEqual([[act, stored.record.id + (suffixes[what] ?? '')]]);
    expect([await hasSession(name), await hasSession(bystander)]).toEqual([!endsSessions, true]);
  });

  test('does not happen where it cannot be recorded', async () => {
    const name = await addOperator();
    const before = await get(name);
    isAuditFull = true;
    await expect(doTo[what](name)).rejects.toThrow('the audit is full');
    expect(await get(name)).toEqual(before);
    expect(await hasSession(name)).toBe(true);
  });

  test('needs an operator of that name', async () => {
    await expect(doTo[what]('nobody')).rejects.toThrow(
      'There is no operator of that name. See: confere operators list',
    );
  });

  test(`${isForLocal ? 'is not given' : 'is given as well'} where a provider vouches for the operator`, async () => {
    const name = await addOperator(`subject ${count}`);
    const sentence = "That operator signs in by single sign-on: password, code and role are the provider's to give.";
    if (isForLocal) await expect(doTo[what](name)).rejects.toThrow(sentence);
    else await expect(doTo[what](name)).resolves.toBeUndefined();
  });
});

test('a new password must be a good one', async () => {
  const name = await addOperator();
  await expect(manage.setPassword(name, 'short')).rejects.toThrow('The password needs at least 12 characters');
  expect((await get(name)).passwordHash).toBe('hash');
});

test('the secret of one-time codes is shown as an app takes it, and is the one that is stored', async () => {
  const name = await addOperator();
  const { secret, address } = await manage.enrolTotp(name);
  const { sealedTotp, record } = await get(name);
  const stored = Buffer.from(seal.open(sealedTotp as Uint8Array, record.id), 'hex');
  expect(stored).toHaveLength(20);
  expect(secret).toBe(toBase32(stored));
  expect(address).toBe(`otpauth://totp/Confere:${name}?secret=${secret}&issuer=Confere`);
});
