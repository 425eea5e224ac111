import { argon2Sync, createHmac, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createManualClock, type ManualClock } from '../../../test/support/manual-clock.ts';
import { createOutputDirectory } from '../../../test/support/output.ts';
import { openTestStore, testRowProof } from '../../../test/support/stores/sqlite-store.ts';
import type { OperatorId, OperatorRecord, Role } from '../../domain/access/operator.ts';
import { toTotpCode } from '../../domain/access/totp.ts';
import type { AppError } from '../../errors.ts';
import { createMemoryCounters } from '../../stores/limits/counters.memory.ts';
import { createOperatorStore } from '../../stores/operators/operators.sql.ts';
import { createSqliteSql } from '../../stores/sql/sql.ts';
import type { SqliteStore } from '../../stores/sqlite/database.ts';
import type { Clock } from '../clock.ts';
import { createPurgeClock } from '../jobs/purge-clock.ts';
import { createSeal } from '../seal.ts';
import { createDevices, type Devices } from './devices.ts';
import { createPasswords, toPepperId } from './password.ts';
import type { OperatorStore, StoredOperator } from './ports.ts';
import { createSessions, type Sessions, type SignIn, toActor, toCsrfToken } from './sessions.ts';
import { createSignInPauses } from './sign-in-pauses.ts';

const pepper = new Uint8Array(32).fill(1);
const passwords = createPasswords(() => [pepper], randomBytes);
const seal = createSeal(new Uint8Array(32).fill(2));
const sessionSecret = new Uint8Array(32).fill(6);
const totpSecret = Buffer.alloc(20, 3);
const password = 'four plain words';
const idleMsMax = 30 * 60_000;
const ageMsMax = 2 * 3_600_000;
const network = '192.0.2.1';

let sqlite: SqliteStore;
let store: OperatorStore;
let clock: ManualClock;
let devices: Devices;
let sessions: Sessions;
let recorded: string[][];
let tokenSecrets: readonly Uint8Array[];
let isAuditFull: boolean;
let count = 0;

beforeAll(() => {
  sqlite = openTestStore(createOutputDirectory('sessions'));
  store = createOperatorStore(createSqliteSql(sqlite), testRowProof);
});
afterAll(() => sqlite.close());
beforeEach(() => {
  clock = createManualClock();
  devices = createDevices({ secret: () => pepper, clock });
  recorded = [];
  tokenSecrets = [sessionSecret];
  isAuditFull = false;
  sessions = open({ isLocalOn: true, isSsoOn: true });
});

function open(
  ways: { isLocalOn: boolean; isSsoOn: boolean },
  { purgeClock = clock, factorRoles = [] }: { purgeClock?: Pick<Clock, 'nowMs'>; factorRoles?: readonly Role[] } = {},
): Sessions {
  const pauses = createSignInPauses(createMemoryCounters({ clock, windowsMax: 1_000 }));
  const record = async (...entry: string[]) => {
    if (isAuditFull) throw new Error('the audit is full');
    recorded.push(entry);
  };
  const times = { idleMsMax, ageMsMax, factorRoles };
  return createSessions({
    store,
    passwords,
    pauses,
    devices,
    clock,
    purgeClock,
    randomBytes,
    seal,
    tokenSecrets: () => tokenSecrets,
    ways,
    ...times,
    record,
  });
}

/** Quick to compute, so that many may sign in. */
function toPasswordHash(): string {
  const cost = { memory: 8, passes: 1, parallelism: 1, tagLength: 32 };
  const tag = argon2Sync('argon2id', { message: password, nonce: Buffer.alloc(16), secret: pepper, ...cost });
  return `$argon2id$v=19$m=8,t=1,p=1,keyid=${toPepperId(pepper)}$${Buffer.alloc(16).toString('base64url')}$${tag.toString('base64url')}`;
}
const passwordHash = toPasswordHash();

