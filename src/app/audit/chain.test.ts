import { createHash, createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { type ChainEnd, createExtendChain, emptyChain, extendPlainChain, hashContent } from './chain.ts';

const linkKey = new Uint8Array(32).fill(7);
const content = hashContent('{"act":"key_created"}');
/** Far behind the first record: its number takes more than 32 bits. */
const far: ChainEnd = { sequence: 3 * 2 ** 32 + 4, hash: Buffer.alloc(32, 9) };

/** The bytes that a hash covers, written in another way than the chain writes them. */
function toLink(before: Uint8Array, sequence: bigint, contentHash: Uint8Array): Buffer {
  const number = Buffer.alloc(8);
  number.writeBigUInt64BE(sequence);
  return Buffer.concat([before, number, contentHash]);
}

function toMac(chain: string, link: Buffer): Buffer {
  const chainKey = createHmac('sha256', linkKey).update(chain).digest();
  return createHmac('sha256', chainKey).update(link).digest();
}

test('a chain begins before the first record, with a hash of 32 zeros', () => {
  expect(emptyChain).toEqual({ sequence: 0, hash: Buffer.alloc(32) });
});

test('content is hashed by SHA-256 of its UTF-8', () => {
  expect(hashContent('ação')).toEqual(createHash('sha256').update('ação', 'utf8').digest());
});

test.each([
  ['the first record', emptyChain, 1n],
  ['a record whose number takes more than 32 bits', far, 12_884_901_893n],
])('the hash of %s covers the hash before it, its number and its content, by a key of the chain', (_, end, number) => {
  const next = createExtendChain(linkKey, 'live')(end, content);
  expect(next).toEqual({ sequence: Number(number), hash: toMac('live', toLink(end.hash, number, content)) });
});

test('no record of one chain fits into another', () => {
  const hashes = ['live', 'test', ''].map((chain) => createExtendChain(linkKey, chain)(emptyChain, content).hash);
  expect(new Set(hashes.map(String)).size).toBe(3);
});

test('an end keeps its hash while the chain goes on', () => {
  const extend = createExtendChain(linkKey, 'live');
  const first = extend(emptyChain, content);
  const before = Buffer.from(first.hash);
  const second = extend(first, hashContent('another'));
  expect(first.hash).toEqual(before);
  expect(second).toEqual({
    sequence: 2,
    hash: toMac('live', toLink(before, 2n, hashContent('another'))),
  });
});

test.each([
  ['the first record', emptyChain, 1n],
  ['a record whose number takes more than 32 bits', far, 12_884_901_893n],
])('a chain from before there was a key reads %s by SHA-256 of the same bytes', (_, end, number) => {
  const hash = createHash('sha256')
    .update(toLink(end.hash, number, content))
    .digest();
  expect(extendPlainChain(end, content)).toEqual({ sequence: Number(number), hash });
});
