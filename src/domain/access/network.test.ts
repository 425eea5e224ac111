import { isIP } from 'node:net';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createNetworkList, findNetwork, parseAddress, toClientNetwork } from './network.ts';

describe('an address', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    [' 203.0.113.7 ', '203.0.113.7'],
    ['203.0.113.7:51234', '203.0.113.7'],
    ['2001:DB8::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::FFFF:cb00:7109', '203.0.113.9'],
  ])('written as %s is %s', (text, address) => {
    expect(parseAddress(text)).toBe(address);
  });

  test.each([
    '',
    'unknown',
    '_hidden',
    '203.0.113',
    '203.0.113.7:',
    '203.0.113.7:123456',
    '[203',
    '1.2.3.4.5:80',
    '::g',
  ])('is not what %j says', (text) => {
    expect(parseAddress(text)).toBeUndefined();
  });

  test('counts with its /64 when it is IPv6, however it is written, and as itself when it is IPv4', () => {
    expect(toClientNetwork('203.0.113.9')).toBe('203.0.113.9');
    expect(toClientNetwork('2001:db8:1:2::9')).toBe('2001:db8:1:2::/64');
    expect(toClientNetwork('::1')).toBe('0:0:0:0::/64');
    expect(toClientNetwork('64:ff9b::203.0.113.9')).toBe('64:ff9b:0:0::/64');
    expect(toClientNetwork('1:2:3:4:5:6:203.0.113.9')).toBe('1:2:3:4::/64');
    fc.assert(
      fc.property(fc.ipV6(), (text) => {
        const network = toClientNetwork(text);
        const list = createNetworkList([network]);
        return isIP(network.replace('/64', '')) === 6 && list.includes(text);
      }),
    );
  });
});

describe('a network', () => {
  test.each(['10.0.0.7', '10.0.0.0/8', '0.0.0.0/0', 'fd00::/8', '::1', '::/0'])('can be written as %s', (text) => {
    expect(findNetwork(text)).toBeDefined();
  });

  test.each([
    '',
    'loopback',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0.0/-1',
    'fd00::/129',
    '10.0.0',
    '10.*',
  ])('is not what %j says', (text) => {
    expect(findNetwork(text)).toBeUndefined();
  });

  test('holds the addresses of its range and no others', () => {
    const list = createNetworkList(['10.0.0.0/8', 'fd00::/8', '192.0.2.1']);
    for (const address of ['10.255.0.1', 'fd12::1', '192.0.2.1', '::ffff:10.0.0.1']) {
      expect(list.includes(address), address).toBe(true);
    }
    for (const address of ['11.0.0.1', 'fe00::1', '192.0.2.2', 'nonsense']) {
      expect(list.includes(address), address).toBe(false);
    }
    expect(createNetworkList([]).includes('10.0.0.1')).toBe(false);
  });
});
