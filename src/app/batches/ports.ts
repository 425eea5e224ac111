// What a batch of verifications needs from the world.

import type { KeyId } from '../../domain/access/api-key.ts';
import type { RiskLevel } from '../../domain/risk/risk-policy.ts';
import type { Bilingual } from '../../errors.ts';
import type { NewEvent } from '../events/ports.ts';
import type { ListPlace } from '../key-owned/list-page.ts';

/** A text stays a text, even if it looks like another type. A day is a calendar day, and a time is shown as it was in Brazil. */
export type SheetCell = string | number | null | { readonly day: string } | { readonly time: string };

export interface SheetColumn {
  readonly name: string;
  /** `width` counts characters. */
  readonly width: number;
}

export interface Sheet {
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  readonly rows: AsyncIterable<readonly (readonly SheetCell[])[]>;
}

/** `receiving` until all rows are there; `deleted` until nothing of it is left. */
export type BatchState = 'receiving' | 'running' | 'completed' | 'failed' | 'deleted';

/** These codes state why a batch ended before its last row. */
export const batchEnds = ['key_revoked', 'key_expired', 'too_old', 'budget_exhausted'] as const;
export type BatchEnd = (typeof batchEnds)[number];

/** `outcome_unknown`: the process was killed while sources were asked about the row, and it is not retried. */
export const rowStatuses = ['answered', 'invalid', 'failed', 'outcome_unknown'] as const;
export type RowStatus = (typeof rowStatuses)[number];

/** If a budget is used up, a batch can `wait` for its next period, continue without the source (`skip`), or end there (`stop`). */
export const atBudgets = ['wait', 'skip', 'stop'] as const;
export type AtBudget = (typeof atBudgets)[number];

export interface NewBatch {
  readonly id: string;
  readonly keyId: KeyId;
  readonly purpose: string | null;
  readonly explain: boolean;
  /** The language of a screening's sentences; null where rows are only verified. */
  readonly screenLanguage: keyof Bilingual | null;
  readonly atBudget: AtBudget;
  /** `webhookId` names the endpoint that hears of the end. */
  readonly webhookId: string | null;
  /** A keyed hash of the caller's `Idempotency-Key`. */
  readonly repeatId: string | null;
  readonly createdAtMs: number;
}

export interface StoredBatch extends NewBatch {
  readonly state: BatchState;
  readonly reason: BatchEnd | null;
  readonly rows: number;
  readonly counts: Readonly<Record<RowStatus, number>>;
  /** `risks` counts the risk levels of the answered rows. */
  readonly risks: Readonly<Record<RiskLevel, number>>;
  /** A keyed hash of the body. */
  readonly fingerprint: string | null;
  readonly finishedAtMs: number | null;
  readonly expiresAtMs: number | null;
  /** `erasures` counts the erasures in the batch. Final results change with this number alone. */
  readonly erasures: number;
}

/** Rows that follow each other, sealed together. */
export interface InputChunk {
  /** The count begins at 1. */
  readonly firstRow: number;
  readonly sealed: Uint8Array;
}

export interface StoredResult {
  readonly row: number;
  readonly status: RowStatus;
  /** The value is null if no further facts are known. */
  readonly sealed: Uint8Array | null;
}

export interface BatchFinish {
  readonly state: 'completed' | 'failed';
  readonly reason: BatchEnd | null;
  readonly finishedAtMs: number;
  readonly expiresAtMs: number;
  /** The store records the event in the same step, for its key and for its endpoint. */
  readonly event: NewEvent | null;
}

/** Rows of one batch that one process works on. */
export interface PortionName {
  /** `id` names the batch. */
  readonly id: string;
  readonly firstRow: number;
}

export interface Portion {
  /** `firstRow` identifies the portion. The row itself need not be among those left to do. */
  readonly firstRow: number;
  /** `rows` lists the rows that are left to do, in order. */
  readonly rows: readonly number[];
}

/** A process owns its rows for this long without a sign from it. That is enough for a process that is merely slow. */
export const portionMs = 30_000;
export const renewEveryMs = portionMs / 6;