test('a password that an older secret keyed is keyed anew at the next sign-in, and the device stays known', async () => {
  const operator = await addOperator();
  const [other, signIn] = [new Uint8Array(32).fill(9), { name: operator.name, password, code: '', network }];
  const rotated = createPasswords(() => [other, pepper], randomBytes);
  const common = {
    store,
    devices,
    clock,
    purgeClock: clock,
    randomBytes,
    seal,
    tokenSecrets: () => tokenSecrets,
    idleMsMax,
    ageMsMax,
    factorRoles: [],
    record: async () => {},
  };
  const pauses = createSignInPauses(createMemoryCounters({ clock, windowsMax: 1_000 }));
  const ways = { isLocalOn: true, isSsoOn: true };
  const { device } = await createSessions({ ...common, passwords: rotated, pauses, ways }).signIn({
    ...signIn,
    before: undefined,
    device: undefined,
  });
  const stored = (await store.findByName(operator.name)) as StoredOperator;
  expect(rotated.isOutdated(stored.passwordHash)).toBe(false);
  expect(await createPasswords(() => [other], randomBytes).isRight(password, stored.passwordHash)).toBe(true);
  expect(devices.findId(device, stored)).toBeDefined();
});

async function addOperator(given: { ssoSubject?: string; hasCodes?: boolean } = {}): Promise<OperatorRecord> {
  const id = `opr_${++count}` as OperatorId;
  const own = {
    hasTotp: given.hasCodes ?? false,
    hasPasskey: false,
    createdAtMs: 1,
    disabledAtMs: null,
    localUntilMs: null,
  };
  const record = {
    id,
    name: `operator${count}`,
    role: 'viewer' as const,
    ...own,
    ssoSubject: given.ssoSubject ?? null,
  };
  const sealedTotp = given.hasCodes === true ? seal.close(totpSecret.toString('hex'), id) : null;
  await store.insert({ record, passwordHash, sealedTotp, totpStep: 0, deviceEpoch: 0 });
  return record;
}

const signIn = (name: string, changes: Partial<SignIn> = {}) =>
  sessions.signIn({ name, password, code: '', network, before: undefined, device: undefined, ...changes });

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'signed in',
    (error: AppError) => error.code ?? error.message,
  );
const guess = (name: string, changes: Partial<SignIn> = {}) =>
  codeOf(signIn(name, { password: 'wrong password', ...changes }));
const idsOf = async ({ id }: OperatorRecord) =>
  (await store.listSessions()).filter(({ operator }) => operator.id === id).map(({ session }) => session.id);

/** Tests share the store, so each looks at its own operator. */
const listOf = async ({ id }: OperatorRecord) => (await sessions.list()).filter(({ operator }) => operator.id === id);

