// One list asked about somebody: finds the rows that may speak of them, reads those, and judges each by the domain's rules.

import { groupHits, type RowsAre } from '../../domain/screening/group-hits.ts';
import { type Hit, hitsMax } from '../../domain/screening/hit.ts';
import { type Asked, hasOnlyDigits, judgeEntry, nameAloneMin } from '../../domain/screening/judge-entry.ts';
import { toEntryState } from '../../domain/screening/list-entry.ts';
import type { NameScorer } from '../../domain/screening/name-scorer.ts';
import type { LikeRow, ListIndex } from './list-index.ts';
import type { AskedKeys } from './row-keys.ts';

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
  /** A row has the same six digits, and nobody knows whether it is the same person. */
  readonly isUndecided: boolean;
}

export interface AskedOfLists extends Asked {
  readonly keys: AskedKeys;
  readonly today: string;
}

export function screenList(list: string, index: ListIndex, rowsAre: RowsAre, asked: AskedOfLists): ListMatches {
  const { keys, scorer, today } = asked;
  const isOnlyNamed = scorer === undefined && index.hasOnlyNames(asked.screened.kind);
  const numbered: number[] = [];
  for (const key of keys.numbers) index.forEach(key, (row) => numbered.push(row));
  const hinted = findHinted(index, asked);
  const named = scorer === undefined ? [] : findNamed(index, asked, scorer);
  if (numbered.length === 0 && hinted.length === 0 && named.length === 0)
    return { hits: [], unread: 0, needsName: isOnlyNamed, isUndecided: false };

  const alike = named.toSorted((one, other) => other.similarity - one.similarity);
  const sure = new Set([...numbered, ...hinted]);
  const onlyAlike = alike.filter(({ row }) => !sure.has(row));
  const { dataAsOf } = index;
  const hits: Hit[] = [];
  let isUndecided = false;
  const judge = (row: number) => {
    const entry = index.readEntry(row);
    const judgement = judgeEntry(asked, entry);
    if (judgement === undefined) isUndecided ||= hasOnlyDigits(asked, entry);
    else hits.push({ ...judgement, list, dataAsOf, entry, state: toEntryState(entry, today), otherRows: [] });
  };
  for (const row of sure) judge(row);
  // What has ended or was born in another year decides nothing: it must not take the place of a row that does.
  let [read, inForce] = [0, 0];
  for (const { row } of onlyAlike) {
    if (read === readByNameMax || inForce === hitsMax) break;
    const before = hits.length;
    judge(row);
    read++;
    if (hits[before]?.state === 'in_force') inForce++;
  }
  const needsName = isOnlyNamed || isUndecided;
  return { hits: groupHits(hits, rowsAre), unread: onlyAlike.length - read, needsName, isUndecided };
}

/** Digits and birth dates are shared by many: most rows fall out by their name, and are never read. */
function findHinted(index: ListIndex, { keys, scorer }: AskedOfLists): readonly number[] {
  const found: number[] = [];
  for (const { key, custom } of keys.hints) {
    index.forEach(key, (row) => {
      if (scorer === undefined || index.score(row, custom, scorer) >= hintedMin) found.push(row);
    });
  }
  return found;
}

function findNamed(index: ListIndex, { keys, screened }: AskedOfLists, scorer: NameScorer): readonly LikeRow[] {
  const similarityMin = screened.kind === 'person' && screened.birthDate !== null ? besideYearMin : nameAloneMin;
  const [first, second] = keys.names;
  const found = first === undefined ? [] : index.findNames(first, scorer, similarityMin);
  return second === undefined ? found : [...found, ...index.findNames(second, scorer, similarityMin)];
}
