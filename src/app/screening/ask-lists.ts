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
import { type AskedTogether, type FoundTogether, findHits } from './find-hits.ts';
import type { ListEdition, ScreeningLists } from './ports.ts';

export interface AskListsOptions {
  /** Tells whether all requested partners are known. */
  readonly hasAllPartners: boolean;
  /** The settings name these lists. If they name none, the lists that were ever live count. */
  readonly named: readonly string[];
}

export interface AskedLists extends FoundTogether {
  /** The editions comprise the available lists and those that are relied upon. */
  readonly editions: readonly UsedEdition[];
  /** Tells whether every requested list could be consulted. */
  readonly isWhole: boolean;
  /** Tells whether the hits include every row in force. */
  readonly hasAllHits: boolean;
}

/** Asks all lists within one turn of the event loop, because a later turn may switch them. */
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

/** Lists the editions in use, including a list that is relied upon but unknown here. */
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
  readonly hits: readonly MarkedHit[];
  /** `hitsTotal` counts all hits. A common name has more than the answer shows. */
  readonly hitsTotal: number;
  /** The list holds the hits that a person has judged false before; they do not decide. */
  readonly cleared: readonly MarkedHit[];
  readonly needName: readonly string[];
  readonly needNumber: readonly string[];
  /** Tells whether a name is in an alphabet that no comparison reads. */
  readonly hasUnreadName: boolean;
  /** Tells whether every requested list could be consulted. */
  readonly isWhole: boolean;
  /** The answer rests on these lists. */
  readonly looked: LookedAtLists;
  /** The editions comprise the available lists and those that are relied upon. */
  readonly lists: readonly UsedEdition[];
}

/** `marked`: the hits of `asked`. `recorded`: all of them, as they are written down. */
export function decideAsked(
  { total, needName, needNumber, hasUnreadName, editions, isWhole, hasAllHits }: AskedLists,
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
    hasUnreadName,
    isWhole,
    looked: { editions, hits: recorded, needName, needNumber, hasUnreadName, hasAllHits, isWhole },
    lists: editions,
  };
  return { decided, recorded };
}
