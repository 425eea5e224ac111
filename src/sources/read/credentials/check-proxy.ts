// Checks the way to a party: the proxy that its description names, or else that of the environment. No fault repeats a password.

import { toBasic } from '../../call/credentials/oauth.ts';
import { type EnvironmentProxy, type FindProxy, isExcepted, noProxy, type PartyProxy } from '../../call/proxy.ts';
import type { ProxyDescription } from '../../schema/credentials/proxy.ts';
import type { CheckContext } from '../check-context.ts';
import { resolveSecret } from './check-credentials.ts';

export function checkProxy(
  proxy: ProxyDescription | undefined,
  environment: EnvironmentProxy | undefined,
  context: CheckContext,
): FindProxy {
  if (proxy === 'none') return noProxy;
  if (proxy === undefined) return findInEnvironment(environment, context);
  const { url, username, password } = proxy;
  const found = toProxy(url);
  if (found === undefined || found.authorization !== undefined) {
    const problem = found === undefined ? wrongAddress : 'credentials belong under username and password, by reference';
    context.fault(['proxy', 'url'], problem);
    return noProxy;
  }
  if ((username === undefined) !== (password === undefined))
    context.fault(['proxy'], 'username and password belong together');
  if (username === undefined || password === undefined) return () => found;
  const name = resolveSecret(username, ['proxy', 'username'], context);
  if (name.includes(':')) context.fault(['proxy', 'username'], 'a user name has no colon here');
  const authorization = toBasic(name, resolveSecret(password, ['proxy', 'password'], context));
  return () => ({ ...found, authorization });
}

const wrongAddress = 'it is an address with a port and nothing behind it, such as http://proxy.example:3128';

/** The variables are meant for the ways out of this machine: they change nothing for itself, nor for parties without TLS. */
function findInEnvironment(environment: EnvironmentProxy | undefined, context: CheckContext): FindProxy {
  const { httpsProxy = '', exceptions = '' } = environment ?? {};
  if (httpsProxy === '') return noProxy;
  const proxy = toProxy(httpsProxy);
  if (proxy === undefined) {
    context.fault([], `the environment variable HTTPS_PROXY cannot be used: ${wrongAddress}; or set proxy: none`);
    return noProxy;
  }
  return (origin) => {
    const { protocol, hostname } = new URL(origin);
    const isLocal = ['localhost', '[::1]'].includes(hostname) || hostname.startsWith('127.');
    return protocol === 'http:' || isLocal || isExcepted(origin, exceptions) ? undefined : proxy;
  };
}

function toProxy(address: string): PartyProxy | undefined {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search + url.hash !== '')
    return undefined;
  const { username, password } = url;
  if (username === '' && password === '') return { origin: url.origin, authorization: undefined };
  try {
    return { origin: url.origin, authorization: toBasic(decodeURIComponent(username), decodeURIComponent(password)) };
  } catch {
    return undefined;
  }
}
