// The port of clearances.

import type { KeyMode } from '../../../domain/access/api-key.ts';
import type { ClearanceState } from '../../../domain/screening/clearance.ts';
import type { DoneStep, DoneSteps, FreezeStep } from '../../../domain/screening/freeze.ts';
import type { JudgementKind } from '../../../domain/screening/judgement.ts';
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
  readonly kind: JudgementKind;
  readonly state: ClearanceState;
  /** YYYY-MM-DD: the last day on which it counts; null where it has none. */
  readonly until: string | null;
  /** `steps` holds the completed steps of a freeze; null if the judgement is no freeze. */
  readonly steps: DoneSteps | null;
  /** Id of a key, or the operator. */
  readonly madeBy: string;
  readonly createdAtMs: number;
  /** The value is null if no confirmation was requested, or if it is still outstanding. */
  readonly confirmedBy: string | null;
  readonly confirmedAtMs: number | null;
  /** The field is absent from a judgement that nobody ended. */
  readonly end?: ClearanceEnd;
}

/** The end says who ended a judgement, and when. */
export interface ClearanceEnd {
  readonly by: string;
  readonly atMs: number;
  /** Id of the judgement that took its place; null if somebody revoked it. */
  readonly replacedBy: string | null;
}

/** All of them must hold. */
export interface ClearanceFilter {
  readonly state?: ClearanceState;
  readonly kind?: JudgementKind;
  /** The filter selects clearances that this key or operator made, confirmed or ended. */
  readonly by?: string;
  /** The name of a list. */
  readonly list?: string;
  /** The filter selects clearances by the time of their creation; it excludes `toMs` itself. */
  readonly fromMs?: number;
  readonly toMs?: number;
}

/**
 * A row that was made or changed by other means is found by nothing but `listAll`, and reported. A judgement that has ended is found by
 * `findEnded`, `list` and `listAll` alone.
 */
export interface ClearanceStore {
  /** In place of `replaced`, in one step, which ends that one. False where another one of this customer and row is there. */
  keep(clearance: StoredClearance, replaced: string | null): Promise<boolean>;
  find(id: string): Promise<StoredClearance | undefined>;
  findEnded(id: string): Promise<StoredClearance | undefined>;
  /** All of a customer, by any of their hashes. */
  findOf(mode: KeyMode, subjects: readonly string[]): Promise<readonly StoredClearance[]>;
  /** The newest first. */
  list(mode: KeyMode, limit: number, before?: ListPlace, filter?: ClearanceFilter): Promise<readonly StoredClearance[]>;
  /** Returns false if the clearance is no longer proposed, or if its author tries to confirm it. */
  confirm(id: string, by: string, atMs: number): Promise<boolean>;
  /** Notes a step of a freeze. False where it is no freeze, or the step was noted before. */
  noteStep(id: string, step: FreezeStep, done: DoneStep): Promise<boolean>;
  /** Lists the clearances of both modes that count or wait and whose last day is before this one. */
  listOver(today: string, limit: number): Promise<readonly StoredClearance[]>;
  /** It is over: watches look at the customer and the row again, as after `withdraw`. False where it is so already. */
  lapse(id: string): Promise<boolean>;
  /**
   * Ends it. Watches look at the customer and the row again where it kept them silent: each is marked in the same step. False where there
   * was none.
   */
  withdraw(id: string, by: string, atMs: number): Promise<boolean>;
  /** Watches that were marked for these customers look at them no more, and nothing names them there. */
  forgetWithdrawn(subjects: readonly string[]): Promise<void>;
  /** Removes the clearance without a notification and without a trace. Returns false if there was none. */
  remove(id: string): Promise<boolean>;
  /** Removes so many that ended before this time. Tells whether there may be more. */
  purgeEnded(beforeMs: number, limit: number): Promise<boolean>;
  /** Lists the rows of both modes that follow this id. It includes rows that no longer count, because they may also concern a person. */
  listAll(after: string, limit: number): Promise<readonly StoredClearance[]>;
}
