// The chain: each group's link covers the one before it and is keyed with a secret, so that without the secret no group can be changed,
// removed, moved or added. What was forgotten of a group leaves the hashes of its records' commitments, and with them its place.

import { createHmac, hash } from 'node:crypto';
import { createKeyedHashOfBytes } from '../keyed-hash.ts';

export const hashBytes = 32;
const linkBytes = hashBytes + 8 + 4 + 8 + 8 + 2 * hashBytes;

export interface ChainEnd {
  /** `sequence` belongs to the last record. The value is 0 before the first record. */
  readonly sequence: number;
  readonly hash: Buffer;
}

/** Where several chains end, by their names; hashes are hexadecimal. */
export type ChainEnds = Readonly<Record<string, { readonly sequence: number; readonly hash: string }>>;

/** The first group of a chain follows this end. */
export const emptyChain: ChainEnd = { sequence: 0, hash: Buffer.alloc(hashBytes) };

/**
 * The link of a group covers these facts beside its place. They state how many records were committed together, when they were made, and all
 * commitments to them.
 */
export interface GroupFacts {
  readonly count: number;
  readonly fromMs: number;
  readonly toMs: number;
  readonly contentsHash: Uint8Array;
  readonly evidenceHash: Uint8Array;
}

/** The end of the chain after one more group. */
export type ExtendChain = (end: ChainEnd, facts: GroupFacts) => ChainEnd;

/** Returns the hash by way of a text, because Node takes twice as long to give a new buffer. */
export function hashOf(bytes: Uint8Array): Buffer {
  return Buffer.from(hash('sha256', bytes, 'latin1'), 'latin1');
}

/** The chain is part of the key: no group of one chain fits into another. */
export function createExtendChain(linkKey: Uint8Array, chain: string): ExtendChain {
  const chainKey = createHmac('sha256', linkKey).update(chain).digest();
  const toMac = createKeyedHashOfBytes(chainKey, linkBytes);
  return (end, facts) => ({
    sequence: end.sequence + facts.count,
    hash: toMac((link) => fillLink(link, end, facts)),
  });
}

/** The bytes that a link is made of. */
export function fillLink(link: Buffer, end: ChainEnd, facts: GroupFacts): void {
  link.set(end.hash, 0);
  let at = writeInt64(link, end.sequence + 1, hashBytes);
  at = link.writeUInt32BE(facts.count, at);
  at = writeInt64(link, facts.fromMs, at);
  at = writeInt64(link, facts.toMs, at);
  link.set(facts.contentsHash, at);
  link.set(facts.evidenceHash, at + hashBytes);
}

/** Eight bytes, at half the cost of a BigInt. */
export function writeInt64(bytes: Buffer, value: number, at: number): number {
  bytes.writeInt32BE(Math.floor(value / 2 ** 32), at);
  return bytes.writeUInt32BE(((value % 2 ** 32) + 2 ** 32) % 2 ** 32, at + 4);
}

export function readInt64(bytes: Buffer, at: number): number {
  return bytes.readInt32BE(at) * 2 ** 32 + bytes.readUInt32BE(at + 4);
}
