// Passkeys of operators, over real sockets, with an authenticator in software: how one is added, signs in and goes, and every answer that
// is not a good one.

import { generateKeyPairSync } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  type Authenticator,
  cborBytes,
  cborText,
  createAuthenticator,
  type Twist,
} from '../../support/console/authenticator.ts';
import { consolePassword as password } from '../../support/console/console-page.ts';
import { codeOf } from '../../support/console/console-service.ts';
import { startPasskeyConsole } from '../../support/console/passkeys.ts';

const { clock, service, address, openPage, signInByPassword, signInAs, add, signInByPasskey, createWithPasskey } =
  await startPasskeyConsole();

// The failures of one test slow no other one down.
beforeEach(() => clock.advance(15 * 60_000));

const otherKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;

/** What the audit holds of the operator's passkeys and sign-ins, the oldest first. */
async function readActs(name: string): Promise<string[]> {
  const { body } = await (await signInAs('analyst')).post('audit-search', { kind: 'act' });
  return body.rows
    .filter((row: { who: string }) => row.who === name || row.who === `operator:${name}`)
    .map(({ act, target }: Record<string, string>) => `${act} ${target}`)
    .toReversed();
}

describe('a passkey', () => {
  test('is added with a name, listed with its last use, and signs in without a name or a password', async () => {
    const name = await service.createOperator('analyst', password);
    const { page } = await signInByPassword(name);
    expect((await page.get('state')).body.passkey_address).toBe(address);
    const authenticator = createAuthenticator(address);
    clock.advance(1_000);
    const added = await add(page, authenticator, { name: ' Notebook\u202e da\u001b[31m Ana ' });
    expect(added.body).toMatchObject({ operator: { name } });
    const [before] = (await page.get('passkeys')).body.passkeys;
    expect(before).toMatchObject({ name: 'Notebook da [31m Ana', last_used_at: null });
    clock.advance(1_000);

    const { page: other, answer } = await signInByPasskey(authenticator);
    expect(answer.body).toMatchObject({ operator: { name, role: 'analyst' }, must_enrol: null });
    expect(answer.headers.getSetCookie()[1]).toMatch(/^confere-loopback-device-/);
    const [after] = (await other.get('passkeys')).body.passkeys;
    expect(after.last_used_at).toBe(new Date(clock.nowMs()).toISOString());
    expect((await other.get('sessions')).status).toBe(200);

    const acts = await readActs(name);
    const [, id] = /^signed_in (opr_\w+)$/.exec(acts[0] ?? '') ?? [];
    expect(acts).toEqual([
      `signed_in ${id}`,
      `passkey_added ${id} ${before.id}`,
      `passkey_used ${id} ${before.id}`,
      `signed_in ${id}`,
    ]);
  });

  test('is asked for with the person verified and without a list of names, at one address', async () => {
    const { options } = (await openPage().post('passkey-sign-in-begin')).body;
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    expect(options.allowCredentials ?? []).toEqual([]);
    const { page, authenticator } = await createWithPasskey();
    const further = (await page.post('passkey-add-begin')).body.options;
    expect(further).toMatchObject({
      rp: { id: 'localhost', name: 'Confere' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: authenticator.made[0]?.id }],
    });
    expect(Buffer.from(further.user.id, 'base64url').toString()).toMatch(/^opr_\w+$/);
  });

  test('signs in again and again, whether or not its authenticator counts', async () => {
    for (const counts of [true, false]) {
      const { name, authenticator } = await createWithPasskey('viewer', counts);
      for (let time = 0; time < 3; time++)
        expect((await signInByPasskey(authenticator)).answer.body.operator.name).toBe(name);
    }
  });

  const badAnswers: [string, Twist][] = [
    ['another origin', { origin: 'http://localhost:1' }],
    ['another host', { rpId: 'evil.example' }],
    ['another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['a person who was not verified', { isUserVerified: false }],
    ['a page in a frame', { crossOrigin: true }],
  ];

  test.each([
    ...badAnswers,
    ['the other kind of answer', { type: 'webauthn.create' }],
    ['another key', { key: otherKey }],
    ['a count that stands still', { count: 1 }],
    ['a count that began anew', { count: 0 }],
    ['another operator', { userHandle: Buffer.from('opr_other').toString('base64url') }],
  ] satisfies [string, Twist][])('signs nobody in with %s, which the audit tells', async (_what, twist) => {
    const { name, page, authenticator } = await createWithPasskey();
    await signInByPasskey(authenticator);
    const { answer } = await signInByPasskey(authenticator, twist);
    expect([answer.status, codeOf(answer)]).toEqual([401, 'passkey_refused']);
    expect(answer.headers.getSetCookie()).toEqual([]);
    const [{ id }] = (await page.get('passkeys')).body.passkeys;
    expect((await readActs(name)).at(-1)).toMatch(new RegExp(`^sign_in_failed opr_\\w+ ${id}$`));
    expect((await signInByPasskey(authenticator)).answer.status).toBe(200);
  });

  test.each([
    ...badAnswers,
    ['the other kind of answer', { type: 'webauthn.get' }],
    [
      'certificates that nobody asked for',
      {
        attestation: {
          format: 'packed',
          statement: Buffer.concat([
            Buffer.from([0xa3]),
            ...[cborText('alg'), Buffer.from([0x26]), cborText('sig'), cborBytes(Buffer.alloc(70))],
            ...[cborText('x5c'), Buffer.from([0x81]), cborBytes(Buffer.alloc(20))],
          ]),
        },
      },
    ],
    ['a statement of another kind', { attestation: { format: 'fido-u2f', statement: Buffer.from([0xa0]) } }],
  ] satisfies [string, Twist][])('is not added with %s', async (_what, twist) => {
    const { page } = await signInByPassword(await service.createOperator('viewer', password));
    const answer = await add(page, createAuthenticator(address), twist);
    expect([answer.status, codeOf(answer)]).toEqual([422, 'passkey_not_added']);
    expect((await page.get('passkeys')).body.passkeys).toEqual([]);
  });

  test('that was made up is refused, as are texts that are no answer at all', async () => {
    const stranger = createAuthenticator(address);
    stranger.add({ challenge: '', rp: { id: 'localhost' }, user: { id: 'b3By' } });
    expect(codeOf((await signInByPasskey(stranger)).answer)).toBe('passkey_refused');
    const { authenticator } = await createWithPasskey();
    const page = openPage();
    const { options, pending } = (await page.post('passkey-sign-in-begin')).body;
    const good = authenticator.signIn(options);
    for (const field of ['client_data', 'authenticator_data', 'signature', 'user_handle']) {
      const answer = await page.post('passkey-sign-in', { pending, ...good, [field]: '%%%' });
      expect([field, codeOf(answer)]).toEqual([field, 'passkey_refused']);
    }
    expect((await page.post('passkey-sign-in', { pending, ...good })).status).toBe(200);
  });
});

