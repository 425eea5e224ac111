// What a console that runs cannot show: rows that somebody changed by other means, operators with a password switched off, and the places
// that passkeys are good for.

import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAuthenticator } from '../../../../test/support/console/authenticator.ts';
import { createManualClock } from '../../../../test/support/manual-clock.ts';
import { createOutputDirectory } from '../../../../test/support/output.ts';
import { openTestStore, testRowProof } from '../../../../test/support/stores/sqlite-store.ts';
import type { OperatorId, OperatorRecord } from '../../../domain/access/operator.ts';
import { createMemoryCounters } from '../../../stores/limits/counters.memory.ts';
import { createOperatorStore } from '../../../stores/operators/operators.sql.ts';
import { createPasskeyStore } from '../../../stores/operators/passkeys.sql.ts';
import { createSqliteSql } from '../../../stores/sql/sql.ts';
import type { SqliteStore } from '../../../stores/sqlite/database.ts';
import { createSqliteStatements } from '../../../stores/sqlite/writer.ts';
import { createSeal } from '../../seal.ts';
import { createDevices } from '../devices.ts';
import { createPasswords } from '../password.ts';
import type { OperatorStore } from '../ports.ts';
import { createSessions, type FactorSession } from '../sessions.ts';
import { createSignInPauses } from '../sign-in-pauses.ts';
import { createOwnPasskeys } from './own-passkeys.ts';
import type { PasskeyStore } from './ports.ts';
import { createSignInByPasskey } from './sign-in-by-passkey.ts';
import { toPasskeyHome } from './webauthn.ts';

const home = { origin: 'https://console.example', rpId: 'console.example' };
const network = '192.0.2.1';
const clock = createManualClock();
const secret = new Uint8Array(32).fill(1);
const seal = createSeal(secret);

let sqlite: SqliteStore;
let store: OperatorStore;
let passkeys: PasskeyStore;
let count = 0;

beforeAll(() => {
  sqlite = openTestStore(createOutputDirectory('passkeys'));
  store = createOperatorStore(createSqliteSql(sqlite), testRowProof);
  passkeys = createPasskeyStore(createSqliteSql(sqlite), testRowProof);
});
afterAll(() => sqlite.close());

function open(isLocalOn = true) {
  const sessions = createSessions({
    store,
    passwords: createPasswords(() => [secret], randomBytes),
    pauses: createSignInPauses(createMemoryCounters({ clock, windowsMax: 1_000 })),
    devices: createDevices({ secret: () => secret, clock }),
    clock,
    purgeClock: clock,
    randomBytes,
    seal,
    tokenSecrets: () => [secret],
    ways: { isLocalOn, isSsoOn: true },
    factorRoles: [],
    idleMsMax: 60_000,
    ageMsMax: 60_000,
    record: async () => {},
  });
  const parts = { home, store, passkeys, sessions, clock, randomBytes, seal };
  return { own: createOwnPasskeys({ ...parts, record: async () => {} }), signIn: createSignInByPasskey(parts) };
}

async function addOperator(ssoSubject: string | null = null): Promise<OperatorRecord> {
  const id = `opr_${++count}` as OperatorId;
  const own = { hasTotp: false, hasPasskey: false, createdAtMs: 1, disabledAtMs: null, localUntilMs: null };
  const record = { id, name: `operator${count}`, role: 'viewer' as const, ...own, ssoSubject };
  await store.insert({ record, passwordHash: 'hash', sealedTotp: null, totpStep: 0, deviceEpoch: 0 });
  return record;
}

function toSession(operator: OperatorRecord): FactorSession {
  const times = { createdAtMs: clock.nowMs(), lastSeenAtMs: clock.nowMs() };
  const session = { id: `ses_${operator.id}`, operatorId: operator.id, ...times, network, hasSecondFactor: false };
  return { session, operator, mustEnrol: false };
}

