// How two other programs compare, written anew from what they publish about their rules and thresholds: moov-io/watchman and the
// `logic` of opensanctions. None of it is their code, so a figure says what such rules do, not what a release of theirs does.

import { dropLegalForms } from '../../../src/domain/names/foreign/company-forms.ts';
import { foldText } from '../../../src/domain/names/name-text.ts';
import { jaroWinkler } from '../../../src/domain/names/word-likeness.ts';
import type { ListEntry } from '../../../src/domain/screening/entry/list-entry.ts';
import type { Screened } from '../../../src/domain/screening/screened.ts';
import { toNumberWords } from '../../../test/support/lists/invented/number-words.ts';
import { countEdits } from './edit-distance.ts';

export interface PeerRules {
  readonly name: string;
  /** From which the project calls it a match, or says that somebody should look. */
  readonly thresholds: readonly number[];
  score(asked: PeerAsked, listed: PeerListed): number;
}

export interface PeerScorer {
  readonly name: string;
  /** The name of the rules. */
  readonly rules: string;
  readonly threshold: number;
  readonly score: PeerRules['score'];
}

export interface PeerAsked {
  readonly screened: Screened;
  readonly words: readonly string[];
  /** With digits for numbers in words. */
  readonly numbered: readonly string[];
}

export interface PeerListed {
  readonly entry: ListEntry;
  readonly names: readonly (readonly string[])[];
  /** With digits for numbers in words. */
  readonly numbered: readonly (readonly string[])[];
}

/** Both leave the legal form of a company out. */
function toWords(name: string, isPerson: boolean): readonly string[] {
  const folded = foldText(name);
  return (isPerson ? folded : dropLegalForms(folded)).split(' ').filter(Boolean);
}

export function toPeerAsked(screened: Screened): PeerAsked {
  const isPerson = screened.kind === 'person';
  const words = toWords(screened.name ?? '', isPerson);
  return { screened, words, numbered: isPerson ? words : writeNumbers(words) };
}

export function toPeerListed(entry: ListEntry): PeerListed {
  const isPerson = entry.kind === 'person';
  const names = entry.names.map((name) => toWords(name, isPerson));
  return { entry, names, numbered: isPerson ? names : names.map(writeNumbers) };
}

const listedForms = new WeakMap<ListEntry, PeerListed>();

/** The score of the entry that is most like them. */
export function findBest({ score }: PeerRules, asked: PeerAsked, entries: readonly ListEntry[]): number {
  let best = 0;
  for (const entry of entries) {
    const listed = listedForms.get(entry) ?? toPeerListed(entry);
    listedForms.set(entry, listed);
    best = Math.max(best, score(asked, listed));
  }
  return best;
}

/** A masked number is none for either of them. */
function compareNumbers(screened: Screened, { document }: ListEntry): 'same' | 'other' | 'unknown' {
  const number = screened.kind === 'person' ? screened.cpf : screened.cnpj;
  const kind = screened.kind === 'person' ? 'cpf' : 'cnpj';
  if (number === null || document?.kind !== kind) return 'unknown';
  return document.number === number ? 'same' : 'other';
}

const findBirthDate = (screened: Screened): string | null => (screened.kind === 'person' ? screened.birthDate : null);

function best(
  asked: readonly string[],
  names: PeerListed['names'],
  compare: (listed: readonly string[]) => number,
): number {
  return asked.length === 0 ? 0 : Math.max(0, ...names.map(compare));
}

/** Best Jaro-Winkler for each word, 0.9 of it where the first letter differs; words of the list that nobody took cost 0.15 of their share. */
function scoreWatchmanName(asked: readonly string[], listed: readonly string[]): number {
  const taken = new Set<number>();
  let sum = 0;
  for (const word of asked) {
    let [top, partner] = [0, -1];
    listed.forEach((other, index) => {
      if (taken.has(index)) return;
      const likeness = jaroWinkler(word, other) * (word[0] === other[0] ? 1 : 0.9);
      if (likeness > top) [top, partner] = [likeness, index];
    });
    if (partner >= 0) taken.add(partner);
    sum += top;
  }
  const unmatched = (listed.length - taken.size) / Math.max(1, listed.length);
  return (sum / Math.max(1, asked.length)) * (1 - 0.15 * unmatched);
}

