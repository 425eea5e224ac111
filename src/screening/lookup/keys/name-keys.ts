// The keys of a name: of several of its words together, so that a common word costs nothing. They never need all of them, so that one
// misspelt word hides nobody.

import { isCommonInBrazil } from '../../../domain/names/foreign/common-names.ts';
import { hasAttachedArticle, toForeignName } from '../../../domain/names/foreign/foreign-name.ts';
import { toSkeleton } from '../../../domain/names/foreign/word-sound.ts';
import { dropParticles } from '../../../domain/names/name-text.ts';
import { foldSpelling } from '../../../domain/names/word-likeness.ts';
import type { NameCustom } from '../../../domain/screening/match/name-scorer.ts';
import {
  addUp,
  hash,
  type NameRoom,
  toBornKey,
  toJoinedKey,
  toLessOneKey,
  toMisspeltKey,
  toPairKey,
  toShortenedKey,
  toTripleKey,
} from './key-hash.ts';

/** More than nearly all names have; of a longer one the first words are enough to find it. */
export const wordsMax = 10;

export interface KeyWords {
  /** As they are heard or spelt. */
  readonly telling: readonly string[];
  /** In step with them: with an article that is written in one with the word, which may be misspelt like the rest. */
  readonly whole: readonly string[];
  /** Theirs, in step with them. */
  readonly hashes: readonly number[];
  /** In step with the words: the codes of their first letters as they are written. */
  readonly initials: readonly number[];
  /** In step with the words: whether it may stand for a longer one. */
  readonly shorts: readonly boolean[];
  /** In step with the words. In a list of other countries two words of three find a name only where one of them tells something. */
  readonly tells: readonly boolean[];
  /** All of them in one: Kim Jong Un is Kim Jongun, and a company may have no more than one word. */
  readonly joined: string;
}

export function toKeyWords(folded: string, custom: NameCustom): KeyWords {
  const foreign = custom === 'foreign' ? toForeignName(folded) : undefined;
  const words = foreign?.words ?? dropParticles(folded.split(' '));
  const [telling, whole, hashes, initials]: [string[], string[], number[], number[]] = [[], [], [], []];
  const [shorts, tells]: [boolean[], boolean[]] = [[], []];
  for (let index = 0; index < words.length && telling.length < wordsMax; index++) {
    const word = words[index] as string;
    if (word === '') continue;
    // Of the initial H nothing is heard.
    const heard = foreign?.skeletons[index] ?? (foldSpelling(word) || word);
    telling.push(heard);
    whole.push(foreign !== undefined && hasAttachedArticle(word) ? toSkeleton(word) : heard);
    hashes.push(hash(heard));
    initials.push(word.charCodeAt(0));
    shorts.push(isShort(word));
    tells.push(foreign?.tells[index] ?? true);
  }
  const joined = words.length === 1 ? (words[0] as string) : words.join('');
  return { telling, whole, hashes, initials, shorts, tells, joined };
}

const shortLettersMax = 3;

/** An initial, or an abbreviation such as `Ap.`; Ana is a name of its own. */
export function isShort(word: string): boolean {
  return word.length === 1 || (word.length <= shortLettersMax && !isCommonInBrazil(word));
}

/** Who may have misspelt a word. Among common words only those who ask are believed to: a misspelt word is a common one no more. */
type Side = 'listed' | 'asked';

export function addOthers(keys: number[], words: KeyWords, room: NameRoom, side: Side): void {
  addMisspelt(keys, words, room, side);
  addShortened(keys, words, room, side);
  keys.push(toJoinedKey(hash(words.joined), room));
  // A company may have one word, which is spelt otherwise.
  const [only, ...more] = words.hashes;
  if (room !== 'foreign' && only !== undefined && more.length === 0) keys.push(toJoinedKey(only, room));
}

/** Any two words and the year of birth: beside it a name is one that is less alike than a name alone must be. */
export function addBornKeys(keys: number[], { hashes }: KeyWords, years: readonly string[], room: NameRoom): void {
  if (years.length === 0) return;
  const pairs: number[] = [];
  addPairs(pairs, hashes, room);
  for (const year of years) for (const pair of pairs) keys.push(toBornKey(pair, hash(year), room));
}

export function addParts(keys: number[], { hashes }: KeyWords, room: NameRoom): void {
  if (hashes.length === 2) addPairs(keys, hashes, room);
  else addTriples(keys, hashes, room);
}

function addPairs(keys: number[], hashes: readonly number[], room: NameRoom): void {
  for (let one = 0; one < hashes.length; one++) {
    for (let two = one + 1; two < hashes.length; two++)
      keys.push(toPairKey(addUp(hashes[one] as number, hashes[two] as number), room));
  }
}

