// IP addresses and networks as text: what is one, whom an address is counted as, and whether it lies in a list of networks.
// Nothing here connects to anything.

import { BlockList, isIP, SocketAddress } from 'node:net';

/**
 * The address in an entry of `X-Forwarded-For` or the like: with a port, in brackets or with a zone it is the same address,
 * and an IPv4 address written as IPv6 is the IPv4 address.
 */
export function parseAddress(text: string): string | undefined {
  const trimmed = text.trim();
  if (isIP(trimmed) === 4) return trimmed;
  const bare = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(trimmed)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(trimmed)?.[1] ?? trimmed;
  const withoutZone = bare.split('%', 1)[0] ?? '';
  const family = isIP(withoutZone);
  if (family === 4) return withoutZone;
  if (family === 0) return undefined;
  const { address } = new SocketAddress({ address: withoutZone, family: 'ipv6' });
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1] ?? address;
}

/**
 * Whom a client's doings are counted against: an IPv4 address, or the /64 of an IPv6 one, within which a single customer of
 * any provider can take a new address for every guess.
 */
export function toClientNetwork(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail = ''] = address.split('::', 2);
  const front = head === '' ? [] : head.split(':');
  const back = tail === '' ? [] : tail.split(':');
  const backGroups = back.length + (tail.includes('.') ? 1 : 0);
  const zeros = Array<string>(Math.max(0, 8 - front.length - backGroups)).fill('0');
  const groups = [...front, ...(front.length < 8 ? zeros : []), ...back].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

export interface NetworkList {
  includes(address: string): boolean;
}

interface Network {
  readonly address: string;
  readonly prefixBits: number;
  readonly family: 'ipv4' | 'ipv6';
}

/** An address (`10.0.0.7`) or a CIDR range (`10.0.0.0/8`, `fd00::/8`). */
export function findNetwork(text: string): Network | undefined {
  const [address = '', prefix, ...rest] = text.split('/');
  const version = isIP(address);
  const bits = version === 4 ? 32 : 128;
  const prefixBits = prefix === undefined ? bits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN;
  if (version === 0 || rest.length > 0 || !(prefixBits <= bits)) return undefined;
  return { address, prefixBits, family: version === 4 ? 'ipv4' : 'ipv6' };
}

export function createNetworkList(texts: readonly string[]): NetworkList {
  const list = new BlockList();
  for (const text of texts) {
    const network = findNetwork(text);
    if (network === undefined) throw new Error('Not an address or a CIDR range');
    list.addSubnet(network.address, network.prefixBits, network.family);
  }
  return {
    includes: (address) => {
      const version = isIP(address);
      return version !== 0 && list.check(address, version === 6 ? 'ipv6' : 'ipv4');
    },
  };
}
