// Compares names of people from anywhere, as lists of other countries have them: in any order of the words, transliterated, with particles
// and titles that come and go. Brazilian names have their own comparison (`person-name`), which knows which word is the given name.

import { foldText } from '../name-text.ts';
import { foldSpelling } from '../word-likeness.ts';
import { isCommonInBrazil, toWeight } from './common-names.ts';
import { toLatinLetters } from './latin-letters.ts';
import { hasKindredVowels, isTypo, toSkeleton } from './word-sound.ts';

/** A name made ready to be compared with many. */
export interface ForeignName {
  readonly words: readonly string[];
  /** The list runs parallel to the words. */
  readonly skeletons: readonly string[];
  /** The list runs parallel to the words and tells whether few people in Brazil have each. */
  readonly tells: readonly boolean[];
  /** The list runs parallel to the words and holds the bits that each carries. */
  readonly weights: readonly number[];
  readonly agnome: string | undefined;
}

const spelledLikeness = 0.95;
const soundLikeness = 0.93;
const initialLikeness = 0.9;
const typoLikeness = 0.88;
/** A listed word that was not given weighs this much: little beside a telling word, more if only José and Silva agree. */
const leftOutWeight = 0.15;
const commonLeftOutWeight = 0.25;
/** More words than any real name has, and few enough for the bits of a number. */
const wordsMax = 24;
/** One word, or an initial beside it, is no name: half of a country has it. */
const oneWordMax = 0.7;
/** Father and son share the rest. */
const doubtfulMax = 0.8;

const particles: ReadonlySet<string> = new Set(
  (
    'DA DE DO DAS DOS E DI DEL DELLA LA LE LAS LOS Y VAN VON DER DEN TER AL EL UL UD UR US AD ED AR ER AS ES AN AZ ' +
    'BIN BINT IBN OULD OGLU OGLY KYZY HAJ HAJJ HAJI HAJJI SHEIKH SHAYKH MULLAH MAULAVI DR MR MRS SR SRA DON DONA'
  ).split(' '),
);
/** They tell a son, a grandson or a nephew from whom he is named after. */
export const agnomes: ReadonlySet<string> = new Set(['FILHO', 'NETO', 'JUNIOR', 'SOBRINHO']);

