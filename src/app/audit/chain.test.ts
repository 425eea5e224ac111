import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  type ChainEnd,
  createExtendChain,
  emptyChain,
  type GroupFacts,
  hashOf,
  readInt64,
  writeInt64,
} from './chain.ts';

const linkKey = new Uint8Array(32).fill(7);
const toFacts = (text: string): GroupFacts => ({
  count: 3,
  fromMs: 1_790_000_000_000,
  toMs: 1_790_000_000_500,
  contentsHash: hashOf(Buffer.from(text)),
  evidenceHash: hashOf(Buffer.from(`evidence of ${text}`)),
});
const facts = toFacts('one');
/** Far behind the first record: its number takes more than 32 bits. */
const far: ChainEnd = { sequence: 3 * 2 ** 32 + 4, hash: Buffer.alloc(32, 9) };

/** The bytes that a link covers, written in another way than the chain writes them. */
function toLink(
  before: Uint8Array,
  first: bigint,
  { count, fromMs, toMs, contentsHash, evidenceHash }: GroupFacts,
): Buffer {
  const numbers = Buffer.alloc(28);
  numbers.writeBigInt64BE(first, 0);
  numbers.writeUInt32BE(count, 8);
  numbers.writeBigInt64BE(BigInt(fromMs), 12);
  numbers.writeBigInt64BE(BigInt(toMs), 20);
  return Buffer.concat([before, numbers, contentsHash, evidenceHash]);
}

function toMac(chain: string, link: Buffer): Buffer {
  const chainKey = createHmac('sha256', linkKey).update(chain).digest();
  return createHmac('sha256', chainKey).update(link).digest();
}

test('a chain begins before the first record, with a hash of 32 zeros', () => {
  expect(emptyChain).toEqual({ sequence: 0, hash: Buffer.alloc(32) });
});

test.each([
  ['the first group', emptyChain, 1n],
  ['a group whose first number takes more than 32 bits', far, 12_884_901_893n],
])('the link of %s covers the link before it, its place, size and times, and what it commits to', (_, end, first) => {
  const next = createExtendChain(linkKey, 'live')(end, facts);
  expect(next).toEqual({ sequence: Number(first) + 2, hash: toMac('live', toLink(end.hash, first, facts)) });
});

test('no group of one chain fits into another', () => {
  const hashes = ['live', 'test', ''].map((chain) => createExtendChain(linkKey, chain)(emptyChain, facts).hash);
  expect(new Set(hashes.map(String)).size).toBe(3);
});

test('an end keeps its hash while the chain goes on', () => {
  const extend = createExtendChain(linkKey, 'live');
  const first = extend(emptyChain, facts);
  const before = Buffer.from(first.hash);
  const second = extend(first, toFacts('another'));
  expect(first.hash).toEqual(before);
  expect(second).toEqual({ sequence: 6, hash: toMac('live', toLink(before, 4n, toFacts('another'))) });
});

test.each([0, 1, 2 ** 32 - 1, 2 ** 32, 1_790_000_000_000, -1, -(2 ** 40) - 7])(
  'the number %i is read as it was written',
  (value) => {
    const bytes = Buffer.alloc(8);
    writeInt64(bytes, value, 0);
    expect([readInt64(bytes, 0), bytes.readBigInt64BE(0)]).toEqual([value, BigInt(value)]);
  },
);
