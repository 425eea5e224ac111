// What a row keeps of each group that was committed: a row holds one of them, or after packing many. Nothing of it ever changes, whatever
// is forgotten: it is what the chain is proven by.

import { type ChainEnd, type GroupFacts, hashBytes, readInt64, writeInt64 } from '../chain.ts';

export interface GroupPart extends GroupFacts {
  readonly contentsHash: Buffer;
  readonly evidenceHash: Buffer;
  /** The end of the chain behind its last record. */
  readonly link: Buffer;
}

/** The link stands last: databases read it as the last bytes of a row's parts. */
const partBytes = 4 + 8 + 8 + 3 * hashBytes;

export function writePart(facts: GroupFacts, link: Uint8Array): Buffer {
  const bytes = Buffer.allocUnsafe(partBytes);
  let at = bytes.writeUInt32BE(facts.count, 0);
  at = writeInt64(bytes, facts.fromMs, at);
  at = writeInt64(bytes, facts.toMs, at);
  bytes.set(facts.contentsHash, at);
  bytes.set(facts.evidenceHash, at + hashBytes);
  bytes.set(link, at + 2 * hashBytes);
  return bytes;
}

/** Returns undefined if the bytes are no such list. */
export function readParts(given: Uint8Array): readonly GroupPart[] | undefined {
  if (given.length === 0 || given.length % partBytes !== 0) return undefined;
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.length);
  return Array.from({ length: bytes.length / partBytes }, (_, index) => {
    const at = index * partBytes;
    return {
      count: bytes.readUInt32BE(at),
      fromMs: readInt64(bytes, at + 4),
      toMs: readInt64(bytes, at + 12),
      contentsHash: bytes.subarray(at + 20, at + 20 + hashBytes),
      evidenceHash: bytes.subarray(at + 20 + hashBytes, at + 20 + 2 * hashBytes),
      link: bytes.subarray(at + partBytes - hashBytes, at + partBytes),
    };
  });
}

interface PlacedParts {
  readonly first: number;
  readonly parts: Uint8Array;
}

/** Where the groups of a row end, in their order. */
export function listEnds({ first, parts }: PlacedParts): readonly ChainEnd[] {
  let sequence = first - 1;
  return (readParts(parts) ?? []).map(({ count, link }) => {
    sequence += count;
    return { sequence, hash: link };
  });
}

/** The end of the group that this record was committed with. */
export function findEndOf(row: PlacedParts, sequence: number): ChainEnd | undefined {
  return listEnds(row).find((end) => end.sequence >= sequence);
}
