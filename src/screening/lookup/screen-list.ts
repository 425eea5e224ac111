// One list asked about somebody: finds the rows that may speak of them, reads those, and judges each by the domain's rules.

import { toEntryState } from '../../domain/screening/entry/list-entry.ts';
import { groupHits } from '../../domain/screening/group-hits.ts';
import { type Hit, hitsMax } from '../../domain/screening/hit.ts';
import { isEnoughBesideBirthDate, isEnoughBesideDigits } from '../../domain/screening/match/enough-in-common.ts';
import { type Asked, judgeEntry } from '../../domain/screening/match/judge-entry.ts';
import { hasOnlyDigits } from '../../domain/screening/match/missing-facts.ts';
import { hasReadName, type NameCustom, type NameScorer } from '../../domain/screening/match/name-scorer.ts';
import { hasNumber } from '../../domain/screening/screened.ts';
import type { AskedKeys, Hint } from './keys/row-keys.ts';
import type { LikeRow, ListIndex } from './list-index.ts';

/** This bound lies under every similarity that counts beside digits or a birth date. */
const hintedMin = 0.5;
/** The search reads at most this many rows of one list because of their name: some milliseconds of work. */
const readByNameMax = 1_000;

export interface ListMatches {
  readonly hits: readonly Hit[];
  /** `unread` counts rows with an equally similar name that the search did not read. Their person or company remains unknown. */
  readonly unread: number;
  /** The match depends on a name, and the caller gave none. */
  readonly needsName: boolean;
  /** The match depends on a number, and the caller gave none. */
  readonly needsNumber: boolean;
  /** A row has the same six digits, and it is unknown whether it means the same person. */
  readonly isUndecided: boolean;
}

export interface AskedOfLists extends Asked {
  readonly keys: AskedKeys;
  readonly today: string;
}

/** `inForceMax`: beyond so many hits in force, rows that are found by their name alone are not read. */
export function screenList(index: ListIndex, asked: AskedOfLists, inForceMax = hitsMax): ListMatches {
  const { keys, scorer, today, screened } = asked;
  const sure = new Set<number>();
  for (const key of keys.numbers) index.forEach(key, (row) => sure.add(row));
  for (const row of findHinted(index, asked)) sure.add(row);
  const named = scorer === undefined ? [] : findNamed(index, asked, scorer);
  const onlyAlike = named.filter(({ row }) => !sure.has(row)).sort((one, other) => other.similarity - one.similarity);

  const { list, dataAsOf, rowsAre } = index.about;
  const hits: Hit[] = [];
  let isUndecided = false;
  const judge = (row: number): Hit | undefined => {
    const entry = index.readEntry(row);
    const judgement = judgeEntry(asked, entry, index.about);
    if (judgement === undefined) isUndecided ||= hasOnlyDigits(asked, entry);
    if (judgement === undefined) return undefined;
    const hit = { ...judgement, list, dataAsOf, entry, state: toEntryState(entry, today), otherRows: [] };
    hits.push(hit);
    return hit;
  };
  for (const row of sure) judge(row);
  // What has ended or was born in another year decides nothing: it must not take the place of a row that does.
  let [read, inForce] = [0, 0];
  for (const { row } of onlyAlike) {
    if (read === readByNameMax || inForce === inForceMax) break;
    read++;
    const hit = judge(row);
    if (hit?.state === 'in_force' && !hit.disagreed.includes('birth_date')) inForce++;
  }
  const { kind } = screened;
  const isOnlyNamed = !asked.isSearchable && (hasNumber(screened) ? index.hasOnlyNames(kind) : index.has(kind));
  const needsName = isOnlyNamed || (isUndecided && !hasReadName(screened));
  const needsNumber = !hasNumber(screened) && index.hasOnlyNumbers(kind);
  return { hits: groupHits(hits, rowsAre), unread: onlyAlike.length - read, needsName, needsNumber, isUndecided };
}

/** Digits and birth dates are shared by many: most rows fall out by their name, and are never read. Few have both. */
function findHinted(index: ListIndex, { keys, scorer, screened }: AskedOfLists): readonly number[] {
  const found: number[] = [];
  const hinted = new Set<number>();
  const isAskedRead = hasReadName(screened);
  for (const { key, beside } of keys.hints) {
    index.forEach(key, (row) => {
      // Whether two names are one cannot be told where one of them is not read.
      const isRead = beside !== 'digits' || (isAskedRead && index.hasReadName(row));
      const isTold = scorer !== undefined && index.hasName(row) && isRead && !hinted.has(row);
      if (!isTold || isAlike(index, row, scorer, beside)) found.push(row);
      hinted.add(row);
    });
  }
  return found;
}

/** Most have no word in common, and then nothing else is looked at. */
function isAlike(index: ListIndex, row: number, scorer: NameScorer, beside: Hint['beside']): boolean {
  const { wordsMin, isEnough } = enoughBeside[beside];
  if (!index.mayShare(row, scorer, wordsMin, hintedMin)) return false;
  let hasAny = false;
  const isFound = index.shares(row, scorer, (shared) => {
    hasAny ||= shared.whole > 0 || shared.isRunTogether;
    return isEnough(shared);
  });
  return isFound || (hasAny && byAnyName.some((custom) => index.score(row, custom, scorer) >= hintedMin));
}

const byAnyName: readonly NameCustom[] = ['brazilian', 'foreign'];
/** `wordsMin`: it is never enough with fewer words in common. */
const enoughBeside = {
  digits: { wordsMin: 1, isEnough: isEnoughBesideDigits },
  birth_date: { wordsMin: 2, isEnough: isEnoughBesideBirthDate },
} as const;

function findNamed(index: ListIndex, { keys, screened }: AskedOfLists, scorer: NameScorer): readonly LikeRow[] {
  const birthDate = screened.kind === 'person' ? screened.birthDate : null;
  const [first, second] = keys.names;
  const found = first === undefined ? [] : index.findNames(first, scorer, birthDate);
  if (second === undefined) return found;
  // A row that may have a name of either custom stands in both rooms.
  const rows = new Set(found.map(({ row }) => row));
  return [...found, ...index.findNames(second, scorer, birthDate).filter(({ row }) => !rows.has(row))];
}