export function addTwoOfThree(keys: number[], { hashes, tells }: KeyWords, room: NameRoom): void {
  if (room !== 'foreign' || hashes.length !== 3) return;
  const add = (one: number, two: number) => {
    if (tells[one] || tells[two]) keys.push(toPairKey(addUp(hashes[one] as number, hashes[two] as number), room));
  };
  add(0, 1);
  add(0, 2);
  add(1, 2);
}

function addTriples(keys: number[], hashes: readonly number[], room: NameRoom): void {
  for (let one = 0; one < hashes.length; one++) {
    for (let two = one + 1; two < hashes.length; two++) {
      const pair = addUp(hashes[one] as number, hashes[two] as number);
      for (let three = two + 1; three < hashes.length; three++)
        keys.push(toTripleKey(addUp(pair, hashes[three] as number), room));
    }
  }
}

/**
 * Where few words are left without the misspelt one, something of it must agree. In a name of three words that is the first letter, by which
 * alone it may be given, or one of the first two that are heard. In a name of two, and beside two words that half of Brazil has, it is all but one letter.
 */
function addMisspelt(keys: number[], words: KeyWords, room: NameRoom, side: Side): void {
  const { telling, hashes } = words;
  if (telling.length === 2) {
    addLessOne(keys, hashes[0] as number, words, 1, room);
    addLessOne(keys, hashes[1] as number, words, 0, room);
  }
  if (telling.length !== 3) return;
  addThird(keys, words, [0, 1, 2], room, side);
  addThird(keys, words, [0, 2, 1], room, side);
  addThird(keys, words, [1, 2, 0], room, side);
}

/** Two words are right, and the third may be misspelt. */
function addThird(
  keys: number[],
  words: KeyWords,
  [first, second, third]: readonly [number, number, number],
  room: NameRoom,
  side: Side,
): void {
  const { telling, hashes, initials, tells } = words;
  const doubtful = telling[third] as string;
  const pair = addUp(hashes[first] as number, hashes[second] as number);
  if (!tells[first] && !tells[second]) {
    if (side === 'listed' || tells[third]) addLessOne(keys, pair, words, third, room);
    return;
  }
  const letters = new Set([
    initials[third] as number,
    doubtful.charCodeAt(0),
    doubtful.charCodeAt(doubtful.length > 1 ? 1 : 0),
  ]);
  for (const letter of letters) keys.push(toMisspeltKey(pair, letter, room));
}

/**
 * Two words, and the first letter of a third that one side may have shortened: all pairs on the side that shortens, the other side only
 * those that are likely to be left whole.
 */
function addShortened(keys: number[], { hashes, initials, shorts }: KeyWords, room: NameRoom, side: Side): void {
  const other = side === 'listed' ? 'asked' : 'listed';
  for (let one = 0; one < hashes.length; one++) {
    for (let two = one + 1; two < hashes.length; two++) {
      const isLikely = isLikelyWhole(one, two, hashes.length, room);
      const pair = addUp(hashes[one] as number, hashes[two] as number);
      for (let third = 0; third < hashes.length; third++) {
        if (third === one || third === two) continue;
        if (shorts[third]) keys.push(toShortenedKey(pair, initials[third] as number, side, room));
        if (isLikely) keys.push(toShortenedKey(pair, initials[third] as number, other, room));
      }
    }
  }
}

/** The first and the last word of a name; in lists of the world, where words stand in any order, each pair with one of them. */
export function isLikelyWhole(one: number, two: number, words: number, room: NameRoom): boolean {
  const isLast = two === words - 1;
  return room === 'foreign' ? one === 0 || isLast : one === 0 && isLast;
}

function addLessOne(keys: number[], right: number, { telling, whole }: KeyWords, misspelt: number, room: NameRoom) {
  const [heard, spelt] = [telling[misspelt] as string, whole[misspelt] as string];
  for (const form of toForms(heard)) keys.push(toLessOneKey(right, hash(form), room));
  if (spelt !== heard) for (const form of toForms(spelt)) keys.push(toLessOneKey(right, hash(form), room));
}

/** The misspelt word lacks a letter or has a wrong one: then both are equal without it. What is heard has no letter twice in a row. */
export function toForms(misspelt: string): readonly string[] {
  const forms = new Set([misspelt]);
  for (let index = 0; index < misspelt.length; index++) {
    const isDoubled = index > 0 && misspelt[index - 1] === misspelt[index + 1];
    forms.add(misspelt.slice(0, index) + misspelt.slice(isDoubled ? index + 2 : index + 1));
  }
  return [...forms].filter((form) => form !== '');
}
