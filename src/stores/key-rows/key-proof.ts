// What a stored key must show before it is believed: its own checksum, and that of the replaced secret under which it was found.

import type { KeyChecksum } from '../../app/keys/key-checksum.ts';
import type { HashReplacement } from '../../app/keys/ports.ts';
import type { KeyId, KeyRecord } from '../../domain/access/api-key.ts';
import type { KeyRow } from './key-row.ts';

export interface ReplacedRow {
  readonly hash: string;
  readonly key_id: string;
  readonly until_ms: number;
  readonly checksum: Uint8Array | null;
}

/** A row with the replaced hash under which it was found; null where it was found under its own. */
export interface FoundRow extends KeyRow {
  readonly replaced_hash: string | null;
  readonly until_ms: number | null;
  readonly replaced_checksum: Uint8Array | null;
}

export interface KeptHash {
  readonly hash: string;
  readonly keyId: string;
  readonly untilMs: number;
}

export function createKeyProof(checksum: KeyChecksum, onDamage: (id: KeyId) => void) {
  const isReplacedRight = ({ hash, key_id: keyId, until_ms: untilMs, checksum: stored }: ReplacedRow) =>
    checksum.isReplacedRight({ hash, keyId, untilMs }, stored);

  return {
    /** Reports a row that was changed by other means than the store. */
    isRight(row: KeyRow, record: KeyRecord): boolean {
      if (checksum.isRight(record, row.hash, row.checksum)) return true;
      onDamage(record.id);
      return false;
    },
    /** The record as it counts under the hash that found it; undefined where that one was changed by hand. */
    withEnd({ replaced_hash: hash, until_ms: untilMs, ...row }: FoundRow, record: KeyRecord): KeyRecord | undefined {
      if (hash === null) return record;
      if (untilMs === null || !checksum.isReplacedRight({ hash, keyId: row.id, untilMs }, row.replaced_checksum)) {
        onDamage(record.id);
        return undefined;
      }
      return { ...record, expiresAtMs: Math.min(untilMs, record.expiresAtMs ?? untilMs) };
    },
    /** The replaced hashes that a key has after one more rotation. */
    toKept(row: KeyRow, older: readonly ReplacedRow[], { nowMs, untilMs }: HashReplacement): readonly KeptHash[] {
      const right = older
        .filter(isReplacedRight)
        .map((replaced) => ({ hash: replaced.hash, keyId: row.id, untilMs: Math.min(untilMs, replaced.until_ms) }));
      return [{ hash: row.hash, keyId: row.id, untilMs }, ...right].filter((each) => each.untilMs > nowMs);
    },
  };
}
