// A console that an identity provider leads into: both of them running, and the way of somebody through them.

import { afterAll, expect } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { findFreePort } from '../free-port.ts';
import { startTestService } from '../service/service.ts';
import { type ConsolePage, openConsolePage } from './console-page.ts';
import { clientSecret, createWalker, passProvider, startProvider, type Walker } from './identity-provider.ts';

export async function startSso() {
  // The provider goes by the machine's clock, and is judged by this one.
  let aheadMs = 0;
  const clock = {
    nowMs: () => systemClock.nowMs() + aheadMs,
    monotonicMs: () => systemClock.monotonicMs() + aheadMs,
    advance(ms: number) {
      aheadMs += ms;
    },
  };
  const port = await findFreePort();
  const address = `http://127.0.0.1:${port}`;
  const provider = await startProvider(address);
  const settings = {
    CONFERE_CONSOLE_OIDC_ISSUER: provider.issuer,
    CONFERE_CONSOLE_OIDC_CLIENT_ID: 'confere',
    CONFERE_CONSOLE_OIDC_CLIENT_SECRET: clientSecret,
    CONFERE_CONSOLE_OIDC_SCOPES: 'openid profile groups',
    CONFERE_CONSOLE_OIDC_LABEL: 'Banco',
    CONFERE_CONSOLE_OIDC_ROLES: 'admin=confere-admins,analyst=confere-analysts,viewer=staff',
  };
  const service = await startTestService(
    { ...settings, CONFERE_PORT: String(port), CONFERE_CONSOLE_ADDRESS: address },
    { clock },
  );
  afterAll(async () => {
    await service.close();
    await provider.close();
  });

  let logins = 0;
  const newLogin = (...groups: string[]) => {
    const login = `ana${++logins}`;
    provider.groups.set(login, groups);
    return login;
  };

  const start = async (walker: Walker, query = '') =>
    (await walker.go(`${address}/console/sso/start${query}`)).headers.get('location') ?? '';

  /** Up to the answer of the provider, which is not brought back yet. */
  async function comeBack(walker: Walker, login: string, query = ''): Promise<string> {
    return passProvider(walker, await start(walker, query), login);
  }

  const cookieOf = (walker: Walker) =>
    [...(walker.jar.get(new URL(address).host) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');

  async function openPage(walker: Walker): Promise<ConsolePage> {
    const page = openConsolePage(address);
    page.cookie = cookieOf(walker);
    page.csrf = (await page.get('state')).body.operator?.csrf ?? '';
    return page;
  }

  async function signIn(login: string, walker = createWalker()): Promise<ConsolePage> {
    const { headers } = await walker.go(await comeBack(walker, login));
    expect(headers.get('location')).toBe('/console');
    return openPage(walker);
  }

  const whoIs = async (page: ConsolePage) => (await page.get('state')).body.operator;
  const countSessions = async () => {
    const { sessions } = (await admin().then((page) => page.get('sessions'))).body;
    return sessions.length as number;
  };
  let adminPage: ConsolePage | undefined;
  const admin = async () => (adminPage ??= await signIn(newLogin('confere-admins')));

  return {
    clock,
    address,
    provider,
    service,
    settings,
    newLogin,
    start,
    comeBack,
    cookieOf,
    openPage,
    signIn,
    whoIs,
    countSessions,
    admin,
  };
}
