// How two other programs compare, written anew from what they publish about their rules and thresholds: moov-io/watchman and the
// `logic` of opensanctions. None of it is their code, so a figure says what such rules do, not what a release of theirs does.

import { foldText } from '../../../src/domain/names/name-text.ts';
import { jaroWinkler } from '../../../src/domain/names/word-likeness.ts';
import type { ListEntry } from '../../../src/domain/screening/entry/list-entry.ts';
import type { ScreenedPerson } from '../../../src/domain/screening/screened.ts';

export interface PeerScorer {
  readonly name: string;
  readonly threshold: number;
  score(asked: PeerAsked, listed: PeerListed): number;
}

export interface PeerAsked {
  readonly person: ScreenedPerson;
  readonly words: readonly string[];
}

export interface PeerListed {
  readonly entry: ListEntry;
  readonly names: readonly (readonly string[])[];
}

const toWords = (name: string): readonly string[] => foldText(name).split(' ').filter(Boolean);

export function toPeerAsked(person: ScreenedPerson): PeerAsked {
  return { person, words: toWords(person.name ?? '') };
}

export function toPeerListed(entry: ListEntry): PeerListed {
  return { entry, names: entry.names.map(toWords) };
}

/** A masked number is none for either of them. */
function compareNumbers({ cpf }: ScreenedPerson, { document }: ListEntry): 'same' | 'other' | 'unknown' {
  if (cpf === null || document?.kind !== 'cpf') return 'unknown';
  return document.number === cpf ? 'same' : 'other';
}

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
const watchman = (threshold: number): PeerScorer => ({
  name: `watchman's rules, ${threshold}`,
  threshold,
  score({ person, words }, { entry, names }) {
    const numbers = compareNumbers(person, entry);
    if (numbers === 'same') return 1;
    const name = best(words, names, (listed) => scoreWatchmanName(words, listed));
    const hasBirth = person.birthDate !== null && entry.births.length > 0;
    if (numbers === 'unknown' && !hasBirth) return 0.95 * name;
    const isSameBirth = entry.births.some((birth) => person.birthDate?.startsWith(birth));
    const weight = 35 + (hasBirth ? 15 : 0) + (numbers === 'other' ? 50 : 0);
    return (35 * name + (hasBirth && isSameBirth ? 15 : 0)) / weight;
  },
});

/** Pairs of words; a word that only one side has weighs 0.8 (typed) or 0.2 (listed), the last word 1.3. */
function scoreLogicName(asked: readonly string[], listed: readonly string[]): number {
  const taken = new Set<number>();
  let [sum, weight] = [0, 0];
  asked.forEach((word, place) => {
    const share = place === asked.length - 1 ? 1.3 : 1;
    let [top, partner] = [0, -1];
    listed.forEach((other, index) => {
      if (taken.has(index)) return;
      const likeness = jaroWinkler(word, other);
      if (likeness >= 0.85 && likeness > top) [top, partner] = [likeness, index];
    });
    if (partner >= 0) taken.add(partner);
    sum += share * top;
    weight += partner >= 0 ? share : 0.8 * share;
  });
  return sum / (weight + 0.2 * (listed.length - taken.size));
}

/** Minus 0.15 for another year of birth, 0.25 for another day. */
const logic: PeerScorer = {
  name: "opensanctions' rules, 0.7",
  threshold: 0.7,
  score({ person, words }, { entry, names }) {
    if (compareNumbers(person, entry) === 'same') return 0.85;
    const name = best(words, names, (listed) => scoreLogicName(words, listed));
    const { birthDate } = person;
    if (birthDate === null || entry.births.length === 0) return name;
    if (entry.births.some((birth) => birthDate.startsWith(birth))) return name;
    const isSameYear = entry.births.some((birth) => birth.slice(0, 4) === birthDate.slice(0, 4));
    return name - (isSameYear ? 0.25 : 0.4);
  },
};

export const peerScorers: readonly PeerScorer[] = [watchman(0.85), watchman(0.95), logic];
