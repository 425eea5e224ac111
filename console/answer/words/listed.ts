// The reasons of the lists in words that name the lists which hit.

import type { ScreeningRung } from '../../../src/domain/risk/screening-reasons.ts';
import { mayWeigh } from '../../../src/domain/screening/weigh-hits.ts';
import { formatList } from '../../words/format.ts';
import { answerWords } from './answer-words.ts';

/** A hit as answers and records have it. */
export interface ListHit {
  readonly list: string;
  readonly strength: string;
  readonly state: string;
}

/** The other reasons of the lists name their list themselves. */
const rungs: Readonly<Record<string, ScreeningRung>> = {
  screening_listed: 'listed',
  screening_high_listed: 'high_listed',
  screening_possible: 'possible',
};

/** Returns undefined for any other reason, and where no hit is known that makes it. */
export function findListedSentence(reason: string, hits: readonly ListHit[]): string | undefined {
  const words = answerWords();
  const rung = rungs[reason];
  if (rung === undefined) return undefined;
  const lists = new Set(hits.filter((hit) => doesMake(rung, hit)).map(({ list }) => list));
  if (lists.size === 0) return undefined;
  return (rung === 'possible' ? words.maybeListed : words.listed)(toPlaces([...lists]));
}

function doesMake(rung: ScreeningRung, { list, strength, state }: ListHit): boolean {
  if (state !== 'in_force') return false;
  return strength === 'possible' ? rung === 'possible' : rung !== 'possible' && mayWeigh(list, rung);
}

const ownMark = 'own-';

function toPlaces(lists: readonly string[]): string {
  const words = answerWords();
  const own = lists.filter((list) => list.startsWith(ownMark)).map((list) => list.slice(ownMark.length));
  const published = lists.filter((list) => !list.startsWith(ownMark)).map(toShortName);
  return formatList([
    ...(published.length === 0 ? [] : [words.inLists(formatList(published), published.length)]),
    ...(own.length === 0 ? [] : [words.inOwnLists(formatList(own), own.length)]),
  ]);
}

const abbreviationMax = 5;

/** `ceis` is an abbreviation, and `canada` is not. */
function toShortName(list: string): string {
  return list.length <= abbreviationMax ? list.toUpperCase() : list;
}
