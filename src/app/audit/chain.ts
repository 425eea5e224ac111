// The chain: each record's hash covers the one before it and is keyed with a secret, so that without the secret none can be changed,
// removed, moved or added. A purged record keeps the hash of its content, and with it its place.

import { createHmac, hash } from 'node:crypto';
import { createKeyedHashOfBytes } from '../keyed-hash.ts';

const hashBytes = 32;
const sequenceBytes = 8;
const linkBytes = hashBytes + sequenceBytes + hashBytes;

export interface ChainEnd {
  /** Of the last record; 0 before the first. */
  readonly sequence: number;
  readonly hash: Buffer;
}

/** Where several chains end, by their names; hashes are hexadecimal. */
export type ChainEnds = Readonly<Record<string, { readonly sequence: number; readonly hash: string }>>;

/** What the first record of a chain follows. */
export const emptyChain: ChainEnd = { sequence: 0, hash: Buffer.alloc(hashBytes) };

/** The end of the chain after one more record. */
export type ExtendChain = (end: ChainEnd, contentHash: Uint8Array) => ChainEnd;

export function hashContent(content: string): Buffer {
  return toSha256(content);
}

/** By way of a text: Node takes twice as long to give a new buffer. */
function toSha256(data: string | Uint8Array): Buffer {
  return Buffer.from(hash('sha256', data, 'latin1'), 'latin1');
}

/** The chain is part of the key: no record of one chain fits into another. */
export function createExtendChain(linkKey: Uint8Array, chain: string): ExtendChain {
  const chainKey = createHmac('sha256', linkKey).update(chain).digest();
  const toMac = createKeyedHashOfBytes(chainKey, linkBytes);
  return (end, contentHash) => {
    const sequence = end.sequence + 1;
    return { sequence, hash: toMac((link) => fillLink(link, end, sequence, contentHash)) };
  };
}

/** How records were linked before there was a key: for reading alone. */
export const extendPlainChain: ExtendChain = (end, contentHash) => {
  const sequence = end.sequence + 1;
  const link = Buffer.allocUnsafe(linkBytes);
  fillLink(link, end, sequence, contentHash);
  return { sequence, hash: toSha256(link) };
};

function fillLink(link: Buffer, end: ChainEnd, sequence: number, contentHash: Uint8Array): void {
  link.set(end.hash, 0);
  // Half the cost of a BigInt.
  link.writeUInt32BE(Math.floor(sequence / 2 ** 32), hashBytes);
  link.writeUInt32BE(sequence % 2 ** 32, hashBytes + 4);
  link.set(contentHash, hashBytes + sequenceBytes);
}
