// Roles that need a second factor, and passkeys, which are one.

import { describe, expect, test } from 'vitest';
import { createAuthenticator } from '../../support/console/authenticator.ts';
import { consolePassword as password } from '../../support/console/console-page.ts';
import { codeOf } from '../../support/console/console-service.ts';
import { startPasskeyConsole } from '../../support/console/passkeys.ts';

const { service, address, openPage, signInByPassword, add, signInByPasskey } = await startPasskeyConsole({
  CONFERE_CONSOLE_TOTP_REQUIRED: 'analyst,admin',
});

describe('an operator whose role needs a second factor', () => {
  async function enrolByPasskey() {
    const name = await service.createOperator('analyst', password);
    const { page: other } = await signInByPassword(name);
    const { page, answer } = await signInByPassword(name);
    expect(answer.body).toMatchObject({ operator: null, must_enrol: { name } });
    const { cookie } = page;
    const authenticator = createAuthenticator(address);
    const added = await add(page, authenticator);
    return { name, page, other, former: cookie, authenticator, added };
  }

  test('sets up a passkey instead of an app, and is in with that session alone', async () => {
    const { name, page, other, former, authenticator, added } = await enrolByPasskey();
    expect(added.body).toMatchObject({ operator: { name, role: 'analyst' }, must_enrol: null });
    expect((await page.get('sessions')).body.sessions).toHaveLength(1);
    expect((await other.get('state')).body).toMatchObject({ operator: null, must_enrol: null });
    const before = openPage();
    before.cookie = former;
    expect((await before.get('state')).body).toMatchObject({ operator: null, must_enrol: null });
    expect((await signInByPasskey(authenticator)).answer.body).toMatchObject({ operator: { name }, must_enrol: null });
  });

  test('does not get in by the password alone any more, nor to another second factor', async () => {
    const { name } = await enrolByPasskey();
    const answer = await openPage().post('sign-in', { name, password, code: '' });
    expect([answer.status, codeOf(answer)]).toEqual([403, 'passkey_required']);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(codeOf(await openPage().post('sign-in', { name, password: 'wrong password', code: '' }))).toBe(
      'sign_in_refused',
    );
  });

  test('sets up a second factor anew once an administrator has removed the lost passkey', async () => {
    const { name, page, authenticator } = await enrolByPasskey();
    const [lost] = await service.operators.listPasskeys(name);
    await service.operators.removePasskey(name, lost?.id ?? '');
    expect((await page.get('sessions')).status).toBe(401);
    expect(codeOf((await signInByPasskey(authenticator)).answer)).toBe('passkey_refused');
    const { answer } = await signInByPassword(name);
    expect(answer.body).toMatchObject({ operator: null, must_enrol: { name } });
  });

  test('may remove the only one, and must set up another before anything else', async () => {
    const { name, page } = await enrolByPasskey();
    const [{ id }] = (await page.get('passkeys')).body.passkeys;
    expect((await page.post('passkey-remove', { id })).body).toEqual({ removed: true });
    expect((await page.get('sessions')).status).toBe(401);
    expect((await page.get('state')).body).toMatchObject({ operator: null, must_enrol: { name } });
  });
});
