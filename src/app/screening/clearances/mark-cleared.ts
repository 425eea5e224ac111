// Marks the hits that a person has judged: the false ones, and those that stay. Nobody is looked for where there is no hit.

import type { KeyMode } from '../../../domain/access/api-key.ts';
import { toBrazilDay } from '../../../domain/dates/calendar.ts';
import { toCustomerText } from '../../../domain/screening/clearance.ts';
import { mayBeOf } from '../../../domain/screening/group-hits.ts';
import { isOver, type JudgementKind } from '../../../domain/screening/judgement.ts';
import type { Screened } from '../../../domain/screening/screened.ts';
import type { RecordedJudgement } from '../../../domain/screening/screening.ts';
import type { Clock } from '../../clock.ts';
import type { RowSeal } from '../../sealed-rows.ts';
import type { FoundHit } from '../find-hits.ts';
import type { ClearanceStore, StoredClearance } from './ports.ts';
import { covers, findJudgement, type SealedJudgement } from './sealed-judgement.ts';

export interface MarkedHit extends FoundHit {
  /** The clearance is null if no judgement called the hit false. It counts since `atMs`. */
  readonly clearance: { readonly id: string; readonly atMs: number } | null;
  /** `judgement` holds the judgement of a hit that remains a hit; null if there is none. */
  readonly judgement: RecordedJudgement | null;
}

/** Returns the hits with their judgements, in the same order. */
export type MarkCleared = (
  found: readonly FoundHit[],
  customer: Screened,
  mode: KeyMode,
) => Promise<readonly MarkedHit[]>;

/** Counts every hit if the clearances cannot be read. Sources may have been paid by then, and their answer must not be lost. */
export function withUncleared(markCleared: MarkCleared, onFault: (error: unknown) => void): MarkCleared {
  return (found, customer, mode) =>
    markCleared(found, customer, mode).catch((error: unknown) => {
      onFault(error);
      return found.map((each) => ({ ...each, clearance: null, judgement: null }));
    });
}

/** Returns the stores' names of a customer: the newest hash first, then those of older generations of the secret. */
export type ToSubjects = (customerText: string) => readonly [string, ...string[]];

interface MarkClearedOptions {
  readonly store: Pick<ClearanceStore, 'findOf'>;
  readonly seal: RowSeal;
  readonly toSubjects: ToSubjects;
  readonly clock: Pick<Clock, 'nowMs'>;
}

export function createMarkCleared({ store, seal, toSubjects, clock }: MarkClearedOptions): MarkCleared {
  return async (found, customer, mode) => {
    if (found.length === 0) return [];
    const stored = await store.findOf(mode, toSubjects(toCustomerText(customer)));
    return markBy(openCountingClearances(stored, seal, toBrazilDay(clock.nowMs())), found);
  };
}

/** A clearance that counts, with what was judged. */
export interface OpenClearance {
  readonly id: string;
  readonly subject: string;
  readonly row: string;
  readonly kind: JudgementKind;
  readonly until: string | null;
  /** The judgement counts since this time. */
  readonly atMs: number;
  readonly judgement: SealedJudgement;
}

/** Opens the clearances that count today. */
export function openCountingClearances(
  stored: readonly StoredClearance[],
  seal: RowSeal,
  today: string,
): readonly OpenClearance[] {
  return stored.flatMap((each): OpenClearance | [] => {
    const { id, subject, row, kind, state, until, createdAtMs, confirmedAtMs } = each;
    const judgement = state === kind && !isOver(until, today) ? findJudgement(seal, each) : undefined;
    if (judgement === undefined) return [];
    return { id, subject, row, kind, until, atMs: confirmedAtMs ?? createdAtMs, judgement };
  });
}

/** `clearances`: those of the customer who was asked about. */
export function markBy(clearances: readonly OpenClearance[], found: readonly FoundHit[]): readonly MarkedHit[] {
  return found.map((each) => {
    const { hit, compared } = each;
    const clearance = clearances.find(({ row, judgement }) => mayBeOf(row, hit) && covers(judgement, hit, compared));
    if (clearance === undefined) return { ...each, clearance: null, judgement: null };
    const { id, kind, atMs, until } = clearance;
    if (kind !== 'cleared') {
      const judged = { kind, id, at: toSecond(atMs), until };
      return { ...each, recorded: { ...each.recorded, judged }, clearance: null, judgement: judged };
    }
    const recorded = { ...each.recorded, clearance: id, clearedAt: toSecond(atMs) };
    return { ...each, recorded, clearance: { id, atMs }, judgement: null };
  });
}

function toSecond(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
