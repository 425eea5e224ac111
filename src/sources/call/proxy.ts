// The way to a party through a proxy: a tunnel (CONNECT), also for parties without TLS. The proxy learns the party's name and port and
// nothing of the requests; the certificate that is checked inside is the party's own.

import { type ClientRequest, type RequestOptions, request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import { isIP, type Socket } from 'node:net';
import { createNetworkList, findNetwork } from '../../domain/access/network.ts';

export interface PartyProxy {
  readonly origin: string;
  /** The header that lets us in. It goes to the proxy alone. The value is undefined if the proxy lets everybody in. */
  readonly authorization: string | undefined;
}

/** Finds the proxy on the way to an origin; undefined where the connection is direct. */
export type FindProxy = (origin: string) => PartyProxy | undefined;

export const noProxy: FindProxy = () => undefined;

/** `EnvironmentProxy` holds what the environment of the process says of proxies. */
export interface EnvironmentProxy {
  readonly httpsProxy: string | undefined;
  readonly exceptions: string;
}

/** Opens a tunnel. Rejects with an error that has a code. */
export function openTunnel(proxy: PartyProxy, origin: string, withinMs: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const request = toConnect(proxy, toAuthority(new URL(origin)), AbortSignal.timeout(withinMs));
    const refuse = (socket: Socket | undefined, code: string): void => {
      socket?.destroy();
      reject(Object.assign(new Error('the proxy opened no way'), { code }));
    };
    request.once('connect', ({ statusCode = 0 }, socket, head) => {
      if (statusCode === 407) return refuse(socket, 'PROXY_AUTHENTICATION_REQUIRED');
      // What is there before we spoke cannot come from the party.
      if (statusCode !== 200 || head.length > 0) return refuse(socket, 'PROXY_REFUSED');
      resolve(socket);
    });
    // A proxy that does not know CONNECT.
    request.once('response', ({ socket }) => refuse(socket, 'PROXY_REFUSED'));
    request.once('error', (error: NodeJS.ErrnoException) =>
      refuse(
        undefined,
        error.name === 'TimeoutError' || error.name === 'AbortError' ? 'PROXY_TIMEOUT' : `PROXY_${error.code}`,
      ),
    );
    request.end();
  });
}

function toConnect({ origin, authorization }: PartyProxy, authority: string, signal: AbortSignal): ClientRequest {
  const url = new URL(origin);
  const options: RequestOptions = {
    method: 'CONNECT',
    path: authority,
    agent: false,
    signal,
    headers: { host: authority, ...(authorization !== undefined && { 'proxy-authorization': authorization }) },
  };
  return url.protocol === 'https:' ? requestTls(url, options) : requestPlain(url, options);
}

function toAuthority({ hostname, port, protocol }: URL): string {
  return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
}

/** Tells whether NO_PROXY names the host: by its name, a domain of it (with or without a point), its address, a network, or `*`. */
export function isExcepted(origin: string, exceptions: string): boolean {
  const { hostname, port } = new URL(origin);
  const host = hostname.replace(/^\[|\]$/g, '');
  return exceptions.split(/[\s,]+/).some((entry) => {
    const [, name = '', only] = /^(.*?)(?::(\d+))?$/.exec(isIP(entry) === 6 ? `${entry}:` : entry) ?? [];
    const domain = name
      .replace(/:$/, '')
      .replace(/^\*?\./, '')
      .toLowerCase();
    if (domain === '' || (only !== undefined && only !== (port || '443'))) return false;
    return domain === '*' || host === domain || host.endsWith(`.${domain}`) || isInNetwork(host, domain);
  });
}

function isInNetwork(host: string, text: string): boolean {
  const network = text.includes('/') ? findNetwork(text) : undefined;
  if (network === undefined || isIP(host) !== isIP(network.address)) return false;
  return createNetworkList([text]).includes(host);
}