describe('whoever signs in', () => {
  test('gets a session, and a device that is known from then on', async () => {
    const operator = await addOperator();
    const signedIn = await signIn(operator.name);
    const nowMs = clock.nowMs();
    expect(signedIn).toEqual({
      token: expect.stringMatching(/^[\w-]{43}$/),
      session: {
        id: expect.stringMatching(/^ses_[0-9a-f]{18}$/),
        operatorId: operator.id,
        createdAtMs: nowMs,
        lastSeenAtMs: nowMs,
        network,
        hasSecondFactor: false,
      },
      operator,
      device: expect.any(String),
    });
    expect(recorded).toEqual([[`operator:${operator.name}`, 'signed_in', operator.id]]);
    const stored = (await store.findByName(operator.name)) as StoredOperator;
    expect(devices.findId(signedIn.device, stored)).toBeDefined();
    const found = await store.findSession(createHmac('sha256', sessionSecret).update(signedIn.token).digest());
    expect(found?.session).toEqual(signedIn.session);
  });

  test('stays signed in while the master secret gets another generation, and not when the first is gone', async () => {
    const operator = await addOperator();
    const { token } = await signIn(operator.name);
    const newer = new Uint8Array(32).fill(9);
    tokenSecrets = [newer, sessionSecret];
    expect(await sessions.find(token, false)).toBeDefined();
    tokenSecrets = [newer];
    expect(await sessions.find(token, false)).toBeUndefined();
  });

  test('gets none where that cannot be recorded', async () => {
    const operator = await addOperator();
    isAuditFull = true;
    expect(await codeOf(signIn(operator.name))).toBe('the audit is full');
    expect(await idsOf(operator)).toEqual([]);
  });

  test('loses the session that the browser had, and no other', async () => {
    const operator = await addOperator();
    const [first, second] = [await signIn(operator.name), await signIn(operator.name)];
    const third = await signIn(operator.name, { before: first.token });
    expect((await idsOf(operator)).sort()).toEqual([second.session.id, third.session.id].sort());
    expect(await codeOf(signIn(operator.name, { before: 'unknown' }))).toBe('signed in');
  });

  test('has ten sessions at most: the oldest ends, and those of others stay', async () => {
    const [operator, other] = [await addOperator(), await addOperator()];
    const others = await signIn(other.name);
    const begun: string[] = [];
    for (let time = 0; time < 11; time++) {
      clock.advance(1);
      begun.push((await signIn(operator.name)).session.id);
    }
    expect((await idsOf(operator)).toReversed()).toEqual(begun.slice(1));
    expect(await idsOf(other)).toEqual([others.session.id]);
    expect(recorded.filter(([, act]) => act === 'session_ended')).toEqual([
      [`operator:${operator.name}`, 'session_ended', begun[0]],
    ]);
  });

  test('makes the store forget the sessions that are over', async () => {
    const [idle, old, fresh] = [await addOperator(), await addOperator(), await addOperator()];
    const { token } = await signIn(old.name);
    for (let passed = 0; passed < ageMsMax - idleMsMax; passed += idleMsMax / 2) {
      clock.advance(idleMsMax / 2);
      await sessions.find(token, true);
    }
    await signIn(idle.name);
    clock.advance(idleMsMax / 2);
    await sessions.find(token, true);
    await signIn(fresh.name);
    clock.advance(idleMsMax / 2 - 1);
    await signIn(fresh.name);
    expect([await idsOf(old), await idsOf(idle)].map((ids) => ids.length)).toEqual([1, 1]);
    clock.advance(1);
    await signIn(fresh.name);
    expect([await idsOf(old), await idsOf(idle), await idsOf(fresh)].map((ids) => ids.length)).toEqual([0, 0, 3]);
  });

  test('makes the store forget none by a calendar that is wrong for a minute', async () => {
    const guarded = open({ isLocalOn: true, isSsoOn: true }, { purgeClock: createPurgeClock(clock, undefined) });
    const [early, late] = [await addOperator(), await addOperator()];
    await signIn(early.name);
    clock.jumpCalendar(400 * 24 * 3_600_000);
    clock.advance(60_000);
    await guarded.signIn({ name: late.name, password, code: '', network, before: undefined, device: undefined });
    expect(await idsOf(early)).toHaveLength(1);
  });
});

describe('signing in is refused', () => {
  test('with a wrong password, which is recorded and says no more', async () => {
    const operator = await addOperator();
    const refused = await signIn(operator.name, { password: 'wrong password' }).catch((error: AppError) => error);
    expect(refused).toMatchObject({ code: 'sign_in_refused', detail: undefined });
    expect(recorded).toEqual([[`operator:${operator.name}`, 'sign_in_failed', operator.id]]);
  });

  test('with a name that nobody has, which is not recorded: it may be a password', async () => {
    expect(await guess('four plain words')).toBe('sign_in_refused');
    expect(recorded).toEqual([]);
  });

  test('for an operator who is disabled', async () => {
    const { id, name } = await addOperator();
    await store.update(id, { disabledAtMs: 1 });
    expect(await codeOf(signIn(name))).toBe('sign_in_refused');
  });

  test('by a password for an operator of the provider, which is not recorded', async () => {
    const { name } = await addOperator({ ssoSubject: 'subject of a password' });
    expect(await codeOf(signIn(name))).toBe('sign_in_refused');
    expect(recorded).toEqual([]);
  });

  test('for a while after five failures, whether or not there is such a name', async () => {
    for (const name of [(await addOperator()).name, 'nobody']) {
      for (let time = 0; time < 5; time++) expect(await guess(name)).toBe('sign_in_refused');
      expect(await codeOf(signIn(name))).toBe('rate_limited');
    }
  });

  test('of many guesses at once from the sixth on', async () => {
    const { name } = await addOperator();
    const codes = await Promise.all(Array.from({ length: 8 }, () => guess(name)));
    expect(codes).toEqual([...Array(5).fill('sign_in_refused'), ...Array(3).fill('rate_limited')]);
  });

  test('on a device that is known by its own failures alone', async () => {
    const { name } = await addOperator();
    const { device } = await signIn(name);
    await Promise.all(Array.from({ length: 5 }, () => guess(name)));
    expect(await guess(name, { device })).toBe('sign_in_refused');
    expect(await codeOf(signIn(name, { device }))).toBe('signed in');
    expect(await codeOf(signIn(name))).toBe('rate_limited');
  });
});

