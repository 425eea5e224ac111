// From what the lists said to the decision: what somebody has judged false is told apart, and decides nothing.

import {
  decideScreening,
  type RecordedHit,
  type ScreeningStatus,
  type UsedEdition,
} from '../../domain/screening/screening.ts';
import type { AskedLists } from './ask-lists.ts';
import type { MarkedHit } from './clearances/mark-cleared.ts';
import type { FoundHit } from './find-hits.ts';

export interface DecidedScreening {
  readonly status: ScreeningStatus;
  readonly hits: readonly FoundHit[];
  /** How many hits there are; a common name has more than are told. */
  readonly hitsTotal: number;
  /** Those that a person has judged false before; they do not decide. */
  readonly cleared: readonly MarkedHit[];
  readonly needName: readonly string[];
  readonly needNumber: readonly string[];
  /** Whether all that was asked for could be looked at. */
  readonly isWhole: boolean;
  /** Those that are there, and those that are relied upon. */
  readonly lists: readonly UsedEdition[];
}

/** `marked`: the hits of `asked`. `recorded`: all of them, as they are written down. */
export function decideAsked(
  { total, needName, needNumber, editions, isWhole }: AskedLists,
  marked: readonly MarkedHit[],
): { readonly decided: DecidedScreening; readonly recorded: readonly RecordedHit[] } {
  const recorded = marked.map((each) => each.recorded);
  const cleared = marked.filter(({ clearance }) => clearance !== null);
  const decided = {
    status: decideScreening(recorded, isWhole),
    hits: marked.filter(({ clearance }) => clearance === null),
    hitsTotal: total - cleared.length,
    cleared,
    needName,
    needNumber,
    isWhole,
    lists: editions,
  };
  return { decided, recorded };
}
