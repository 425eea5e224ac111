// Marks the hits that a person has judged false. Nobody is looked for where there is no hit.

import type { KeyMode } from '../../../domain/access/api-key.ts';
import { toCustomerText } from '../../../domain/screening/clearance.ts';
import type { Screened } from '../../../domain/screening/screened.ts';
import type { Seal } from '../../seal.ts';
import type { FoundHit } from '../find-hits.ts';
import type { ClearanceStore } from './ports.ts';
import { covers, openJudgement, toJudged } from './sealed-judgement.ts';

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

/** What the stores call a customer: the newest hash first, then those of older generations of the secret. */
export type ToSubjects = (customerText: string) => readonly [string, ...string[]];

interface MarkClearedOptions {
  readonly store: Pick<ClearanceStore, 'findOf'>;
  readonly seal: Seal;
  readonly toSubjects: ToSubjects;
}

export function createMarkCleared({ store, seal, toSubjects }: MarkClearedOptions): MarkCleared {
  return async (found, customer, mode) => {
    if (found.length === 0) return [];
    const stored = await store.findOf(mode, toSubjects(toCustomerText(customer)));
    const clearances = stored
      .filter(({ state }) => state === 'cleared')
      .map((each) => ({ ...each, judgement: openJudgement(seal, each) }));
    return found.map((each) => {
      const judged = toJudged(each.hit, each.compared);
      const clearance = clearances.find(({ row, judgement }) => row === each.recorded.row && covers(judgement, judged));
      if (clearance === undefined) return { ...each, clearance: null };
      const { id, createdAtMs, confirmedAtMs } = clearance;
      const recorded = { ...each.recorded, clearance: id };
      return { ...each, recorded, clearance: { id, atMs: confirmedAtMs ?? createdAtMs } };
    });
  };
}