/** Every write is durable when its promise resolves. A batch whose row was made or changed by other means is found by nothing, and reported. */
export interface BatchStore {
  /** `full`: the key has as many that are not finished as it may have. A batch: the one that has the same `repeatId`. */
  begin(batch: NewBatch, unfinishedMax: number): Promise<'begun' | 'full' | StoredBatch>;
  /** Finds the batch by its `repeatId`. Returns undefined also after the batch was deleted. */
  findRepeated(repeatId: string): Promise<StoredBatch | undefined>;
  appendInput(id: string, chunk: InputChunk): Promise<void>;
  /** All of it is there. */
  start(id: string, rows: number, fingerprint: string): Promise<void>;
  /** Returns undefined also after the batch was deleted. */
  find(id: string): Promise<StoredBatch | undefined>;
  /** Lists the completely received batches of these owners, newest first. If `before` is given, the list starts behind that batch. */
  listOf(keyIds: readonly KeyId[], limit: number, before?: ListPlace): Promise<readonly StoredBatch[]>;
  /** The one that the row lies in. */
  getInput(id: string, row: number): Promise<InputChunk>;
  /** Lists the batches to be worked on, oldest first. */
  listRunning(limit: number): Promise<readonly string[]>;
  /**
   * Takes rows to work on, about `max` of them, for `portionMs` from now. First those that another process let go of, or did not renew in
   * time: what it had claimed of them, and neither settled nor postponed, is given up. A process that the store has just refused something
   * takes none of these: others were refused, too. `others`: all that is left is theirs; `none`: nothing is.
   */
  take(id: string, max: number): Promise<Portion | 'others' | 'none'>;
  /** Keeps those of these portions that are this process's for another `portionMs`. */
  renew(portions: readonly PortionName[]): Promise<void>;
  /** All rows of the portion are settled. */
  release(id: string, firstRow: number): Promise<void>;
  /** Releases this process's share of the batch, so that any process may take it from now on. */
  giveBack(id: string): Promise<void>;
  /**
   * Before anybody is asked about the row. `sealed` is its result where this process is gone before it settles. False: the batch is no
   * longer running, or the row is not this process's any more. `isAgain`: this process tried before and does not know whether it did.
   */
  claim(id: string, row: number, sealed: StoredResult['sealed'], isAgain?: boolean): Promise<boolean>;
  /** It was claimed, but nothing came of it that would keep it from being claimed again. */
  postpone(id: string, row: number): Promise<void>;
  /** Settles a row with or without a claim. `risk` is the risk of the answer, if there is one, and it is only counted. */
  settle(id: string, result: StoredResult, risk: RiskLevel | null): Promise<void>;
  finish(id: string, finish: BatchFinish): Promise<void>;
  /** It was begun and will not be whole. Never rejects: where it cannot be written down now, that is done later. */
  abandon(id: string): Promise<void>;
  /** Returns false if the key has no such batch. */
  delete(id: string, keyId: KeyId): Promise<boolean>;
  /** Settled rows from `from` to `to`, in order. */
  listResults(id: string, from: number, to: number, limit: number): Promise<readonly StoredResult[]>;
  /** Tells whether a batch is deleted, expired, or an abandoned upload of a process that is gone. */
  hasWaste(nowMs: number): Promise<boolean>;
  /** Takes away at most about `max` rows of it. */
  purge(nowMs: number, max: number): Promise<void>;
  /** Every batch of which anything is left, deleted ones too, in the order of their ids. */
  listAll(afterId: string, limit: number): Promise<readonly Pick<StoredBatch, 'id' | 'createdAtMs'>[]>;
  /** From this row on, in order. */
  listInputs(id: string, fromRow: number, limit: number): Promise<readonly InputChunk[]>;
  /** Replaces the chunk that begins with the same row. */
  replaceInput(id: string, chunk: InputChunk): Promise<void>;
  /** Replaces any outcome of the row, present or future. `risk` is the risk that was counted for it. The body's fingerprint is removed, too. */
  eraseRow(id: string, result: StoredResult, risk: RiskLevel | null): Promise<void>;
}
