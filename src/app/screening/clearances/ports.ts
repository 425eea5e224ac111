// The port of clearances.

import type { KeyMode } from '../../../domain/access/api-key.ts';
import type { ClearanceState } from '../../../domain/screening/clearance.ts';
import type { ListPlace } from '../../key-owned/list-page.ts';

/** One for each customer and row. They count for all keys of their mode. */
export interface StoredClearance {
  readonly id: string;
  readonly mode: KeyMode;
  /** Keyed hash of the customer; of a CPF the one that the audit has. */
  readonly subject: string;
  /** `ceis:123456` */
  readonly row: string;
  /** The reason, and what was judged. */
  readonly sealed: Uint8Array;
  readonly state: ClearanceState;
  /** Id of a key, or the operator. */
  readonly madeBy: string;
  readonly createdAtMs: number;
  /** Null where nobody was asked for it, or nobody has yet. */
  readonly confirmedBy: string | null;
  readonly confirmedAtMs: number | null;
}

/** A row that was made or changed by other means is found by nothing but `listAll`, and reported. */
export interface ClearanceStore {
  /** In place of `replaced`, in one step. False where another one of this customer and row is there: nothing has changed then. */
  keep(clearance: StoredClearance, replaced: string | null): Promise<boolean>;
  find(id: string): Promise<StoredClearance | undefined>;
  /** All of a customer, by any of their hashes. */
  findOf(mode: KeyMode, subjects: readonly string[]): Promise<readonly StoredClearance[]>;
  /** The newest first; with a state those of this state alone. */
  list(mode: KeyMode, limit: number, before?: ListPlace, state?: ClearanceState): Promise<readonly StoredClearance[]>;
  /** False where it is not proposed any more, or whoever made it would confirm it. */
  confirm(id: string, by: string, atMs: number): Promise<boolean>;
  /** Watches look at the customer and the row again: each is marked in the same step. False where there was none. */
  withdraw(id: string): Promise<boolean>;
  /** Watches that were marked for these customers look at them no more, and nothing names them there. */
  forgetWithdrawn(subjects: readonly string[]): Promise<void>;
  /** Without anybody being told. False where there was none. */
  remove(id: string): Promise<boolean>;
  /** Of both modes, those that follow this id; also rows that count for nothing, which may speak of a person. */
  listAll(after: string, limit: number): Promise<readonly StoredClearance[]>;
}
