// One list asked about somebody: finds the rows that may speak of them, reads those, and judges each by the domain's rules.

import { toEntryState } from '../../domain/screening/entry/list-entry.ts';
import { groupHits } from '../../domain/screening/group-hits.ts';
import { type Hit, hitsMax } from '../../domain/screening/hit.ts';
import { type Asked, judgeEntry, nameAloneMin } from '../../domain/screening/match/judge-entry.ts';
import { hasOnlyDigits } from '../../domain/screening/match/missing-facts.ts';
import type { NameCustom, NameScorer } from '../../domain/screening/match/name-scorer.ts';
import { hasNumber } from '../../domain/screening/screened.ts';
import type { AskedKeys } from './keys/row-keys.ts';
import type { LikeRow, ListIndex } from './list-index.ts';

/** What a name needs beside the year of a birth. */
const besideYearMin = 0.85;
/** Under every similarity that counts beside digits or a birth date. */
const hintedMin = 0.5;
/** So many rows of one list are read at most because of their name: some milliseconds of work. */
const readByNameMax = 1_000;

export interface ListMatches {
  readonly hits: readonly Hit[];
  /** Rows with a name just as alike that were not read any more, so that nobody knows whom they mean. */
  readonly unread: number;
  /** Only a name would tell, and nobody said one. */
  readonly needsName: boolean;
  /** Only a number would tell, and nobody said one. */
  readonly needsNumber: boolean;
  /** A row has the same six digits, and nobody knows whether it is the same person. */
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

  const { list, dataAsOf, namesOf, rowsAre } = index.about;
  const hits: Hit[] = [];
  let isUndecided = false;
  const judge = (row: number): Hit | undefined => {
    const entry = index.readEntry(row);
    const judgement = judgeEntry(asked, entry, namesOf);
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
  const needsName = isOnlyNamed || (isUndecided && screened.name === null);
  const needsNumber = !hasNumber(screened) && index.hasOnlyNumbers(kind);
  return { hits: groupHits(hits, rowsAre), unread: onlyAlike.length - read, needsName, needsNumber, isUndecided };
}

/** Digits and birth dates are shared by many: most rows fall out by their name, and are never read. */
function findHinted(index: ListIndex, { keys, scorer }: AskedOfLists): readonly number[] {
  const found: number[] = [];
  for (const { key, customs } of keys.hints) {
    index.forEach(key, (row) => {
      const isAlike = (custom: NameCustom) => scorer !== undefined && index.score(row, custom, scorer) >= hintedMin;
      if (scorer === undefined || !index.hasName(row) || customs.some(isAlike)) found.push(row);
    });
  }
  return found;
}

function findNamed(index: ListIndex, { keys, screened }: AskedOfLists, scorer: NameScorer): readonly LikeRow[] {
  const similarityMin = screened.kind === 'person' && screened.birthDate !== null ? besideYearMin : nameAloneMin;
  const [first, second] = keys.names;
  const found = first === undefined ? [] : index.findNames(first, scorer, similarityMin);
  if (second === undefined) return found;
  // A row that may have a name of either custom stands in both rooms.
  const rows = new Set(found.map(({ row }) => row));
  return [...found, ...index.findNames(second, scorer, similarityMin).filter(({ row }) => !rows.has(row))];
}