describe('where operators sign in by single sign-on alone', () => {
  beforeEach(() => {
    sessions = open({ isLocalOn: false, isSsoOn: true });
  });

  test('a password is refused with a sentence that says why', async () => {
    const { name } = await addOperator();
    expect(await signIn(name).catch((error: AppError) => error)).toMatchObject({
      code: 'sign_in_refused',
      detail: {
        en: 'Here one signs in by single sign-on. A name and a password are good only while an administrator has opened that way.',
        pt: 'Aqui se entra pelo login único (SSO). Nome e senha só valem para quem recebeu um acesso de recuperação.',
      },
    });
  });

  test('a password is good for as long as an administrator has said', async () => {
    const { id, name } = await addOperator();
    await store.update(id, { localUntilMs: clock.nowMs() + 1_000 });
    clock.advance(999);
    const { token } = await signIn(name);
    clock.advance(1);
    expect(await codeOf(signIn(name))).toBe('sign_in_refused');
    expect(await sessions.find(token, true)).toBeUndefined();
  });
});

describe('one-time codes', () => {
  const codeAt = (ms: number) => toTotpCode(totpSecret, Math.floor(ms / 30_000));

  test('let in whoever has one, spaces or not', async () => {
    const { name } = await addOperator({ hasCodes: true });
    const code = codeAt(clock.nowMs());
    expect(await codeOf(signIn(name, { code: ` ${code.slice(0, 3)} ${code.slice(3)}` }))).toBe('signed in');
  });

  test('are good once, also for two at the same time', async () => {
    const { name } = await addOperator({ hasCodes: true });
    const code = codeAt(clock.nowMs());
    const networks = [network, '192.0.2.2', '192.0.2.3'];
    const codes = await Promise.all(networks.map((each) => codeOf(signIn(name, { code, network: each }))));
    expect(codes.sort()).toEqual(['sign_in_refused', 'sign_in_refused', 'signed in']);
    expect(await codeOf(signIn(name, { code }))).toBe('sign_in_refused');
  });

  test('that are wrong or missing are failures like others', async () => {
    const { id, name } = await addOperator({ hasCodes: true });
    expect(await codeOf(signIn(name))).toBe('sign_in_refused');
    expect(await codeOf(signIn(name, { code: codeAt(clock.nowMs() + 3_600_000) }))).toBe('sign_in_refused');
    expect(recorded).toEqual(Array(2).fill([`operator:${name}`, 'sign_in_failed', id]));
  });
});

describe('where a role needs a second factor', () => {
  beforeEach(() => {
    sessions = open({ isLocalOn: true, isSsoOn: true }, { factorRoles: ['viewer'] });
  });
  const code = () => toTotpCode(totpSecret, Math.floor(clock.nowMs() / 30_000));

  test('a session by the password alone is good for setting one up, and nothing else', async () => {
    const operator = await addOperator();
    const { token, session } = await signIn(operator.name);
    expect(await sessions.find(token, true)).toBeUndefined();
    expect(await sessions.findForFactors(token)).toEqual({ session, operator, mustEnrol: true });
  });

  test('one that was begun before the role needed it is the same', async () => {
    const { token } = await open({ isLocalOn: true, isSsoOn: true }).signIn({
      ...{ name: (await addOperator()).name, password, code: '', network },
      ...{ before: undefined, device: undefined },
    });
    expect(await sessions.find(token, true)).toBeUndefined();
    expect(await sessions.findForFactors(token)).toMatchObject({ mustEnrol: true });
  });

  test('one by a code is good until the app is taken away', async () => {
    const { id, name } = await addOperator({ hasCodes: true });
    const { token } = await signIn(name, { code: code() });
    expect(await sessions.find(token, true)).toMatchObject({ session: { hasSecondFactor: true } });
    expect(await sessions.findForFactors(token)).toMatchObject({ mustEnrol: false });
    await store.update(id, { sealedTotp: null });
    expect(await sessions.find(token, true)).toBeUndefined();
    expect(await sessions.findForFactors(token)).toMatchObject({ mustEnrol: true });
  });

  test('one by the password alone is good for nothing once its operator has an app: a thief may have begun it', async () => {
    const operator = await addOperator();
    const { token } = await signIn(operator.name);
    await store.update(operator.id, { sealedTotp: seal.close(totpSecret.toString('hex'), operator.id) });
    expect(await sessions.find(token, true)).toBeUndefined();
    expect(await sessions.findForFactors(token)).toBeUndefined();
  });

  test('one of single sign-on is good: there the provider asks', async () => {
    const operator = await addOperator({ ssoSubject: 'subject without a factor' });
    const { token } = await sessions.begin(operator, { network, before: undefined, hasSecondFactor: false });
    expect(await sessions.find(token, true)).toBeDefined();
  });

  test('other roles go in with a password', async () => {
    sessions = open({ isLocalOn: true, isSsoOn: true }, { factorRoles: ['analyst', 'admin'] });
    const { token } = await signIn((await addOperator()).name);
    expect(await sessions.find(token, true)).toBeDefined();
  });
});