/** Numbers weigh 50, the name 35, the birth 15, of what both sides have; the same number is 1 at once, a name alone counts 0.95. */
const watchman: PeerRules = {
  name: "watchman's rules",
  thresholds: [0.85, 0.95],
  score({ screened, words }, { entry, names }) {
    const numbers = compareNumbers(screened, entry);
    if (numbers === 'same') return 1;
    const name = best(words, names, (listed) => scoreWatchmanName(words, listed));
    const birthDate = findBirthDate(screened);
    const hasBirth = birthDate !== null && entry.births.length > 0;
    if (numbers === 'unknown' && !hasBirth) return 0.95 * name;
    const isSameBirth = entry.births.some((birth) => birthDate?.startsWith(birth));
    const weight = 35 + (hasBirth ? 15 : 0) + (numbers === 'other' ? 50 : 0);
    return (35 * name + (hasBirth && isSameBirth ? 15 : 0)) / weight;
  },
};

/** Of the set, its tables of 2026 have the numbers in English, and those Portuguese ones that are Spanish as well. */
const numbersInWords = new Map([
  ...Array.from({ length: 100 }, (_, number) => [toNumberWords(number, 'en'), String(number)] as const),
  ['CINCO', '5'],
  ['SEIS', '6'],
]);
/** The few short forms that they have: more of them, its authors write, are kept at bay. */
const nicknames: ReadonlyMap<string, string> = new Map([
  ['BOB', 'ROBERT'],
  ['DICK', 'RICHARD'],
  ['WILL', 'WILLIAM'],
  ['BEN', 'BENJAMIN'],
]);
const numberPhrases = new RegExp(
  `(?<![^ ])(?:${[...numbersInWords.keys()].toSorted((one, other) => other.length - one.length).join('|')})(?![^ ])`,
  'g',
);

const writeNumbers = (words: readonly string[]): readonly string[] =>
  words
    .join(' ')
    .replace(numberPhrases, (phrase) => numbersInWords.get(phrase) ?? phrase)
    .split(' ');

/** A longer word may have more letters wrong: none under five letters, two from ten on. */
function compareLogicWords(one: string, other: string): number {
  if (one === other) return 1;
  const length = Math.max(one.length, other.length);
  const edits = /\d/.test(one + other) ? 0 : Math.floor(Math.log(Math.max(length - 2, 1)));
  const likeness = edits === 0 ? 0 : (1 - countEdits(one, other, edits) / length) ** 2;
  if (likeness >= 0.5 && likeness <= 1) return likeness;
  return nicknames.get(one) === other || nicknames.get(other) === one ? 0.6 : 0;
}

/** Pairs of words; a word that only one side has weighs 0.8 (typed) or 0.2 (listed), the last word of a person and a number 1.3. */
function scoreLogicName(asked: readonly string[], listed: readonly string[], isPerson: boolean): number {
  // A blank too many or too few costs little.
  if (asked.length !== listed.length && asked.join('') === listed.join('')) return 0.95;
  const taken = new Set<number>();
  let [sum, weight] = [0, 0];
  const weigh = (word: string, isLast: boolean) => ((isPerson && isLast) || /^\d+$/.test(word) ? 1.3 : 1);
  asked.forEach((word, place) => {
    const share = weigh(word, place === asked.length - 1);
    let [top, partner] = [0, -1];
    listed.forEach((other, index) => {
      if (taken.has(index)) return;
      const likeness = compareLogicWords(word, other);
      if (likeness > top) [top, partner] = [likeness, index];
    });
    if (partner >= 0) taken.add(partner);
    sum += share * top;
    weight += partner >= 0 ? share : 0.8 * share;
  });
  listed.forEach((word, index) => {
    if (!taken.has(index)) weight += 0.2 * weigh(word, false);
  });
  return sum / weight;
}

/** Minus 0.15 for another year of birth, 0.25 for another day. */
const logic: PeerRules = {
  name: "opensanctions' rules",
  thresholds: [0.7],
  score({ screened, numbered: asked }, { entry, numbered: names }) {
    if (compareNumbers(screened, entry) === 'same') return 0.85;
    const isPerson = screened.kind === 'person';
    const name = best(asked, names, (listed) => scoreLogicName(asked, listed, isPerson));
    const birthDate = findBirthDate(screened);
    if (birthDate === null || entry.births.length === 0) return name;
    if (entry.births.some((birth) => birthDate.startsWith(birth))) return name;
    const isSameYear = entry.births.some((birth) => birth.slice(0, 4) === birthDate.slice(0, 4));
    return name - (isSameYear ? 0.25 : 0.4);
  },
};

export const peerRules: readonly PeerRules[] = [watchman, logic];

/** Each at each of its thresholds. */
export const peerScorers: readonly PeerScorer[] = peerRules.flatMap(({ name, thresholds, score }) =>
  thresholds.map((threshold) => ({ name: `${name}, ${threshold}`, rules: name, threshold, score })),
);