describe('a challenge', () => {
  async function beginSignIn(authenticator: Authenticator) {
    const { options, pending } = (await openPage().post('passkey-sign-in-begin')).body;
    return () => openPage().post('passkey-sign-in', { pending, ...authenticator.signIn(options) });
  }

  test('is good for one answer, also of an authenticator that does not count', async () => {
    const { authenticator } = await createWithPasskey('viewer', false);
    const send = await beginSignIn(authenticator);
    const [one, other] = await Promise.all([send(), send()]);
    expect([one.status, other.status].toSorted()).toEqual([200, 401]);
    expect(codeOf(await send())).toBe('passkey_refused');
  });

  test('is good for five minutes', async () => {
    const { page, authenticator } = await createWithPasskey();
    const [late, inTime] = [await beginSignIn(authenticator), await beginSignIn(authenticator)];
    const adding = (await page.post('passkey-add-begin')).body;
    clock.advance(5 * 60_000 - 1);
    expect((await inTime()).status).toBe(200);
    clock.advance(1);
    expect(codeOf(await late())).toBe('passkey_refused');
    const { options, pending } = adding;
    const tooLate = await page.post('passkey-add', { pending, name: '', ...authenticator.add(options) });
    expect(codeOf(tooLate)).toBe('enrolment_expired');
  });

  test('is of one session and for one purpose', async () => {
    const [one, other] = [await createWithPasskey(), await createWithPasskey()];
    const { options, pending } = (await one.page.post('passkey-add-begin')).body;
    const taken = await other.page.post('passkey-add', { pending, name: '', ...one.authenticator.add(options) });
    expect(codeOf(taken)).toBe('enrolment_expired');
    const forSignIn = (await openPage().post('passkey-sign-in-begin')).body;
    const answer = one.authenticator.add({ ...options, challenge: forSignIn.options.challenge });
    expect(codeOf(await one.page.post('passkey-add', { pending: forSignIn.pending, name: '', ...answer }))).toBe(
      'enrolment_expired',
    );
    const swapped = one.authenticator.signIn({ challenge: options.challenge, rpId: 'localhost' });
    expect(codeOf(await openPage().post('passkey-sign-in', { pending, ...swapped }))).toBe('passkey_refused');
  });

  test('brings a removed passkey not back', async () => {
    const { page, authenticator } = await createWithPasskey();
    const { options, pending } = (await page.post('passkey-add-begin')).body;
    const body = { pending, name: '', ...authenticator.add(options) };
    expect((await page.post('passkey-add', body)).status).toBe(200);
    const { passkeys } = (await page.get('passkeys')).body;
    await page.post('passkey-remove', { id: passkeys[1].id });
    expect(codeOf(await page.post('passkey-add', body))).toBe('enrolment_expired');
    expect((await page.get('passkeys')).body.passkeys).toHaveLength(1);
  });
});

