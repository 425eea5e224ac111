import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createManualClock, type ManualClock } from '../../../test/support/manual-clock.ts';
import { createOutputDirectory } from '../../../test/support/output.ts';
import { openTestStore, testRowProof } from '../../../test/support/stores/sqlite-store.ts';
import { isOperatorName, type OperatorId } from '../../domain/access/operator.ts';
import { createMemoryCounters } from '../../stores/limits/counters.memory.ts';
import { createOperatorStore } from '../../stores/operators/operators.sql.ts';
import { createSqliteSql } from '../../stores/sql/sql.ts';
import type { SqliteStore } from '../../stores/sqlite/database.ts';
import { createSeal } from '../seal.ts';
import { createDevices } from './devices.ts';
import { createPasswords } from './password.ts';
import type { OperatorStore } from './ports.ts';
import { createSessions } from './sessions.ts';
import { createSignInPauses } from './sign-in-pauses.ts';
import {
  createSingleSignOn,
  findRole,
  type Identity,
  type SignInProof,
  type SingleSignOn,
  toOperatorName,
  toOwnScreen,
} from './single-sign-on.ts';

describe('a name of the provider', () => {
  test.each([
    ['Ana.Souza@Banco.example', 'ana.souza@banco.example'],
    ['João Araújo', 'joao-araujo'],
    ['  -..ana', 'ana'],
    ['李', 'sso-'],
    ['x'.repeat(200), 'x'.repeat(60)],
    ['ana#2', 'ana-2'],
    ['ana  souza (risk)', 'ana-souza-risk'],
    ['#-.9a', '9a'],
    [`${'x'.repeat(58)}---y`, 'x'.repeat(58)],
    ['a', 'sso-a'],
    ['ab', 'ab'],
  ])('%s becomes %s', (text, name) => {
    expect(toOperatorName(text)).toBe(name);
  });

  test('is always one that an operator could have', () => {
    for (const text of ['', '.', 'a', '💡', 'ana', '@@@', '\u0000'])
      expect(isOperatorName(toOperatorName(text))).toBe(true);
  });
});

test('of several roles the highest holds, and no group is no role', () => {
  const groups = { viewer: ['guests', 'staff'], analyst: ['risk'], admin: ['it'] };
  expect(findRole({ groups: ['staff', 'it'] }, groups)).toBe('admin');
  expect(findRole({ groups: ['staff'] }, groups)).toBe('viewer');
  expect(findRole({ groups: ['IT', 'others'] }, groups)).toBeUndefined();
});

test('the way back leads to a screen of the console and nowhere else', () => {
  for (const screen of ['/console', '/console/painel', '/console/consultas/abc-1', '/console/a/b/c'])
    expect(toOwnScreen(screen)).toBe(screen);
  for (const other of [
    '//evil.example',
    '/console//evil',
    '/consoles',
    '/console/a?b',
    '/console/a/b/c/d',
    'x/console',
    '/console/painel.html',
    '/console/%2e',
    'javascript:1',
    '',
  ])
    expect(toOwnScreen(other)).toBe('/console');
});

