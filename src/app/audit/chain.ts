// The chain: each record's hash covers the one before it, so that none can be changed, removed or moved unnoticed.
// A purged record keeps the hash of its content, and with it its place.

import { hash } from 'node:crypto';

/** What the first record of a chain follows. */
const genesis: Buffer = Buffer.alloc(32);

const sequenceBytes = 8;

export interface ChainEnd {
  /** Of the last record; 0 before the first. */
  readonly sequence: number;
  readonly hash: Buffer;
}

export const emptyChain: ChainEnd = { sequence: 0, hash: genesis };

export function hashContent(content: string): Buffer {
  return toSha256(content);
}

/** By way of a text: Node takes twice as long to give a new buffer. */
function toSha256(data: string | Uint8Array): Buffer {
  return Buffer.from(hash('sha256', data, 'latin1'), 'latin1');
}

/** The end of the chain after one more record. */
export function extendChain(end: ChainEnd, contentHash: Uint8Array): ChainEnd {
  const sequence = end.sequence + 1;
  const link = Buffer.allocUnsafe(end.hash.length + sequenceBytes + contentHash.length);
  end.hash.copy(link, 0);
  link.writeBigUInt64BE(BigInt(sequence), end.hash.length);
  link.set(contentHash, end.hash.length + sequenceBytes);
  return { sequence, hash: toSha256(link) };
}