describe('an operator', () => {
  test('who is disabled is refused, and let in again when enabled', async () => {
    const { name, authenticator } = await createWithPasskey();
    await service.operators.setDisabled(name, true);
    expect(codeOf((await signInByPasskey(authenticator)).answer)).toBe('passkey_refused');
    await service.operators.setDisabled(name, false);
    expect((await signInByPasskey(authenticator)).answer.status).toBe(200);
  });

  test('removes a passkey, which ends what others began and is good for nothing from then on', async () => {
    const { name, page, authenticator } = await createWithPasskey();
    const { page: thief } = await signInByPasskey(authenticator);
    const [{ id }] = (await page.get('passkeys')).body.passkeys;
    expect((await page.post('passkey-remove', { id: 'psk_none' })).body).toEqual({ removed: false });
    expect((await page.post('passkey-remove', { id })).body).toEqual({ removed: true });
    expect((await page.get('passkeys')).body.passkeys).toEqual([]);
    expect((await thief.get('passkeys')).status).toBe(401);
    expect(codeOf((await signInByPasskey(authenticator)).answer)).toBe('passkey_refused');
    expect(await readActs(name)).toContainEqual(expect.stringMatching(`^passkey_removed opr_\\w+ ${id}$`));
  });

  test('neither sees nor removes those of others', async () => {
    const [ana, bia] = [await createWithPasskey(), await createWithPasskey('admin')];
    const [{ id }] = (await ana.page.get('passkeys')).body.passkeys;
    expect((await bia.page.get('passkeys')).body.passkeys.map((one: { id: string }) => one.id)).not.toContain(id);
    expect((await bia.page.post('passkey-remove', { id })).body).toEqual({ removed: false });
    expect((await signInByPasskey(ana.authenticator)).answer.status).toBe(200);
  });

  test('changes passkeys soon after a sign-in only', async () => {
    const { page, authenticator } = await createWithPasskey();
    const [{ id }] = (await page.get('passkeys')).body.passkeys;
    clock.advance(10 * 60_000 - 1_000);
    const { options, pending } = (await page.post('passkey-add-begin')).body;
    clock.advance(1_000);
    expect(codeOf(await page.post('passkey-add-begin'))).toBe('sign_in_too_old');
    expect(codeOf(await page.post('passkey-remove', { id }))).toBe('sign_in_too_old');
    // What was begun in time is finished.
    const finished = await page.post('passkey-add', { pending, name: '', ...authenticator.add(options) });
    expect(finished.status).toBe(200);
    expect((await page.get('passkeys')).body.passkeys.map(({ name }: { name: string }) => name)).toEqual([
      'Chave',
      'Passkey',
    ]);
  });

  test('has ten at most', async () => {
    const { page, authenticator } = await createWithPasskey();
    const { options, pending } = (await page.post('passkey-add-begin')).body;
    for (let more = 0; more < 9; more++) expect((await add(page, authenticator)).status).toBe(200);
    expect(codeOf(await add(page, authenticator))).toBe('passkeys_full');
    expect(codeOf(await page.post('passkey-add', { pending, name: '', ...authenticator.add(options) }))).toBe(
      'passkeys_full',
    );
    const body = (await page.get('passkeys')).body;
    expect([body.passkeys.length, body.passkeys_max]).toEqual([10, 10]);
  });

  test('shows the token that no other site can read, and a page of the console', async () => {
    const { page, authenticator } = await createWithPasskey();
    page.csrf = 'another';
    for (const [route, body] of [
      ['passkey-add-begin', {}],
      ['passkey-add', { pending: 'x', name: 'x', credential_id: 'x', client_data: 'x', attestation: 'x' }],
      ['passkey-remove', { id: 'x' }],
    ] as const)
      expect([route, codeOf(await page.post(route, body))]).toEqual([route, 'cross_site_refused']);
    const { options, pending } = (await openPage().post('passkey-sign-in-begin')).body;
    const body = { pending, ...authenticator.signIn(options) };
    const elsewhere = { origin: 'https://evil.example' };
    expect(codeOf(await openPage().post('passkey-sign-in', body, elsewhere))).toBe('cross_site_refused');
    for (const route of ['passkey-add-begin', 'passkey-remove'])
      expect([route, codeOf(await openPage().post(route, { id: 'x' }))]).toEqual([route, 'sign_in_required']);
  });
});

