// Where calls with an Idempotency-Key are written down.

import type { KeyId } from '../../domain/access/api-key.ts';

/** A call that was made with an Idempotency-Key. `id` and `fingerprint` are keyed hashes; the answer is sealed. */
export type RecordedCall =
  | {
      readonly kind: 'started';
      readonly fingerprint: string;
      /** `owner` tells who started the call: this store's own process, another running process, or one that is gone. */
      readonly owner: 'self' | 'other' | 'gone';
    }
  | { readonly kind: 'answered'; readonly fingerprint: string; readonly sealedAnswer: Uint8Array };

export interface CallClaim {
  readonly id: string;
  /** `keyId` names the key that owns the record. Each key may have a limited number of records. */
  readonly keyId: KeyId;
  readonly fingerprint: string;
  readonly nowMs: number;
  readonly expiresAtMs: number;
}

export type ClaimRefusal =
  /** There are as many records as there may be: of this key, or in all. */
  | { readonly kind: 'full'; readonly whose: 'key' | 'all' }
  /** The store takes no writes: others keep it from them, or a disk or a connection fails. The code is for the log. */
  | { readonly kind: 'busy'; readonly code: string };

/** The store records which calls were started and their answers. Every write is durable when its promise resolves. */
export interface IdempotencyStore {
  /** Returns undefined also if the record has expired. */
  find(id: string, nowMs: number): Promise<RecordedCall | undefined>;
  /** Returns undefined if the caller now holds the record, or else the record that stands in the way. One of many callers wins, in any process. */
  claim(claim: CallClaim): Promise<RecordedCall | ClaimRefusal | undefined>;
  /** Rejects when the record is not one that this process started and has not answered. */
  complete(id: string, sealedAnswer: Uint8Array): Promise<void>;
  /** Forgets a call that this process started and has not answered. */
  release(id: string): Promise<void>;
  /** Deletes expired records: whole tables of them, and at most `recordsMax` one by one. Says whether more may be left. */
  purge(nowMs: number, recordsMax: number): Promise<boolean>;
}

/** Gives an erasure access to the same records. */
export interface ErasableCalls {
  /** Lists the calls that have an answer, including expired ones, in the order of their ids. */
  listAnswered(afterId: string, limit: number): Promise<readonly KeptCall[]>;
  /** The answer goes, and `fingerprint` takes the place of the call's own: what is left says that a call was made, not which. */
  eraseAnswer(id: string, fingerprint: string): Promise<void>;
}

export interface KeptCall {
  readonly id: string;
  readonly fingerprint: string;
  readonly sealedAnswer: Uint8Array;
}
