// Where API keys live.

import type { KeyRecord } from '../../domain/access/api-key.ts';
import type { Eventual } from '../eventual.ts';
import type { ListPlace } from '../key-owned/list-page.ts';

/** The store holds API keys. Callers only ever pass a keyed hash of a key. */
export interface KeyStore {
  insert(key: KeyRecord, hash: string): Promise<void>;
  /** Must see a revocation by another process at once. */
  findByHash(hash: string): Eventual<KeyRecord | undefined>;
  /** Lists keys, the oldest first. There may be a million, so callers read them page by page. */
  list(page: KeyPage): Promise<readonly KeyRecord[]>;
  /** Finds the names of those ids that exist. */
  findNames(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Tells whether any usable key is for pages of this origin, however many keys there are. */
  hasWebOrigin(origin: string, nowMs: number): Eventual<boolean>;
  /** The state of every key. The store reads a part at a time. */
  eachState(): AsyncIterable<KeyState>;
  findState(id: string): Promise<KeyState | undefined>;
  find(id: string): Promise<StoredKey | undefined>;
  revoke(id: string, atMs: number): Promise<'revoked' | 'already_revoked' | 'unknown'>;
  /** `change` may be called more than once, where another process changes the key at the same time. */
  update(id: string, change: (key: KeyRecord) => KeyRecord): Promise<KeyUpdate>;
  /** The key gets this hash; under those that it had before, it is found until `untilMs` at the latest. */
  replaceHash(id: string, replacement: HashReplacement): Promise<KeyUpdate>;
}

export interface KeyPage {
  readonly limit: number;
  /** The page begins after this key. */
  readonly after?: ListPlace | undefined;
  /** The filter selects keys that are usable at this time. */
  readonly usableAtMs?: number | undefined;
}

/** One state of a key. The fingerprint is another one after every change, and tells nothing of the key. */
export interface KeyState {
  readonly id: string;
  readonly isRevoked: boolean;
  readonly fingerprint: string;
}

export interface StoredKey {
  readonly record: KeyRecord;
  /** When each of the replaced secrets ends or ended, the last one first. */
  readonly replacedUntilMs: readonly number[];
}

/** A revoked key stays as it is, and so does one that was changed by other means than the store. */
export type KeyUpdate =
  | { readonly kind: 'updated'; readonly record: KeyRecord }
  | { readonly kind: 'unknown' | 'revoked' | 'damaged' };

export interface HashReplacement {
  readonly hash: string;
  readonly nowMs: number;
  readonly untilMs: number;
}
