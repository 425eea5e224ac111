// The outcome of comparing two names, and what the comparison of people's and of companies' names has in common:
// pairing the words of the one with the words of the other.

import { foldSpelling, jaroWinkler } from './word-likeness.ts';

export interface NameComparison {
  readonly match: 'exact' | 'partial' | 'mismatch';
  /** 0 to 1 in steps of 0.01, so that what is shown is what was decided upon. A mismatch stays under `partialMin`. */
  readonly similarity: number;
}

export const partialMin = 0.7;

export const exactMatch: NameComparison = { match: 'exact', similarity: 1 };

/** The same words in another order, or only particles differ. */
export const sameWords: NameComparison = { match: 'partial', similarity: 0.95 };

export function toMismatch(similarity: number): NameComparison {
  return { match: 'mismatch', similarity: toHundredths(Math.min(similarity, partialMin - 0.01)) };
}

export function toPartial(similarity: number): NameComparison {
  const rounded = toHundredths(similarity);
  return rounded < partialMin ? toMismatch(rounded) : { match: 'partial', similarity: rounded };
}

function toHundredths(similarity: number): number {
  return Math.round(similarity * 100) / 100;
}

/** A pairing assigns each typed word to a registered word (-1: none) and states how alike the two are. */
export interface Pairing {
  readonly partners: readonly number[];
  readonly likenesses: readonly number[];
  readonly pairs: number;
  /** 0 to 1. A typed word that is not registered weighs more than a registered one that was left out. */
  readonly similarity: number;
}

/** More words than any real name has; those beyond are never paired, so that a hostile name costs little. */
const wordsMax = 24;
/** Words that differ only in spelling have at least this likeness, even if the letters alone would give less (Yuri and Iuri). */
const spellingLikenessMin = 0.85;

/**
 * Equal words are paired first, then those that differ in spelling only; each typed word that is left takes the free word
 * that `likenessOf` finds most alike, if there is one above 0.
 */
export function pairWords(
  typed: readonly string[],
  registered: readonly string[],
  likenessOf: (typed: string, registered: string) => number,
): Pairing {
  const some = typed.slice(0, wordsMax);
  const others = registered.slice(0, wordsMax);
  const partners = some.map(() => -1);
  const likenesses = some.map(() => 0);
  const taken = others.map(() => false);
  let pairs = 0;
  let sum = 0;
  const pairBy = (likenessAt: (index: number, candidate: number) => number): void => {
    for (let index = 0; index < some.length; index++) {
      if (partners[index] !== -1) continue;
      let best = 0;
      let partner = -1;
      for (let candidate = 0; candidate < others.length && best < 1; candidate++) {
        const likeness = taken[candidate] ? 0 : likenessAt(index, candidate);
        if (likeness > best) [best, partner] = [likeness, candidate];
      }
      if (partner === -1) continue;
      partners[index] = partner;
      likenesses[index] = best;
      taken[partner] = true;
      pairs++;
      sum += best;
    }
  };

  pairBy((index, candidate) => (some[index] === others[candidate] ? 1 : 0));
  const [someSpelled, othersSpelled] = [some.map(foldSpelling), others.map(foldSpelling)];
  pairBy((index, candidate) => {
    if (someSpelled[index] !== othersSpelled[candidate]) return 0;
    return Math.max(spellingLikenessMin, jaroWinkler(some[index] ?? '', others[candidate] ?? ''));
  });
  pairBy((index, candidate) => likenessOf(some[index] ?? '', others[candidate] ?? ''));

  const weight = pairs + 0.8 * (typed.length - pairs) + 0.2 * (registered.length - pairs);
  return { partners, likenesses, pairs, similarity: weight === 0 ? 0 : sum / weight };
}

/** Tells whether both lists hold the same words, each as often, in any order. */
export function isSameSet(some: readonly string[], others: readonly string[]): boolean {
  if (some.length !== others.length || !some.every((word) => others.includes(word))) return false;
  return some.toSorted().join(' ') === others.toSorted().join(' ');
}
