// Which addresses lie on the public internet. A call that somebody else chose the target of must not reach the machine itself, the
// network it stands in, or a cloud's metadata service.

import { createNetworkList, parseAddress } from './network.ts';

/** The special-purpose registries of IANA (RFC 6890 and its successors), multicast, and addresses that carry an IPv4 one inside. */
const notPublic = createNetworkList([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
]);
/** All other IPv6 addresses are loopback, private, link-local, multicast, translated or unassigned. */
const globalUnicast = createNetworkList(['2000::/3']);

/** An IPv4 address written as IPv6 is the IPv4 address. What is no address is not public. */
export function isPublicAddress(text: string): boolean {
  const address = parseAddress(text);
  if (address === undefined || notPublic.includes(address)) return false;
  return !address.includes(':') || globalUnicast.includes(address);
}
