// Asks the lists about somebody, says of which editions, and decides. What somebody has judged false is told apart, and decides nothing.

import type { LookedAtLists } from '../../domain/coverage/list-coverage.ts';
import { toReliedUpon } from '../../domain/screening/reliance.ts';
import {
  decideScreening,
  type RecordedHit,
  type ScreeningStatus,
  type UsedEdition,
} from '../../domain/screening/screening.ts';
import type { MarkedHit } from './clearances/mark-cleared.ts';
import { type AskedTogether, type FoundHit, type FoundTogether, findHits } from './find-hits.ts';
import type { ListEdition, ScreeningLists } from './ports.ts';

export interface AskListsOptions {
  /** Whether all partners who were asked for are known. */
  readonly hasAllPartners: boolean;
  /** By the settings; empty where they name none: then it is those that were ever live. */
  readonly named: readonly string[];
}

export interface AskedLists extends FoundTogether {
  /** Those that are there, and those that are relied upon. */
  readonly editions: readonly UsedEdition[];
  /** Whether all that was asked for could be looked at. */
  readonly isWhole: boolean;
  /** Whether no row in force is left out of the hits. */
  readonly hasAllHits: boolean;
}

/** Without a pause in between: lists may be switched in the next one. */
export function askLists(
  lists: ScreeningLists,
  asked: AskedTogether,
  { hasAllPartners, named }: AskListsOptions,
): AskedLists {
  const reliedUpon = toReliedUpon(named, lists.everLive());
  const found = findHits(lists, asked);
  // After the hits: one that turned out to be damaged when its rows were read says so.
  const editions = listUsed(lists.editions(asked.today), reliedUpon);
  const isLookedAt = hasAllPartners && areCurrent(editions, reliedUpon);
  const untold = [...found.needName, ...found.needNumber];
  const isWhole = isLookedAt && found.isWhole && !untold.some((list) => reliedUpon.includes(list));
  return { ...found, editions, isWhole, hasAllHits: found.isWhole };
}

/** Even where nobody knows a list that is relied upon. */
function listUsed(known: readonly ListEdition[], reliedUpon: readonly string[]): readonly UsedEdition[] {
  const there = known.filter(({ state }) => state !== 'missing');
  const missing = reliedUpon.filter((name) => !there.some(({ list }) => list === name));
  return [...there, ...missing.map((list) => ({ list, edition: null, asOf: null, state: 'missing' }) as const)];
}

function areCurrent(used: readonly UsedEdition[], reliedUpon: readonly string[]): boolean {
  return reliedUpon.every((name) => used.some(({ list, state }) => list === name && state === 'current'));
}

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
  /** What an answer that was made of it rests on. */
  readonly looked: LookedAtLists;
  /** Those that are there, and those that are relied upon. */
  readonly lists: readonly UsedEdition[];
}

/** `marked`: the hits of `asked`. `recorded`: all of them, as they are written down. */
export function decideAsked(
  { total, needName, needNumber, editions, isWhole, hasAllHits }: AskedLists,
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
    looked: { editions, hits: recorded, needName, needNumber, hasAllHits, isWhole },
    lists: editions,
  };
  return { decided, recorded };
}
