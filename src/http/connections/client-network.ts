// Who the client of a request is: the peer of its connection or, where that is a trusted proxy, whom the proxies name.

import { createNetworkList, parseAddress, toClientNetwork } from '../../domain/access/network.ts';

export interface ClientNetworks {
  /** A trusted proxy: its connections carry the requests of many clients. */
  isProxy(peer: string): boolean;
  /** `forwardedFor` is the header of that name; it is read only when `peer` is a trusted proxy. */
  find(peer: string, forwardedFor: string | readonly string[] | undefined): string;
}

export function createClientNetworks(trustedProxies: readonly string[]): ClientNetworks {
  const proxies = createNetworkList(trustedProxies);
  const isProxy = trustedProxies.length === 0 ? () => false : (peer: string) => proxies.includes(peer);
  return {
    isProxy,
    find: (peer, forwardedFor) => {
      let client = parseAddress(peer) ?? peer;
      const entries = forwardedFor === undefined ? [] : String(forwardedFor).split(',');
      // From the nearest hop outwards, for as long as a trusted one says who came before it; the rest anyone may have written.
      while (entries.length > 0 && isProxy(client)) {
        const named = parseAddress(entries.pop() ?? '');
        if (named === undefined) break;
        client = named;
      }
      return toClientNetwork(client);
    },
  };
}
