import { expect, test } from 'vitest';
import { createClientNetworks } from './client-network.ts';

const networks = createClientNetworks(['10.0.0.0/8', 'fd00::/8']);

test.each([
  ['nobody but a trusted proxy is believed', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['a trusted proxy is', '10.1.2.3', '198.51.100.1', '198.51.100.1'],
  ['also as IPv6', 'fd00::1', '2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['also when its address came as IPv6', '::ffff:10.1.2.3', '198.51.100.1', '198.51.100.1'],
  ['what the client wrote itself is not', '10.1.2.3', '192.0.2.1, 198.51.100.1', '198.51.100.1'],
  ['a chain of trusted proxies is followed', '10.1.2.3', '192.0.2.1, 198.51.100.1, 10.9.9.9', '198.51.100.1'],
  ['an entry with a port is its address', '10.1.2.3', '203.0.113.7:51234', '203.0.113.7'],
  ['a trusted proxy with a port is still one', '10.1.2.3', '198.51.100.1:9, 10.9.9.9:443', '198.51.100.1'],
  ['an IPv6 entry with a port is its network', '10.1.2.3', '[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
  ['an entry that is no address counts as the proxy that wrote it', '10.1.2.3', 'unknown', '10.1.2.3'],
  ['a proxy that names nobody is the client', '10.1.2.3', undefined, '10.1.2.3'],
])('%s', (_name, peer, forwardedFor, network) => {
  expect(networks.find(peer, forwardedFor)).toBe(network);
});