/** The pattern also covers the characters that Unicode classifies as letters and as signs of minutes. */
const apostrophe = /['’‘`´\u02b9-\u02bf\u02c8\u02ca\u02cb\u2032\ua78b\ua78c]/;
const apostrophes = new RegExp(apostrophe, 'g');

/** Articles, particles and titles, which come and go. Takes a folded word. */
export function isParticle(word: string): boolean {
  return particles.has(word);
}

/** Upper case words in Latin letters: `Qa'ida` is one word, `al-Qaida` are two. */
export function foldForeign(text: string): string {
  return toLatinLetters(foldText(apostrophe.test(text) ? text.replace(apostrophes, '') : text));
}

/** Takes a folded name. Particles and initials are no whole words, nor is `Neto` after more words than one. */
export function hasTwoWholeWords(folded: string): boolean {
  let [start, whole, words] = [0, 0, 0];
  while (start <= folded.length && whole < 2) {
    const end = findWordEnd(folded, start);
    const word = folded.slice(start, end);
    if (end > start && !particles.has(word)) words++;
    const isAgnome = words > 2 && end === folded.length && (agnomes.has(word) || word === 'JR');
    if (end - start > 1 && !particles.has(word) && !isAgnome) whole++;
    start = end + 1;
  }
  return whole > 1;
}

function findWordEnd(folded: string, start: number): number {
  const end = folded.indexOf(' ', start);
  return end === -1 ? folded.length : end;
}

/** Takes a folded name. */
export function toForeignName(folded: string): ForeignName {
  const whole = folded.includes('JR') ? folded.replace(/(?<![^ ])JR(?![^ ])/g, 'JUNIOR') : folded;
  const heard = whole.includes('ABD') ? joinServant(hearAll(whole)) : hearAll(whole);
  const last = heard.at(-1)?.word;
  const agnome = heard.length > 2 && last !== undefined && agnomes.has(last) ? last : undefined;
  if (agnome !== undefined) heard.pop();
  const [words, skeletons]: [string[], string[]] = [[], []];
  const [tells, weights]: [boolean[], number[]] = [[], []];
  for (const one of heard) {
    words.push(one.word);
    skeletons.push(one.skeleton);
    tells.push(one.tells);
    weights.push(one.weight);
  }
  return { words, skeletons, tells, weights, agnome };
}

export interface Heard {
  readonly word: string;
  readonly skeleton: string;
  readonly tells: boolean;
  readonly weight: number;
  readonly isParticle: boolean;
}

/** All but particles. */
function hearAll(folded: string): Heard[] {
  const all: Heard[] = [];
  for (let start = 0; start < folded.length; ) {
    const end = findWordEnd(folded, start);
    const heard = hear(folded.slice(start, end));
    if (end > start && !heard.isParticle) all.push(heard);
    start = end + 1;
  }
  return all;
}

/** Albaghdadi is al-Baghdadi. What is left is long enough to be told from others; Alexander, Allende, Almeida and Elsandra have none. */
const attachedArticle = /^[AE]L[B-DF-HJKMNP-TV-Z].{4}/;

export function hasAttachedArticle(word: string): boolean {
  return attachedArticle.test(word) && !isCommonInBrazil(word) && !isCommonInBrazil(word.slice(2));
}

/** Few words make up most names, so that what was found out about one is kept for the next. */
const heardWords = new Map<string, Heard>();
const heardMax = 20_000;

/** Takes a folded word, and says what every comparison needs of it. */
export function hear(word: string): Heard {
  const known = heardWords.get(word);
  if (known !== undefined) return known;
  const heard = {
    word,
    skeleton: toSkeleton(hasAttachedArticle(word) ? word.slice(2) : word),
    tells: !isCommonInBrazil(word),
    weight: toWeight(word),
    isParticle: isParticle(word),
  };
  if (heardWords.size >= heardMax) heardWords.clear();
  // A long text is no word, and would only fill the memory.
  if (word.length <= 30) heardWords.set(word, heard);
  return heard;
}

/** Abdul Rahman, Abdulrahman and Abd al-Rahman are one name, and one word of it: its article goes. */
function joinServant(words: readonly Heard[]): Heard[] {
  const joined: string[] = [];
  for (const { word } of words) {
    if (joined.at(-1) === 'ABD') joined[joined.length - 1] = `ABD${word}`;
    else joined.push(word.replace(/^ABD[AEOU]{0,3}[LR](?!LAH?$|AH?$)/, 'ABD'));
  }
  return joined.map(hear);
}

/** 0 to 1 in steps of 0.01. Over 0.70 only where at least two whole words of both belong together. */
export function compareForeignNames(asked: ForeignName, listed: ForeignName): number {
  const oneAgnome = asked.agnome !== listed.agnome;
  if (oneAgnome && asked.agnome !== undefined && listed.agnome !== undefined) return 0;
  // Kim Jong Un is Kim Jongun.
  if (asked.words.length !== listed.words.length && asked.words.join('') === listed.words.join(''))
    return oneAgnome ? doubtfulMax : spelledLikeness;
  const [askedCount, listedCount] = [Math.min(asked.words.length, wordsMax), Math.min(listed.words.length, wordsMax)];
  // Bits say which words have found their partner.
  let [askedPaired, listedPaired, pairs, wholePairs, sum] = [0, 0, 0, 0, 0];
  let isTelling = false;
  for (const isEqual of [true, false]) {
    for (let index = 0; index < askedCount; index++) {
      if ((askedPaired >> index) & 1) continue;
      let [best, partner] = [0, -1];
      for (let candidate = 0; candidate < listedCount && best < 1; candidate++) {
        if ((listedPaired >> candidate) & 1) continue;
        const likeness = isEqual
          ? equality(asked, index, listed, candidate)
          : likenessOf(asked, index, listed, candidate);
        if (likeness > best) [best, partner] = [likeness, candidate];
      }
      if (partner === -1) continue;
      askedPaired |= 1 << index;
      listedPaired |= 1 << partner;
      pairs++;
      sum += best;
      if ((asked.words[index] ?? '').length > 1 && (listed.words[partner] ?? '').length > 1) {
        wholePairs++;
        isTelling ||= asked.tells[index] === true;
      }
    }
  }
  const leftOut = isTelling ? leftOutWeight : commonLeftOutWeight;
  const weight = pairs + 0.8 * (asked.words.length - pairs) + leftOut * (listed.words.length - pairs);
  const max = wholePairs < 2 ? oneWordMax : oneAgnome ? doubtfulMax : 1;
  return pairs === 0 ? 0 : Math.round(Math.min(sum / weight, max) * 100) / 100;
}

function equality(asked: ForeignName, index: number, listed: ForeignName, candidate: number): number {
  return asked.words[index] === listed.words[candidate] ? 1 : 0;
}

function likenessOf(asked: ForeignName, index: number, listed: ForeignName, candidate: number): number {
  const [one, other] = [asked.words[index] ?? '', listed.words[candidate] ?? ''];
  if (one.length === 1 || other.length === 1) return one.charAt(0) === other.charAt(0) ? initialLikeness : 0;
  if (asked.skeletons[index] === listed.skeletons[candidate]) {
    if (foldSpelling(one) === foldSpelling(other)) return spelledLikeness;
    if (hasKindredVowels(one, other)) return soundLikeness;
  }
  return isTypo(one, other) ? typoLikeness : 0;
}
