// The checksum that is stored beside each key: keyed, and over all that the record says. Whoever edits a row by hand cannot
// make it right again, so the key is refused.

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { KeyRecord } from '../../domain/access/api-key.ts';

export type KeyChecksum = ReturnType<typeof createKeyChecksum>;

export interface ReplacedHash {
  readonly hash: string;
  readonly keyId: string;
  readonly untilMs: number;
}

/** As long as a real one, so that a row without a checksum takes the same way to its refusal. */
const none = new Uint8Array(32);

/** `secrets` are those of every generation of the master secret, the newest first: it signs, and all of them prove. */
export function createKeyChecksum(secrets: () => readonly Uint8Array[]) {
  const toMacs = (value: unknown) => {
    const text = JSON.stringify(value);
    return secrets().map((secret) => createHmac('sha256', secret).update(text).digest());
  };
  const toMac = (value: unknown) => toMacs(value)[0] as Uint8Array;
  const isMac = (value: unknown, checksum: Uint8Array | null) => {
    const stored = checksum?.byteLength === none.byteLength ? checksum : none;
    return toMacs(value).filter((mac) => timingSafeEqual(mac, stored)).length > 0;
  };
  const toSigned = (key: KeyRecord, hash: string) => [hash, toCanonical(key)];
  const toSignedReplaced = ({ hash, keyId, untilMs }: ReplacedHash) => ['replaced', hash, keyId, untilMs];
  return {
    sign: (key: KeyRecord, hash: string) => toMac(toSigned(key, hash)),
    isRight: (key: KeyRecord, hash: string, checksum: Uint8Array | null) => isMac(toSigned(key, hash), checksum),
    /** The same of a secret that was replaced by a rotation and works for a while longer. */
    signReplaced: (replaced: ReplacedHash) => toMac(toSignedReplaced(replaced)),
    isReplacedRight: (replaced: ReplacedHash, checksum: Uint8Array | null) =>
      isMac(toSignedReplaced(replaced), checksum),
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