describe('the way to the provider and back', () => {
  const groups = { viewer: ['staff'], analyst: ['risk'], admin: ['it'] };
  const secret = new Uint8Array(32).fill(1);
  const minuteMs = 60_000;
  let sqlite: SqliteStore;
  let store: OperatorStore;
  let clock: ManualClock;
  let sso: SingleSignOn;
  let recorded: string[][];
  let onRecord: () => Promise<unknown>;
  /** The provider, which is another party: who comes back from it, and what it was told. */
  let identity: Identity;
  let proofs: SignInProof[];
  let signOut: string | undefined;
  let count = 0;

  beforeAll(() => {
    sqlite = openTestStore(createOutputDirectory('single-sign-on'));
    store = createOperatorStore(createSqliteSql(sqlite), testRowProof);
  });
  afterAll(() => sqlite.close());
  beforeEach(() => {
    clock = createManualClock();
    recorded = [];
    proofs = [];
    onRecord = async () => {};
    identity = { subject: `subject ${++count}`, name: `Person ${count}`, groups: ['risk'] };
    sso = open(secret);
  });

  function open(master: Uint8Array): SingleSignOn {
    const record = async (...entry: string[]) => {
      recorded.push(entry);
      await onRecord();
    };
    const seal = createSeal(master);
    const common = { store, passwords: createPasswords(() => [master], randomBytes), clock, randomBytes, seal, record };
    const sessions = createSessions({
      ...common,
      purgeClock: clock,
      tokenSecrets: () => [master],
      factorRoles: ['viewer', 'analyst', 'admin'],
      pauses: createSignInPauses(createMemoryCounters({ clock, windowsMax: 100 })),
      devices: createDevices({ secret: () => master, clock }),
      ways: { isLocalOn: true, isSsoOn: true },
      idleMsMax: 60 * minuteMs,
      ageMsMax: 60 * minuteMs,
    });
    const provider = {
      toSignIn: async (proof: SignInProof) => `https://login.example/${proofs.push(proof)}`,
      findIdentity: async (query: string, { state, nonce, verifier }: SignInProof) => {
        proofs.push({ state, nonce, verifier });
        expect(query).toBe('code=1');
        return identity;
      },
      findSignOut: async () => signOut,
    };
    return createSingleSignOn({ ...common, label: 'Login', groups, provider, sessions });
  }

  const finish = (pending: string | undefined, before?: string) =>
    sso.finish({ query: 'code=1', pending, network: '192.0.2.1', before });
  const signIn = async (before?: string) => finish((await sso.begin('/console/painel')).pending, before);
  const kindOf = (promise: Promise<unknown>) =>
    promise.then(
      () => 'signed in',
      (error: Error & { kind?: string }) => [error.name, error.kind, error.message],
    );
  const find = () => store.findBySubject(identity.subject);
  const sessionsOf = async (id: string) =>
    (await store.listSessions()).filter(({ operator }) => operator.id === id).map(({ session }) => session.id);

  async function take(name: string, ssoSubject: string | null): Promise<void> {
    const id = `opr_taken${++count}` as OperatorId;
    const own = {
      hasTotp: false,
      hasPasskey: false,
      createdAtMs: 1,
      disabledAtMs: null,
      localUntilMs: null,
      ssoSubject,
    };
    const operator = { record: { id, name, role: 'viewer' as const, ...own }, passwordHash: '', sealedTotp: null };
    await store.insert({ ...operator, totpStep: 0, deviceEpoch: 0 });
  }

  test('goes where the provider says, with three secrets that are new each time', async () => {
    expect((await sso.begin('/console')).address).toBe('https://login.example/1');
    await sso.begin('/console');
    const secrets = proofs.flatMap(({ state, nonce, verifier }) => [state, nonce, verifier]);
    for (const each of secrets) expect(each).toMatch(/^[\w-]{43}$/);
    expect(new Set(secrets).size).toBe(6);
    expect(sso.label).toBe('Login');
  });

  test('ends in a session at the screen where it began, and proves the same three secrets', async () => {
    const { pending } = await sso.begin('/console/painel');
    expect(Buffer.from(pending, 'base64url').includes('painel')).toBe(false);
    const begun = await finish(pending);
    expect(proofs[1]).toEqual(proofs[0]);
    expect(begun).toMatchObject({ screen: '/console/painel', operator: await find(), token: expect.any(String) });
    expect(await sessionsOf(begun.operator.id)).toEqual([begun.session.id]);
    const again = await signIn(begun.token);
    expect(await sessionsOf(begun.operator.id)).toEqual([again.session.id]);
    expect((await finish((await sso.begin('//evil.example')).pending)).screen).toBe('/console');
  });

  test('may take a quarter of an hour', async () => {
    const { pending } = await sso.begin('/console');
    const other = (await sso.begin('/console')).pending;
    clock.advance(15 * minuteMs - 1);
    expect(await kindOf(finish(other))).toBe('signed in');
    clock.advance(1);
    expect(await kindOf(finish(pending))).toEqual(['SsoFault', 'expired', 'nothing is pending in this browser']);
  });

  test('must have begun in this browser, under this master secret', async () => {
    const { pending } = await open(new Uint8Array(32).fill(2)).begin('/console');
    const elsewhere = createSeal(secret).close('{"startedAtMs":9e15}', '');
    for (const other of [undefined, '', 'nonsense', pending, Buffer.from(elsewhere).toString('base64url')])
      expect(await kindOf(finish(other))).toEqual(['SsoFault', 'expired', 'nothing is pending in this browser']);
  });

  test('makes a new operator of whoever comes for the first time', async () => {
    const { operator } = await signIn();
    expect(operator).toEqual({
      id: expect.stringMatching(/^opr_[0-9a-f]{18}$/),
      name: `person-${count}`,
      role: 'analyst',
      hasTotp: false,
      hasPasskey: false,
      createdAtMs: clock.nowMs(),
      disabledAtMs: null,
      ssoSubject: identity.subject,
      localUntilMs: null,
    });
    expect(await find()).toEqual(operator);
    const { passwordHash, ...stored } = (await store.findByName(operator.name)) ?? { passwordHash: '' };
    expect(stored).toEqual({ record: operator, sealedTotp: null, totpStep: 0, deviceEpoch: 0 });
    expect(passwordHash).toMatch(/^\$argon2id\$/);
    const actor = `operator:${operator.name}`;
    expect(recorded).toEqual([
      [actor, 'operator_created', `${operator.id} ${identity.subject}`],
      [actor, 'signed_in', operator.id],
    ]);
  });

  test('knows whoever came before, and leaves their sessions alone', async () => {
    const first = await signIn();
    const second = await signIn();
    expect(second.operator).toEqual(first.operator);
    expect((await sessionsOf(first.operator.id)).length).toBe(2);
    expect(recorded.filter(([, act]) => act !== 'signed_in').length).toBe(1);
  });

  test('follows the groups: another role is recorded, and ends the sessions of the old one', async () => {
    const { operator } = await signIn();
    identity = { ...identity, groups: ['it'] };
    recorded = [];
    const changed = await signIn();
    expect(changed.operator).toEqual({ ...operator, role: 'admin' });
    expect(await find()).toEqual(changed.operator);
    expect(recorded[0]).toEqual([`operator:${operator.name}`, 'operator_changed', `${operator.id} role=admin`]);
    expect(await sessionsOf(operator.id)).toEqual([changed.session.id]);
  });

  test('without a group that has a role is refused, and ends what went on in that name', async () => {
    const { operator } = await signIn();
    identity = { ...identity, groups: ['others'] };
    recorded = [];
    expect(await kindOf(signIn())).toEqual(['SsoFault', 'no_role', 'none of the groups has a role']);
    expect((await find())?.role).toBe('viewer');
    expect(await sessionsOf(operator.id)).toEqual([]);
    const refused = [`operator:${operator.name}`, 'sign_in_failed', operator.id];
    const changed = [`operator:${operator.name}`, 'operator_changed', `${operator.id} role=viewer`];
    expect(recorded).toEqual([changed, refused]);
    expect(await kindOf(signIn())).toEqual(['SsoFault', 'no_role', 'none of the groups has a role']);
    expect(recorded).toEqual([changed, refused, refused]);
  });

  test('without a group that has a role makes no operator', async () => {
    identity = { ...identity, groups: [] };
    expect(await kindOf(signIn())).toEqual(['SsoFault', 'no_role', 'none of the groups has a role']);
    expect(await find()).toBeUndefined();
    expect(recorded).toEqual([['sso', 'sign_in_failed', identity.subject]]);
  });

  test('is good once, even where the provider would prove the same answer again', async () => {
    const { pending } = await sso.begin('/console');
    const both = await Promise.all([kindOf(finish(pending)), kindOf(finish(pending))]);
    expect(both).toContainEqual('signed in');
    expect(both).toContainEqual(['SsoFault', 'expired', 'this answer was used before']);
    expect(await kindOf(finish(pending))).toEqual(['SsoFault', 'expired', 'this answer was used before']);
    expect((await sessionsOf((await find())?.id ?? '')).length).toBe(1);
  });

  test('is refused to an operator who is disabled, which is recorded', async () => {
    const { operator } = await signIn();
    await store.update(operator.id, { disabledAtMs: 1 });
    recorded = [];
    expect(await kindOf(signIn())).toEqual(['SsoFault', 'disabled', 'the operator is disabled']);
    expect(recorded).toEqual([[`operator:${operator.name}`, 'sign_in_failed', operator.id]]);
  });

  test('gives a namesake a number', async () => {
    await take('namesake', null);
    await take('namesake#2', 'subject of a namesake');
    identity = { ...identity, name: 'Namesake' };
    expect((await signIn()).operator.name).toBe('namesake#3');
    expect(recorded.map(([, act]) => act)).toEqual(['operator_created', 'signed_in']);
  });

  test('gives up after ninety-nine of one name', async () => {
    await take('many', null);
    for (let number = 2; number < 99; number++) await take(`many#${number}`, null);
    identity = { ...identity, name: 'Many' };
    expect((await signIn()).operator.name).toBe('many#99');
    identity = { ...identity, subject: 'subject of the hundredth' };
    expect(await kindOf(signIn())).toEqual(['SsoFault', 'refused', 'too many operators of one name']);
  });

  test('takes the next number where somebody took the name meanwhile', async () => {
    identity = { ...identity, name: 'Slow' };
    onRecord = () => take('slow', null);
    expect((await signIn()).operator.name).toBe('slow#2');
  });

  test('is the same operator where a second window was faster', async () => {
    onRecord = () => take('faster', identity.subject);
    expect((await signIn()).operator).toEqual(await find());
    expect((await find())?.name).toBe('faster');
  });

  test('signs out at the provider where that has a place for it', async () => {
    signOut = 'https://login.example/out';
    expect(await sso.findSignOut()).toBe(signOut);
    signOut = undefined;
    expect(await sso.findSignOut()).toBeNull();
  });
});
