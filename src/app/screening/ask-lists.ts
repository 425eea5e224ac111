// Asks the lists about somebody, and says of which editions. Without a pause in between: lists may be switched in the next one.

import type { UsedEdition } from '../../domain/screening/screening.ts';
import { type AskedTogether, type FoundTogether, findHits } from './find-hits.ts';
import type { ListEdition, ScreeningLists } from './ports.ts';

interface AskListsOptions {
  /** Whether all partners who were asked for are known. */
  readonly hasAllPartners: boolean;
  /** By the settings; empty where they name none: then it is those that are imported. */
  readonly reliedUpon: readonly string[];
}

export interface AskedLists extends FoundTogether {
  /** Those that are there, and those that are relied upon. */
  readonly editions: readonly UsedEdition[];
  /** Whether all that was asked for could be looked at. */
  readonly isWhole: boolean;
}

export function askLists(
  lists: ScreeningLists,
  asked: AskedTogether,
  { hasAllPartners, reliedUpon }: AskListsOptions,
): AskedLists {
  const found = findHits(lists, asked);
  // After the hits: one that turned out to be damaged when its rows were read says so.
  const editions = listUsed(lists.editions(asked.today), reliedUpon);
  const isLookedAt = areCurrent(editions, reliedUpon) && hasAllPartners;
  const untold = [...found.needName, ...found.needNumber];
  const isWhole = isLookedAt && found.isWhole && !untold.some((list) => isRelied(list, reliedUpon));
  return { ...found, editions, isWhole };
}

/** Even where nobody knows a list that is relied upon. */
function listUsed(known: readonly ListEdition[], reliedUpon: readonly string[]): readonly UsedEdition[] {
  const there = known.filter(({ state }) => state !== 'missing');
  const missing = reliedUpon.filter((name) => !there.some(({ list }) => list === name));
  return [...there, ...missing.map((list) => ({ list, edition: null, asOf: null, state: 'missing' }) as const)];
}

function isRelied(list: string, reliedUpon: readonly string[]): boolean {
  return reliedUpon.length === 0 || reliedUpon.includes(list);
}

/** One at least must be there. */
function areCurrent(used: readonly UsedEdition[], reliedUpon: readonly string[]): boolean {
  const relied = used.filter(({ list }) => isRelied(list, reliedUpon));
  return relied.length > 0 && relied.every(({ state }) => state === 'current');
}