async function addWithPasskey() {
  const operator = await addOperator();
  const authenticator = createAuthenticator(home.origin);
  const { own } = open();
  const { options, pending } = await own.begin(toSession(operator));
  const answer = authenticator.add(options as Parameters<typeof authenticator.add>[0]);
  await own.finish(toSession(operator), { pending, name: 'Chave', ...answer });
  return { operator, authenticator };
}

async function signIn(
  { authenticator }: Pick<Awaited<ReturnType<typeof addWithPasskey>>, 'authenticator'>,
  { isLocalOn = true, userHandle }: { readonly isLocalOn?: boolean; readonly userHandle?: string } = {},
): Promise<string> {
  const ways = open(isLocalOn).signIn;
  const { options, pending } = await ways.begin();
  const answer = authenticator.signIn(options, userHandle === undefined ? {} : { userHandle });
  const from = { network, before: undefined, device: undefined };
  return ways.finish({ pending, ...answer }, from).then(
    (begun) => begun.operator.name,
    (error) => error.code,
  );
}

test('a row that somebody moved to another operator signs nobody in, and is shown to nobody', async () => {
  const [ana, bia] = [await addWithPasskey(), await addWithPasskey()];
  expect(await signIn(ana)).toBe(ana.operator.name);
  await createSqliteStatements(sqlite).run('UPDATE operator_passkeys SET operator_id = $1 WHERE operator_id = $2', [
    bia.operator.id,
    ana.operator.id,
  ]);
  expect(await signIn(ana, { userHandle: Buffer.from(bia.operator.id).toString('base64url') })).toBe('passkey_refused');
  expect(await signIn(ana)).toBe('passkey_refused');
  const shown = await open().own.list(toSession(bia.operator));
  expect(shown.map(({ id }) => id)).toEqual([(await passkeys.find(bia.authenticator.made[0]?.id ?? ''))?.id]);
});

test('a public key that somebody put into another row signs nobody in', async () => {
  const [ana, thief] = [await addWithPasskey(), await addWithPasskey()];
  const sealed = 'SELECT sealed FROM operator_passkeys WHERE operator_id = $2';
  await createSqliteStatements(sqlite).run(`UPDATE operator_passkeys SET sealed = (${sealed}) WHERE operator_id = $1`, [
    ana.operator.id,
    thief.operator.id,
  ]);
  expect(await signIn(ana)).toBe('passkey_refused');
  expect(await signIn(thief)).toBe(thief.operator.name);
});

test('where operators with a password are switched off, a passkey lets in whom a password would', async () => {
  const ana = await addWithPasskey();
  expect(await signIn(ana, { isLocalOn: false })).toBe('passkey_refused');
  await store.update(ana.operator.id, { localUntilMs: clock.nowMs() + 1 });
  expect(await signIn(ana, { isLocalOn: false })).toBe(ana.operator.name);
});

test('somebody of single sign-on adds none, and is not let in by one', async () => {
  const operator = await addOperator('https://idp.example 7');
  await expect(open().own.begin(toSession(operator))).rejects.toMatchObject({ code: 'factor_by_provider' });
  const ana = await addWithPasskey();
  await createSqliteStatements(sqlite).run('UPDATE operators SET sso_subject = $2 WHERE id = $1', [
    ana.operator.id,
    'https://idp 8',
  ]);
  expect(await signIn(ana)).toBe('passkey_refused');
});

test.each([
  ['https://console.example', { origin: 'https://console.example', rpId: 'console.example' }],
  ['https://console.example:8443', { origin: 'https://console.example:8443', rpId: 'console.example' }],
  ['http://localhost:8080', { origin: 'http://localhost:8080', rpId: 'localhost' }],
  ['http://console.localhost', { origin: 'http://console.localhost', rpId: 'console.localhost' }],
  ['http://console.example', undefined],
  ['https://192.0.2.7', undefined],
  ['http://127.0.0.1:8080', undefined],
  ['https://[::1]:8080', undefined],
])('passkeys of %s are bound to what browsers allow there', (address, expected) => {
  expect(toPasskeyHome(address)).toEqual(expected);
});
