// A console at an address that browsers give passkeys to, and what its page does with an authenticator.

import { findFreePort } from '../free-port.ts';
import { type Authenticator, createAuthenticator, type Twist } from './authenticator.ts';
import { type ConsolePage, type ConsoleReply, consolePassword } from './console-page.ts';
import { startConsole } from './console-service.ts';

export async function startPasskeyConsole(env: Record<string, string> = {}) {
  const port = await findFreePort();
  const address = `http://localhost:${port}`;
  const console = await startConsole({ CONFERE_PORT: String(port), ...env });
  const openPage = () => console.openPage(address);

  /** Whoever the answer lets in is signed in on the page. */
  function take(page: ConsolePage, answer: ConsoleReply): ConsoleReply {
    const session = answer.headers.getSetCookie()[0];
    if (session !== undefined) page.cookie = session.split(';', 1)[0] as string;
    page.csrf = (answer.body.operator ?? answer.body.must_enrol)?.csrf ?? page.csrf;
    return answer;
  }

  async function signInByPassword(name: string, page = openPage()) {
    return { page, answer: take(page, await page.post('sign-in', { name, password: consolePassword, code: '' })) };
  }

  async function add(
    page: ConsolePage,
    authenticator: Authenticator,
    { name = 'Chave', ...twist }: Twist & { name?: string } = {},
  ) {
    const begun = await page.post('passkey-add-begin');
    if (begun.status !== 200) return begun;
    const { options, pending } = begun.body;
    return take(page, await page.post('passkey-add', { pending, name, ...authenticator.add(options, twist) }));
  }

  async function signInByPasskey(authenticator: Authenticator, twist: Twist = {}, page = openPage()) {
    const { options, pending } = (await page.post('passkey-sign-in-begin')).body;
    const answer = await page.post('passkey-sign-in', { pending, ...authenticator.signIn(options, twist) });
    return { page, answer: take(page, answer) };
  }

  /** A new operator of that role with one passkey, signed in by the password. */
  async function createWithPasskey(role: 'viewer' | 'analyst' | 'admin' = 'viewer', counts = true) {
    const name = await console.service.createOperator(role, consolePassword);
    const { page } = await signInByPassword(name);
    const authenticator = createAuthenticator(address, { counts });
    const answer = await add(page, authenticator);
    if (answer.status !== 200) throw new Error(`The passkey was not added: ${JSON.stringify(answer.body)}`);
    return { name, page, authenticator };
  }

  return { ...console, address, openPage, take, signInByPassword, add, signInByPasskey, createWithPasskey };
}
