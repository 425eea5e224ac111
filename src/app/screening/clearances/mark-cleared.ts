// Marks the hits that a person has judged false. Nobody is looked for where there is no hit.

import type { KeyMode } from '../../../domain/access/api-key.ts';
import { toCustomerText } from '../../../domain/screening/clearance.ts';
import type { Screened } from '../../../domain/screening/screened.ts';
import type { RowSeal } from '../../sealed-rows.ts';
import type { FoundHit } from '../find-hits.ts';
import type { ClearanceStore, StoredClearance } from './ports.ts';
import { covers, findJudgement, type SealedJudgement, toJudged } from './sealed-judgement.ts';

export interface MarkedHit extends FoundHit {
  /** Null where nobody has judged it false; `atMs`: since when it counts. */
  readonly clearance: { readonly id: string; readonly atMs: number } | null;
}

/** In the same order. */
export type MarkCleared = (
  found: readonly FoundHit[],
  customer: Screened,
  mode: KeyMode,
) => Promise<readonly MarkedHit[]>;

/** Where nobody can tell what was cleared, every hit counts: sources may have been paid by then, and their answer must not be lost. */
export function withUncleared(markCleared: MarkCleared, onFault: (error: unknown) => void): MarkCleared {
  return (found, customer, mode) =>
    markCleared(found, customer, mode).catch((error: unknown) => {
      onFault(error);
      return found.map((each) => ({ ...each, clearance: null }));
    });
}

/** What the stores call a customer: the newest hash first, then those of older generations of the secret. */
export type ToSubjects = (customerText: string) => readonly [string, ...string[]];

interface MarkClearedOptions {
  readonly store: Pick<ClearanceStore, 'findOf'>;
  readonly seal: RowSeal;
  readonly toSubjects: ToSubjects;
}

export function createMarkCleared({ store, seal, toSubjects }: MarkClearedOptions): MarkCleared {
  return async (found, customer, mode) => {
    if (found.length === 0) return [];
    const stored = await store.findOf(mode, toSubjects(toCustomerText(customer)));
    return markBy(openClearances(stored, seal), found);
  };
}

/** A clearance that counts, with what was judged. */
export interface OpenClearance {
  readonly id: string;
  readonly subject: string;
  readonly row: string;
  /** Since when it counts. */
  readonly atMs: number;
  readonly judgement: SealedJudgement;
}

export function openClearances(stored: readonly StoredClearance[], seal: RowSeal): readonly OpenClearance[] {
  return stored.flatMap((each): OpenClearance | [] => {
    const { id, subject, row, state, createdAtMs, confirmedAtMs } = each;
    const judgement = state === 'cleared' ? findJudgement(seal, each) : undefined;
    return judgement === undefined ? [] : { id, subject, row, atMs: confirmedAtMs ?? createdAtMs, judgement };
  });
}

/** `clearances`: those of the customer who was asked about. */
export function markBy(clearances: readonly OpenClearance[], found: readonly FoundHit[]): readonly MarkedHit[] {
  return found.map((each) => {
    const judged = toJudged(each.hit, each.compared);
    const clearance = clearances.find(({ row, judgement }) => row === each.recorded.row && covers(judgement, judged));
    if (clearance === undefined) return { ...each, clearance: null };
    const { id, atMs } = clearance;
    const clearedAt = `${new Date(atMs).toISOString().slice(0, 19)}Z`;
    return { ...each, recorded: { ...each.recorded, clearance: id, clearedAt }, clearance: { id, atMs } };
  });
}
