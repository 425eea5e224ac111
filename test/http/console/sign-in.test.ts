// Signing in over real sockets: the cookies it gives, how guessing is slowed down, devices that are known, and one-time codes.

import { afterEach, describe, expect, test } from 'vitest';
import { toTotpCode } from '../../../src/domain/access/totp.ts';
import { type ConsolePage, consolePassword as password } from '../../support/console/console-page.ts';
import { codeOf, startConsole } from '../../support/console/console-service.ts';
import { fromBase32 } from '../../support/console/second-factor.ts';

const { clock, service, openPage, signIn } = await startConsole();

// What one test fails at is forgotten before the next one.
afterEach(() => clock.advance(15 * 60_000));

describe('signing in', () => {
  test('gives a cookie that no script and no other site can use, and names the operator', async () => {
    const name = await service.createOperator('analyst', password);
    const answer = await openPage().post('sign-in', { name, password, code: '' });
    const [session, device] = answer.headers.getSetCookie();
    expect(session).toMatch(
      new RegExp(`^confere-loopback-${service.port}=[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict$`),
    );
    expect(device).toMatch(
      new RegExp(
        `^confere-loopback-device-${service.port}=[\\w.-]+; Path=/; HttpOnly; SameSite=Strict; Max-Age=7776000$`,
      ),
    );
    expect(device).not.toContain(name);
    expect(answer.body.operator).toMatchObject({ name, role: 'analyst' });
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('over HTTPS the cookie is bound to the host and secure', async () => {
    const name = await service.createOperator('viewer', password);
    const host = new URL(service.address).host;
    const answer = await openPage().post('sign-in', { name, password, code: '' }, { origin: `https://${host}` });
    expect(answer.headers.getSetCookie()[0]).toMatch(
      new RegExp(`^__Host-confere-${service.port}=[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict; Secure$`),
    );
  });

  test('the same sentence for a wrong name, a wrong password and a disabled operator', async () => {
    const name = await service.createOperator('viewer', password);
    const wrong = await openPage().post('sign-in', { name, password: 'something else here', code: '' });
    const unknown = await openPage().post('sign-in', { name: 'nobody', password, code: '' });
    const page = await signIn(name);
    await service.operators.setDisabled(name, true);
    const disabled = await openPage().post('sign-in', { name, password, code: '' });
    expect((await page.get('sessions')).status).toBe(401);
    for (const answer of [wrong, unknown, disabled]) {
      expect({ ...answer.body, request_id: '' }).toEqual({ ...wrong.body, request_id: '' });
      expect([answer.status, codeOf(answer)]).toEqual([401, 'sign_in_refused']);
    }
  });

  const guess = (name: string, page = openPage()) =>
    page.post('sign-in', { name, password: 'not the password', code: '' }, { 'accept-language': 'pt-BR' });
  const guessTimes = async (times: number, toName: (index: number) => string) => {
    for (let index = 0; index < times; index++) await guess(toName(index));
  };

  test('guessing is slowed down, also for the right password: each pause twice the one before', async () => {
    const name = await service.createOperator('viewer', password);
    await guessTimes(5, () => name);
    const refused = await guess(name);
    expect([refused.status, codeOf(refused), refused.headers.get('retry-after')]).toEqual([429, 'rate_limited', '1']);
    expect(refused.body.detail).toBe('Muitas tentativas de entrar sem sucesso. Tente de novo em 1 s.');
    clock.advance(1_000);
    expect((await guess(name)).status).toBe(401);
    clock.advance(1_000);
    expect((await openPage().post('sign-in', { name, password, code: '' })).status).toBe(429);
    clock.advance(1_000);
    await signIn(name);
  });

  test('of many guesses at once no more are tried than one after the other', async () => {
    const name = await service.createOperator('viewer', password);
    const statuses = await Promise.all(Array.from({ length: 12 }, async () => (await guess(name)).status));
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(7);
  });

  test('after twenty failures a network waits as a whole, and reads what else one can do', async () => {
    await guessTimes(20, (index) => `stranger-${index}`);
    const refused = await guess(await service.createOperator('viewer', password));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    expect(refused.body.detail).toContain('em um dispositivo que já entrou antes');
  });

  describe('a device that signed in before', () => {
    const openKnown = async (name: string) => {
      const page = openPage();
      const answer = await page.post('sign-in', { name, password, code: '' });
      page.cookie = answer.headers.getSetCookie()[1]?.split(';', 1)[0] ?? '';
      return page;
    };
    const tryFrom = async (page: ConsolePage, name: string) =>
      (await page.post('sign-in', { name, password, code: '' })).status;

    test('does not wait for what strangers guess at its name', async () => {
      const name = await service.createOperator('viewer', password);
      const page = await openKnown(name);
      await guessTimes(8, () => name);
      expect(await tryFrom(openPage(), name)).toBe(429);
      expect(await tryFrom(page, name)).toBe(200);
    });

    test('is slowed down by its own guesses', async () => {
      const name = await service.createOperator('viewer', password);
      const page = await openKnown(name);
      for (let index = 0; index < 10; index++) expect((await guess(name, page)).status).toBe(401);
      expect(await tryFrom(page, name)).toBe(429);
    });

    test.each<[string, (name: string) => Promise<void>]>([
      ['another password', (name) => service.operators.setPassword(name, password)],
      ['confere operators forget-devices', (name) => service.operators.forgetDevices(name)],
      ['ninety days', async () => clock.advance(90 * 86_400_000)],
    ])('%s ends that', async (_what, end) => {
      const name = await service.createOperator('viewer', password);
      const page = await openKnown(name);
      await end(name);
      await guessTimes(6, () => name);
      expect(await tryFrom(page, name)).toBe(429);
    });

    test('is known for its own name alone, and by our signature alone', async () => {
      const [name, other] = [await service.createOperator('viewer', password), 'someone-else'];
      const page = await openKnown(name);
      await guessTimes(6, () => other);
      expect(await tryFrom(page, other)).toBe(429);
      await guessTimes(6, () => name);
      page.cookie = `${page.cookie.slice(0, -2)}AA`;
      expect(await tryFrom(page, name)).toBe(429);
    });
  });

  test('a session that somebody else planted is not the one that signing in gives', async () => {
    const name = await service.createOperator('viewer', password);
    const planted = openPage();
    planted.cookie = `confere-loopback-${service.port}=planted-by-somebody-else`;
    await signIn(name, planted);
    expect(planted.cookie).not.toContain('planted');
    const before = planted.cookie;
    await signIn(name, planted);
    const former = openPage();
    former.cookie = before;
    expect((await former.get('state')).body.operator).toBeNull();
  });
});

test('an operator with an authenticator app needs its code, and each code once', async () => {
  const name = await service.createOperator('viewer', password);
  const secret = fromBase32((await service.operators.enrolTotp(name)).secret);
  const code = toTotpCode(secret, Math.floor(clock.nowMs() / 30_000));
  expect((await openPage().post('sign-in', { name, password, code: '' })).status).toBe(401);
  await signIn(name, openPage(), code);
  expect((await openPage().post('sign-in', { name, password, code })).status).toBe(401);
  await service.operators.dropTotp(name);
  await signIn(name);
});
