// What passkeys need of a store. One contract suite in `test/contracts/`.

import type { OperatorId } from '../../../domain/access/operator.ts';

export interface StoredPasskey {
  /** `id` is Confere's own id of the passkey, for people and the audit. */
  readonly id: string;
  readonly operatorId: OperatorId;
  /** As the authenticator names it, in base64url. */
  readonly credentialId: string;
  /**
   * The seal holds its name and its public key, bound to all three ids. An attacker can therefore neither insert another key nor move a row to
   * another operator.
   */
  readonly sealed: Uint8Array;
  /** The authenticator counts its signatures here; the value is 0 for one that does not count. */
  readonly signCount: number;
  readonly createdAtMs: number;
  readonly lastUsedAtMs: number | null;
}

/**
 * Every write is durable when its promise resolves, and seen by every process at once. A passkey whose row was made or changed by other means is
 * found by nothing, and reported.
 */
export interface PasskeyStore {
  /** Returns false if any operator has a passkey of that credential. The new row replaces a damaged one. */
  insert(passkey: StoredPasskey): Promise<boolean>;
  /** The oldest first. */
  listOf(operatorId: OperatorId): Promise<readonly StoredPasskey[]>;
  find(credentialId: string): Promise<StoredPasskey | undefined>;
  /**
   * False when it is gone, or when the authenticator has counted no further than before: then there are two of them. Of two that show
   * one count, one is let in. Zero after zero is of an authenticator that does not count.
   */
  use(id: string, signCount: number, nowMs: number): Promise<boolean>;
  /** Returns false if that operator has none of that id. A damaged row is removed regardless of the operator that it names. */
  remove(operatorId: OperatorId, id: string): Promise<boolean>;
  /** Tells whether `remove` would find the passkey. No other method shows a damaged row. */
  isRemovable(operatorId: OperatorId, id: string): Promise<boolean>;
}
