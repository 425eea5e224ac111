// The keys of a name: of several of its words together, so that a common word costs nothing. They never need all of them, so that one
// misspelt word hides nobody.

import { isCommonInBrazil, toWeight } from '../../../domain/names/foreign/common-names.ts';
import { hasAttachedArticle, isParticle, toForeignName } from '../../../domain/names/foreign/foreign-name.ts';
import { findWholeNames } from '../../../domain/names/foreign/nicknames.ts';
import { settleCompanyName, toCompanyWeight } from '../../../domain/names/foreign/trade-words.ts';
import { toSkeleton } from '../../../domain/names/foreign/word-sound.ts';
import { dropParticles } from '../../../domain/names/name-text.ts';
import { foldSpelling } from '../../../domain/names/word-likeness.ts';
import { oneWordBits } from '../../../domain/screening/match/company-scorer.ts';
import { aloneBits, threeWordsBits } from '../../../domain/screening/match/enough-in-common.ts';
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
  toSlippedKey,
  toTripleKey,
} from './key-hash.ts';

/** More than nearly all names have; of a longer one the first words are enough to find it. */
export const wordsMax = 10;

export interface KeyWords {
  /** `telling` holds the words as they sound or as they are spelt. */
  readonly telling: readonly string[];
  /** `whole` runs parallel to `telling` and keeps an article that is joined to the word. That form may be misspelt like the rest. */
  readonly whole: readonly string[];
  /** Theirs, in step with them. */
  readonly hashes: readonly number[];
  /** `initials` runs parallel to the words and holds the codes of their first letters as written. */
  readonly initials: readonly number[];
  /** `shorts` runs parallel to the words and tells whether each may stand for a longer one. */
  readonly shorts: readonly boolean[];
  /** `tells` runs parallel to the words. In a list of other countries, two words of three find a name only if one of them is distinctive. */
  readonly tells: readonly boolean[];
  /** The list runs parallel to the words and holds the bits that each carries. */
  readonly weights: readonly number[];
  /** `wholes` runs parallel to the words and holds the longer words that each one shortens. */
  readonly wholes: readonly (readonly Whole[])[];
  /** All of the name as they are written, with a Neto at the end and without particles. */
  readonly written: readonly string[];
  /** All of them in one: Kim Jong Un is Kim Jongun, and a company may have no more than one word. */
  readonly joined: string;
}

export function toKeyWords(folded: string, custom: NameCustom): KeyWords {
  const foreign = custom === 'foreign' ? toForeignName(folded) : undefined;
  const isCompany = custom === 'company';
  const words = foreign?.words ?? dropParticles((isCompany ? settleCompanyName(folded) : folded).split(' '));
  const [telling, whole, hashes, initials]: [string[], string[], number[], number[]] = [[], [], [], []];
  const [shorts, tells, weights]: [boolean[], boolean[], number[]] = [[], [], []];
  const wholes: (readonly Whole[])[] = [];
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
    weights.push(foreign?.weights[index] ?? (isCompany ? toCompanyWeight(word) : toWeight(word)));
    wholes.push(toWholes(word, custom));
  }
  const written = isCompany
    ? dropParticles(folded.split(' '))
    : ((foreign && folded.split(' ').filter((word) => word !== '' && !isParticle(word))) ?? words);
  const inOne = isCompany ? written : words;
  const joined = inOne.length === 1 ? (inOne[0] as string) : inOne.join('');
  return { telling, whole, hashes, initials, shorts, tells, weights, wholes, written, joined };
}

const shortLettersMax = 3;

/** An initial, or an abbreviation such as `Ap.`; Ana is a name of its own. */
export function isShort(word: string): boolean {
  return word.length === 1 || (word.length <= shortLettersMax && !isCommonInBrazil(word));
}

/**
 * The side tells who may have misspelt a word. Among common words, only the asking side may have erred, because a misspelt word is no longer
 * common.
 */
type Side = 'listed' | 'asked';

