// What passkeys need of a store. One contract suite in `test/contracts/`.

import type { OperatorId } from '../../../domain/access/operator.ts';

export interface StoredPasskey {
  /** Of ours, for people and the audit. */
  readonly id: string;
  readonly operatorId: OperatorId;
  /** As the authenticator names it, in base64url. */
  readonly credentialId: string;
  /** Its name and its public key, bound to all three ids: nobody puts a key of their own into a row, or a row to another operator. */
  readonly sealed: Uint8Array;
  /** How often the authenticator has signed, by its own count; 0 for one that does not count. */
  readonly signCount: number;
  readonly createdAtMs: number;
  readonly lastUsedAtMs: number | null;
}

/**
 * Every write is durable when its promise resolves, and seen by every process at once. A passkey whose row was made or changed by other means is
 * found by nothing, and reported.
 */
export interface PasskeyStore {
  /** False when there is one of that credential, whoever has it. It takes the place of a damaged row. */
  insert(passkey: StoredPasskey): Promise<boolean>;
  /** The oldest first. */
  listOf(operatorId: OperatorId): Promise<readonly StoredPasskey[]>;
  find(credentialId: string): Promise<StoredPasskey | undefined>;
  /**
   * False when it is gone, or when the authenticator has counted no further than before: then there are two of them. Of two that show
   * one count, one is let in. Zero after zero is of an authenticator that does not count.
   */
  use(id: string, signCount: number, nowMs: number): Promise<boolean>;
  /** False when that operator has none of that id. A damaged row goes whosever it says it is. */
  remove(operatorId: OperatorId, id: string): Promise<boolean>;
  /** Whether `remove` would find it: nothing else shows a damaged row. */
  isRemovable(operatorId: OperatorId, id: string): Promise<boolean>;
}
