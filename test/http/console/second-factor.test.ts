// Roles that need a second factor, over real sockets: what a session without one may do, and how one sets up an authenticator app.

import { describe, expect, test } from 'vitest';
import { toTotpCode } from '../../../src/domain/access/totp.ts';
import { type ConsolePage, consolePassword as password } from '../../support/console/console-page.ts';
import { codeOf, startConsole } from '../../support/console/console-service.ts';
import { fromBase32 } from '../../support/console/second-factor.ts';

const { clock, service, openPage } = await startConsole({ CONFERE_CONSOLE_TOTP_REQUIRED: 'analyst,admin' });

/** Signed in as somebody who has to set a second factor up. */
async function signInWithout(role: 'analyst' | 'admin') {
  const name = await service.createOperator(role, password);
  const page = openPage();
  const answer = await page.post('sign-in', { name, password, code: '' });
  take(page, answer);
  page.csrf = answer.body.must_enrol.csrf;
  return { name, page, answer };
}

function take(page: ConsolePage, answer: { readonly headers: Headers }): void {
  page.cookie = (answer.headers.get('set-cookie') ?? '').split(';', 1)[0] as string;
}

const codeNow = (secret: string) => toTotpCode(fromBase32(secret), Math.floor(clock.nowMs() / 30_000));

describe('an operator without the second factor that the role needs', () => {
  test('is told so, and signed in nowhere', async () => {
    const { name, page, answer } = await signInWithout('analyst');
    expect(answer.body).toMatchObject({ operator: null, must_enrol: { name } });
    expect((await page.get('state')).body).toMatchObject({ operator: null, must_enrol: { name } });
    for (const route of ['sessions', 'registry', 'batches', 'dashboard-stream'])
      expect([route, (await page.get(route)).status]).toEqual([route, 401]);
    expect(codeOf(await page.post('audit-search', {}))).toBe('sign_in_required');
    expect((await page.post('verify-cpf', { with: 'live', cpf: '52998224725' })).status).toBe(401);
  });

  test('sets up an app by its first code, and is in with that session alone', async () => {
    const { name, page } = await signInWithout('admin');
    const other = openPage();
    take(other, await other.post('sign-in', { name, password, code: '' }));
    const { secret, address, pending } = (await page.post('totp-begin')).body;
    expect(address).toBe(`otpauth://totp/Confere:${name}?secret=${secret}&issuer=Confere`);
    const code = codeNow(secret);
    const done = await page.post('totp-finish', { pending, code });
    expect(done.body).toMatchObject({ operator: { name, role: 'admin' }, must_enrol: null });
    expect((await page.get('sessions')).status).toBe(401);
    take(page, done);
    page.csrf = done.body.operator.csrf;
    expect((await page.get('sessions')).status).toBe(200);
    expect((await other.get('state')).body).toMatchObject({ operator: null, must_enrol: null });
    // The first code is used up.
    expect((await openPage().post('sign-in', { name, password, code })).status).toBe(401);
    expect((await openPage().post('sign-in', { name, password, code: '' })).status).toBe(401);
    clock.advance(30_000);
    expect((await openPage().post('sign-in', { name, password, code: codeNow(secret) })).body).toMatchObject({
      operator: { name },
    });
  });

  test('is refused with a wrong code, and may try again', async () => {
    const { page } = await signInWithout('analyst');
    const { secret, pending } = (await page.post('totp-begin')).body;
    const wrong = await page.post('totp-finish', { pending, code: '000000' });
    expect([wrong.status, codeOf(wrong)]).toEqual([422, 'code_refused']);
    expect((await page.get('state')).body.operator).toBeNull();
    expect((await page.post('totp-finish', { pending, code: codeNow(secret) })).status).toBe(200);
  });

  test('cannot use what another session was given, nor what is a quarter of an hour old', async () => {
    const [one, other] = [await signInWithout('analyst'), await signInWithout('analyst')];
    const { secret, pending } = (await one.page.post('totp-begin')).body;
    const taken = await other.page.post('totp-finish', { pending, code: codeNow(secret) });
    expect(codeOf(taken)).toBe('enrolment_expired');
    clock.advance(15 * 60_000);
    expect(codeOf(await one.page.post('totp-finish', { pending, code: codeNow(secret) }))).toBe('enrolment_expired');
    expect((await one.page.get('state')).body.operator).toBeNull();
  });

  test('is asked for the token that no other site can read', async () => {
    const { page } = await signInWithout('analyst');
    page.csrf = 'another';
    expect(codeOf(await page.post('totp-begin'))).toBe('cross_site_refused');
    expect(codeOf(await page.post('totp-finish', { pending: 'x', code: '000000' }))).toBe('cross_site_refused');
  });

  test('can leave', async () => {
    const { page } = await signInWithout('analyst');
    expect((await page.post('sign-out')).status).toBe(200);
    expect((await page.get('state')).body.must_enrol).toBeNull();
  });
});

describe('an operator who is in', () => {
  test('of another role needs none, and may set one up soon after signing in', async () => {
    const name = await service.createOperator('viewer', password);
    const page = openPage();
    const answer = await page.post('sign-in', { name, password, code: '' });
    take(page, answer);
    page.csrf = answer.body.operator.csrf;
    clock.advance(10 * 60_000 - 1);
    const { secret, pending } = (await page.post('totp-begin')).body;
    clock.advance(1);
    expect(codeOf(await page.post('totp-begin'))).toBe('sign_in_too_old');
    const done = await page.post('totp-finish', { pending, code: codeNow(secret) });
    take(page, done);
    page.csrf = done.body.operator.csrf;
    expect(codeOf(await page.post('totp-begin'))).toBe('totp_exists');
  });

  test('must set one up when the app is taken away, at once', async () => {
    const { page } = await signInWithout('admin');
    const { secret, pending } = (await page.post('totp-begin')).body;
    const done = await page.post('totp-finish', { pending, code: codeNow(secret) });
    take(page, done);
    await service.operators.dropTotp(done.body.operator.name);
    expect((await page.get('sessions')).status).toBe(401);
    expect((await page.get('state')).body).toMatchObject({ operator: null, must_enrol: {} });
  });
});