describe('a session', () => {
  test('is found by its token alone', async () => {
    const operator = await addOperator();
    const { token, session } = await signIn(operator.name);
    expect(await sessions.find(token, true)).toEqual({ session, operator });
    expect(await sessions.find(session.id, true)).toBeUndefined();
  });

  test('ends by itself after half an hour without a request', async () => {
    const operator = await addOperator();
    const { token } = await signIn(operator.name);
    clock.advance(idleMsMax - 1);
    expect(await sessions.find(token, false)).toBeDefined();
    expect((await listOf(operator)).length).toBe(1);
    clock.advance(1);
    expect(await sessions.find(token, true)).toBeUndefined();
    expect(await listOf(operator)).toEqual([]);
  });

  test('ends after two hours in any case', async () => {
    const { token } = await signIn((await addOperator()).name);
    for (let time = 0; time < 7; time++) {
      clock.advance(ageMsMax / 8);
      await sessions.find(token, true);
    }
    clock.advance(ageMsMax / 8 - 1);
    expect(await sessions.find(token, true)).toBeDefined();
    clock.advance(1);
    expect(await sessions.find(token, true)).toBeUndefined();
  });

  test('is prolonged by use, and written once a minute at most', async () => {
    const { token, session } = await signIn((await addOperator()).name);
    const seenAfter = async (ms: number, isUse: boolean) => {
      clock.advance(ms);
      await sessions.find(token, isUse);
      return ((await sessions.find(token, false))?.session.lastSeenAtMs as number) - session.createdAtMs;
    };
    expect(await seenAfter(59_999, true)).toBe(0);
    expect(await seenAfter(1, false)).toBe(0);
    expect(await seenAfter(0, true)).toBe(60_000);
    expect(await seenAfter(60_000, true)).toBe(120_000);
  });

  test('is not found once its operator may not be in', async () => {
    const operator = await addOperator();
    const { token } = await signIn(operator.name);
    await store.update(operator.id, { disabledAtMs: 1 });
    expect(await sessions.find(token, true)).toBeUndefined();
    expect(await listOf(operator)).toEqual([]);
  });

  test('of single sign-on is good while that is on', async () => {
    const operator = await addOperator({ ssoSubject: 'subject of a session' });
    const { token, session } = await sessions.begin(operator, { network, before: undefined, hasSecondFactor: false });
    expect(await listOf(operator)).toEqual([{ session, operator }]);
    expect(await sessions.find(token, true)).toEqual({ session, operator });
    expect(await open({ isLocalOn: true, isSsoOn: false }).find(token, true)).toBeUndefined();
  });

  test('is ended by a colleague, which is recorded once', async () => {
    const [operator, admin] = [await addOperator(), await addOperator()];
    const { session } = await signIn(operator.name);
    recorded = [];
    expect(await sessions.end(session.id, admin)).toBe(true);
    expect(await sessions.end(session.id, admin)).toBe(false);
    expect(recorded).toEqual([[toActor(admin), 'session_ended', session.id]]);
    expect(await idsOf(operator)).toEqual([]);
  });

  test('ends although that cannot be recorded', async () => {
    const operator = await addOperator();
    const { session } = await signIn(operator.name);
    isAuditFull = true;
    expect(await sessions.end(session.id, operator)).toBe(true);
    expect(await idsOf(operator)).toEqual([]);
  });
});

test('the token against other sites follows from that of the session and does not tell it', () => {
  expect(toCsrfToken('token')).toBe(createHmac('sha256', 'token').update('csrf').digest('base64url'));
});