test('an administrator removes a lost passkey on the machine, which ends the sessions', async () => {
  const { name, page, authenticator } = await createWithPasskey();
  const [passkey] = await service.operators.listPasskeys(name);
  expect(passkey).toMatchObject({ name: 'Chave', lastUsedAtMs: null });
  await service.operators.removePasskey(name, passkey?.id ?? '');
  expect((await page.get('state')).body.operator).toBeNull();
  expect(codeOf((await signInByPasskey(authenticator)).answer)).toBe('passkey_refused');
  await expect(service.operators.removePasskey(name, passkey?.id ?? '')).rejects.toThrow('has no such passkey');
});

test('a stranger who tries passkeys without end waits, and keeps nobody from a device that is known', async () => {
  const { name, authenticator } = await createWithPasskey();
  const { page: known, answer } = await signInByPasskey(authenticator);
  const device = answer.headers.getSetCookie()[1]?.split(';', 1)[0] ?? '';
  const stranger = createAuthenticator(address);
  stranger.add({ challenge: '', rp: { id: 'localhost' }, user: { id: 'b3By' } });
  const statuses: number[] = [];
  for (let time = 0; time < 25; time++) {
    const made = Buffer.from(`made up ${time}`).toString('base64url');
    const { options, pending } = (await openPage().post('passkey-sign-in-begin')).body;
    const body = { pending, ...stranger.signIn(options), credential_id: made };
    statuses.push((await openPage().post('passkey-sign-in', body)).status);
  }
  expect(statuses).toEqual([...Array(20).fill(401), ...Array(5).fill(429)]);
  // The network waits, whoever comes; only a device that is known does not.
  expect((await signInByPasskey(authenticator)).answer.status).toBe(429);
  known.cookie = device;
  expect((await signInByPasskey(authenticator, {}, known)).answer.body.operator.name).toBe(name);
  expect((await openPage().post('sign-in', { name, password, code: '' })).status).toBe(429);
  clock.advance(60_000);
  expect((await signInByPasskey(authenticator)).answer.status).toBe(200);
});
