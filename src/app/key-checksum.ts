// The checksum that is stored beside each key: keyed, and over all that the record says. Whoever edits a row by hand cannot
// make it right again, so the key is refused.

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { KeyRecord } from '../domain/api-key.ts';

export interface KeyChecksum {
  sign(key: KeyRecord, hash: string): Uint8Array;
  isRight(key: KeyRecord, hash: string, checksum: Uint8Array | null): boolean;
}

/** Of the same length as a real one, so that a row without a checksum takes the same way to being refused. */
const none = new Uint8Array(32);

export function createKeyChecksum(secret: Uint8Array): KeyChecksum {
  const sign = (key: KeyRecord, hash: string) =>
    createHmac('sha256', secret)
      .update(JSON.stringify([hash, toCanonical(key)]))
      .digest();
  return {
    sign,
    isRight: (key, hash, checksum) =>
      timingSafeEqual(sign(key, hash), checksum?.byteLength === none.byteLength ? checksum : none),
  };
}

/**
 * Every field by name in a fixed order, without those that are null: a field that a later version adds, and that is null in
 * all older records, changes no checksum.
 */
function toCanonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toCanonical);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).filter(([, field]) => field !== null);
  return entries.sort(([one], [other]) => (one < other ? -1 : 1)).map(([name, field]) => [name, toCanonical(field)]);
}
