// Single sign-on over real sockets, against a real OpenID Connect provider: who gets in and as what, and the way there and back.

import { describe, expect, test } from 'vitest';
import { createOidcProbe } from '../../../src/sso/oidc-probe.ts';
import { openConsolePage, consolePassword as password } from '../../support/console/console-page.ts';
import { clientSecret, createWalker } from '../../support/console/identity-provider.ts';
import { startSso } from '../../support/console/sso.ts';
import { findFreePort } from '../../support/free-port.ts';
import { openTestService } from '../../support/service/service.ts';

const { clock, address, provider, service, settings, newLogin, comeBack, openPage, signIn, whoIs, admin } =
  await startSso();

describe('somebody whom the provider has proved', () => {
  test('is in, by the highest role of their groups, with a cookie of the usual kind', async () => {
    const walker = createWalker();
    const login = newLogin('staff', 'confere-analysts', 'football');
    const answer = await walker.go(await comeBack(walker, login));
    expect(answer.headers.getSetCookie().at(-1)).toMatch(
      /^confere-loopback-\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    const page = await openPage(walker);
    expect(await whoIs(page)).toMatchObject({ name: `${login}@banco.example`, role: 'analyst' });
    expect((await page.get('state')).body).toMatchObject({ single_sign_on: { label: 'Banco' }, local_sign_in: true });
  });

  test('is the same operator the next time; what they may do is what their groups say then, and older sessions end', async () => {
    const login = newLogin('confere-admins');
    const first = await signIn(login);
    provider.groups.set(login, ['staff']);
    const second = await signIn(login);
    expect(await whoIs(first)).toBeNull();
    expect(await whoIs(second)).toMatchObject({ role: 'viewer' });
    provider.groups.set(login, []);
    const walker = createWalker();
    const refused = await walker.go(await comeBack(walker, login));
    expect(refused.headers.get('location')).toBe('/console?sso=no_role');
    expect(await whoIs(second)).toBeNull();
    const names = (await service.operators.list()).filter(({ name }) => name.startsWith(`${login}@`));
    expect(names).toHaveLength(1);
  });

  test('stands in the audit by name and subject, and can be disabled here', async () => {
    const login = newLogin('staff');
    const page = await signIn(login);
    const { rows } = (await (await admin()).post('audit-search', { kind: 'act' })).body;
    const acts = rows.filter(({ who }: { who: string | null }) => who?.includes(`${login}@banco.example`));
    expect(acts.map(({ act }: { act: string }) => act).toSorted()).toEqual(['operator_created', 'signed_in']);
    expect(acts.some(({ target }: { target: string }) => target.endsWith(` ${provider.issuer} ${login}`))).toBe(true);
    await service.operators.setDisabled(`${login}@banco.example`, true);
    expect(await whoIs(page)).toBeNull();
    const walker = createWalker();
    expect((await walker.go(await comeBack(walker, login))).headers.get('location')).toBe('/console?sso=disabled');
  });

  test('does not become somebody with a password who has the same name, nor the other way round', async () => {
    const login = newLogin('staff');
    const name = `${login}@banco.example`;
    await service.operators.create({ name, role: 'admin', password });
    expect(await whoIs(await signIn(login))).toMatchObject({ name: `${name}#2`, role: 'viewer' });
    const page = openConsolePage(address);
    const wrong = await page.post('sign-in', { name: `${name}#2`, password, code: '' });
    expect([wrong.status, wrong.body.code]).toEqual([401, 'sign_in_refused']);
    await expect(service.operators.setPassword(`${name}#2`, password)).rejects.toThrow(/single sign-on/);
  });

  test('is in with a key that the provider has only just begun to use', async () => {
    await signIn(newLogin('staff'));
    provider.rotateKeys();
    await signIn(newLogin('staff'));
  });

  test('signs out here and is led to the provider to sign out there', async () => {
    const page = await signIn(newLogin('staff'));
    const { leave_to } = (await page.post('sign-out')).body;
    const there = new URL(leave_to);
    expect(there.origin).toBe(provider.issuer);
    expect(Object.fromEntries(there.searchParams)).toMatchObject({
      client_id: 'confere',
      post_logout_redirect_uri: `${address}/console`,
    });
    expect(await whoIs(page)).toBeNull();
  });
});

describe('the way there and back', () => {
  test.each([
    ['https://evil.example', '/console'],
    ['//evil.example', '/console'],
    ['/console/../../evil', '/console'],
    ['/console\\@evil.example', '/console'],
    ['/console/painel', '/console/painel'],
  ])('to %s leads to %s', async (to, where) => {
    const walker = createWalker();
    const back = await comeBack(walker, newLogin('staff'), `?to=${encodeURIComponent(to)}`);
    expect((await walker.go(back)).headers.get('location')).toBe(where);
  });

  test('asks for a code with PKCE, and holds what it must remember sealed, out of reach of scripts', async () => {
    const walker = createWalker();
    const answer = await walker.go(`${address}/console/sso/start`);
    const asked = Object.fromEntries(new URL(answer.headers.get('location') ?? '').searchParams);
    expect(asked).toMatchObject({ response_type: 'code', code_challenge_method: 'S256', client_id: 'confere' });
    expect(asked['redirect_uri']).toBe(`${address}/console/sso/callback`);
    const [cookie = ''] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/^confere-loopback-sso-\d+=[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=900$/);
    expect(cookie).not.toContain(asked['state'] ?? '?');
  });

  test('begins at the address that the settings name, and at no other name of this machine', async () => {
    const { port } = new URL(address);
    const answer = await fetch(`http://localhost:${port}/console/sso/start`, { redirect: 'manual' });
    expect(answer.headers.get('location')).toBe(`${address}/console/sso/start?to=%2Fconsole`);
  });
});

test('with passwords switched off nobody gets in by one, until somebody with a shell opens that way for a while', async () => {
  const only = await openTestService(
    { ...settings, CONFERE_CONSOLE_ADDRESS: address, CONFERE_CONSOLE_LOCAL_OPERATORS: 'false' },
    { clock },
  );
  const name = await only.createOperator('admin', password);
  const page = openConsolePage(only.address);
  const enter = () => page.post('sign-in', { name, password, code: '' }, { 'accept-language': 'pt-BR' });
  const refused = await enter();
  expect([refused.status, refused.body.code]).toEqual([401, 'sign_in_refused']);
  expect(refused.body.detail).toContain('login único');
  expect((await page.get('state')).body).toMatchObject({ local_sign_in: false });
  await only.operators.letIn(name, clock.nowMs() + 60_000);
  const entered = await enter();
  expect(entered.status).toBe(200);
  page.cookie = (entered.headers.getSetCookie()[0] ?? '').split(';', 1)[0] ?? '';
  expect((await page.get('sessions')).status).toBe(200);
  clock.advance(60_000);
  expect((await page.get('sessions')).status).toBe(401);
});

test('doctor asks the provider, and says what to compare where it is another one', async () => {
  const examine = (issuer: string) =>
    createOidcProbe(() => ({
      issuer,
      clientId: 'confere',
      clientSecret,
      scopes: 'openid',
      groupsClaim: 'groups',
      address,
    })).run();
  expect(await examine(provider.issuer)).toMatchObject({ subject: 'single_sign_on', state: 'ok' });
  const other = await examine(provider.issuer.replace('localhost', '127.0.0.1'));
  expect(other).toMatchObject({ state: 'fault', advice: expect.stringContaining('console.oidc.issuer') });
});

test('a provider that does not answer is said to be away, in the log too, and operators with a password go on', async () => {
  const port = await findFreePort();
  const own = `http://127.0.0.1:${port}`;
  const gone = await openTestService({
    ...settings,
    CONFERE_PORT: String(port),
    CONFERE_CONSOLE_OIDC_ISSUER: 'http://127.0.0.1:9',
    CONFERE_CONSOLE_ADDRESS: own,
  });
  const answer = await fetch(`${own}/console/sso/start`, { redirect: 'manual' });
  expect(answer.headers.get('location')).toBe('/console?sso=unavailable');
  expect(gone.readLog().some(({ event }) => event === 'sso_refused')).toBe(true);
  const name = await gone.createOperator('viewer', password);
  expect((await openConsolePage(own).post('sign-in', { name, password, code: '' })).status).toBe(200);
});