export function addOthers(keys: number[], words: KeyWords, room: NameRoom, side: Side): void {
  addMisspelt(keys, words, room, side);
  addSlipped(keys, words, room, side);
  addShortened(keys, words, room, side);
  keys.push(toJoinedKey(hash(words.joined), room));
  if (room === 'foreign') return;
  // A company may have one word, or no more than one that tells it.
  const [only, ...more] = words.hashes;
  const [telling, ...moreTelling] = words.hashes.filter((_, index) => words.weights[index] === oneWordBits);
  if (room !== 'brazilian' && more.length > 0 && telling !== undefined && moreTelling.length === 0)
    keys.push(toJoinedKey(telling, room));
  // Which is spelt otherwise.
  if (only === undefined || more.length > 0) return;
  keys.push(toJoinedKey(only, room));
  if (room !== 'brazilian') keys.push(toJoinedKey(hash(`heard ${toSkeleton(words.joined)}`), room));
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

/** Where words are missing on one side, two that tell enough find a name. */
export function addTellingPairs(keys: number[], { hashes, weights }: KeyWords, room: NameRoom): void {
  if (hashes.length < 3) return;
  for (let one = 0; one < hashes.length; one++) {
    for (let two = one + 1; two < hashes.length; two++) {
      if ((weights[one] as number) + (weights[two] as number) >= aloneBits)
        keys.push(toPairKey(addUp(hashes[one] as number, hashes[two] as number), room));
    }
  }
}

/** A name with at least this many words is found by any three that tell enough. */
export const manyWordsMin = 6;

/** As `addTellingPairs`, of three common words: of fewer words any three are a key already. */
export function addTellingTriples(keys: number[], { hashes, weights }: KeyWords, room: NameRoom): void {
  if (hashes.length < manyWordsMin) return;
  for (let one = 0; one < hashes.length; one++) {
    for (let two = one + 1; two < hashes.length; two++) {
      const pair = addUp(hashes[one] as number, hashes[two] as number);
      const pairBits = (weights[one] as number) + (weights[two] as number);
      for (let three = two + 1; three < hashes.length; three++)
        if (pairBits + (weights[three] as number) >= threeWordsBits)
          keys.push(toTripleKey(addUp(pair, hashes[three] as number), room));
    }
  }
}

/** A name that a short form may stand for. */
export interface Whole {
  readonly hash: number;
  readonly weight: number;
}

const noWholes: readonly Whole[] = [];
const wholesOf = { foreign: new Map<string, readonly Whole[]>(), other: new Map<string, readonly Whole[]>() };

export function toWholes(word: string, custom: NameCustom): readonly Whole[] {
  const names = findWholeNames(word);
  if (names === undefined) return noWholes;
  const known = wholesOf[custom === 'foreign' ? 'foreign' : 'other'];
  const made = known.get(word) ?? [...names].map((name) => toWhole(name, custom));
  known.set(word, made);
  return made;
}

function toWhole(name: string, custom: NameCustom): Whole {
  const heard = custom === 'foreign' ? toSkeleton(name) : foldSpelling(name);
  return { hash: hash(heard), weight: toWeight(name) };
}

/** The keys of a name with one of its short forms spelt out. */
export function addSpeltOut(keys: number[], { hashes, weights, wholes }: KeyWords, room: NameRoom): void {
  for (let index = 0; index < hashes.length; index++)
    for (const whole of wholes[index] as readonly Whole[]) add(index, whole);
  function add(index: number, whole: Whole): void {
    const isPair = hashes.length === 2;
    for (let one = 0; one < hashes.length; one++) {
      if (one === index) continue;
      const pair = addUp(whole.hash, hashes[one] as number);
      if (isPair || whole.weight + (weights[one] as number) >= aloneBits) keys.push(toPairKey(pair, room));
      for (let two = one + 1; two < hashes.length; two++)
        if (two !== index) keys.push(toTripleKey(addUp(pair, hashes[two] as number), room));
    }
  }
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

/** A letter that no word has: for words of which too little is heard to share a letter. */
export const noLetter = 0;

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

/** A longer name is found by the words that are right, unless one of them is not heard. */
export const slippedWordsMax = 4;
const lettersOfEnd = 2;

/** Returns the parts of a word that a typing error leaves intact: its first letters, or its last ones. */
export const toEnds = (word: string): readonly [beginning: number, end: number] => [
  hash(word.slice(0, lettersOfEnd)),
  hash(` ${word.slice(-lettersOfEnd)}`),
];

/**
 * A slip in a word as it is written may be heard as several, or make a Neto of a word, or a common word of another. One that takes or moves
 * the blank between two words leaves the first letters of the one and the last letters of the other.
 */
function addSlipped(keys: number[], { written, hashes }: KeyWords, room: NameRoom, side: Side): void {
  const count = written.length;
  if (count < 2 || count > slippedWordsMax) return;
  const isFoundByOthers = side === 'listed' && count === slippedWordsMax && hashes.length === slippedWordsMax;
  const [ofWords, ends] = [written.map(hash), written.map(toEnds)];
  const all = ofWords.reduce(addUp, 0);
  ends.forEach(([beginning, end], index) => {
    const others = addUp(all, -(ofWords[index] as number));
    if (!isFoundByOthers) keys.push(toSlippedKey(others, beginning, room), toSlippedKey(others, end, room));
    if (count === 2) return;
    keys.push(toSlippedKey(others, addUp(beginning, end), room));
    const next = ends[index + 1];
    if (next === undefined) return;
    const rest = addUp(others, -(ofWords[index + 1] as number));
    keys.push(toSlippedKey(rest, addUp(beginning, next[1]), room));
  });
}

/** Two words are right, and the third may be misspelt. */
function addThird(
  keys: number[],
  words: KeyWords,
  [first, second, third]: readonly [number, number, number],
  room: NameRoom,
  side: Side,
): void {
  const { hashes, tells } = words;
  const pair = addUp(hashes[first] as number, hashes[second] as number);
  if (!tells[first] && !tells[second]) {
    if (side === 'listed' || tells[third]) addLessOne(keys, pair, words, third, room);
    return;
  }
  for (const letter of toDoubtfulLetters(words, third)) keys.push(toMisspeltKey(pair, letter, room));
}

/** Returns the letters of which one must agree if the word is misspelt. */
export function toDoubtfulLetters({ telling, initials }: KeyWords, index: number): ReadonlySet<number> {
  const doubtful = telling[index] as string;
  const [first, second] = [doubtful.charCodeAt(0), doubtful.length > 1 ? doubtful.charCodeAt(1) : noLetter];
  return new Set([initials[index] as number, first, second]);
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

export function addLessOne(
  keys: number[],
  right: number,
  { telling, whole }: KeyWords,
  misspelt: number,
  room: NameRoom,
) {
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
    // An X is heard as two.
    if (misspelt[index] === 'K' && misspelt[index + 1] === 'S')
      forms.add(misspelt.slice(0, index) + misspelt.slice(index + 2));
  }
  return [...forms].filter((form) => form !== '');
}
