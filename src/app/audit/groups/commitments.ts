// What binds a group's link to each of its records, so that one of them can be forgotten, or shown alone, and the proof of the others stays:
// a hash of its content and one of its evidence, each with a salt that keeps what was forgotten from being guessed.

import { createHash, hash } from 'node:crypto';
import { hashBytes, hashOf } from '../chain.ts';

export const seedBytes = 16;
const saltBytes = 16;
/** The number covers the two salts of one record: one for its content, and one for its evidence. */
export const saltsBytes = 2 * saltBytes;
export const commitmentBytes = 2 * hashBytes;

/** Two for each record of a group, one after the other. */
export function toSalts(seed: Uint8Array, count: number): Buffer {
  return createHash('shake256', { outputLength: count * saltsBytes })
    .update(seed)
    .digest();
}

let scratch = Buffer.alloc(16_384);

function commit(salt: Uint8Array, text: string): string {
  const bytesMax = saltBytes + 3 * text.length;
  if (scratch.length < bytesMax) scratch = Buffer.alloc(2 * bytesMax);
  scratch.set(salt, 0);
  const end = saltBytes + scratch.write(text, saltBytes);
  return hash('sha256', scratch.subarray(0, end), 'latin1');
}

/** A `Commitment` holds the two hashes that one record commits to, as bytes in the characters of a text. */
export interface Commitment {
  readonly content: string;
  readonly evidence: string;
}

/** A record that never had evidence commits to none: its kind says so already. */
const noEvidence = '\0'.repeat(hashBytes);

export function commitTo(salts: Uint8Array, content: string, evidence: string | null): Commitment {
  return {
    content: commit(salts.subarray(0, saltBytes), content),
    evidence: evidence === null ? noEvidence : commit(salts.subarray(saltBytes), evidence),
  };
}

export function writeCommitment({ content, evidence }: Commitment): Buffer {
  return Buffer.from(content + evidence, 'latin1');
}

export function readCommitment(bytes: Uint8Array): Commitment {
  const all = Buffer.from(bytes).toString('latin1');
  return { content: all.slice(0, hashBytes), evidence: all.slice(hashBytes) };
}

export function hashList(hashes: readonly string[]): Buffer {
  return hashOf(Buffer.from(hashes.join(''), 'latin1'));
}
