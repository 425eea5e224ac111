// How alike the name of a company and a listed one are. Stricter than for people: another word makes another company, unless it says no
// more than what companies do.

import { compareCompanyNames } from '../../names/company-name.ts';
import { findSlip } from '../../names/foreign/one-slip.ts';
import { isTradeWord, settleCompanyName, toCompanyWeight } from '../../names/foreign/trade-words.ts';
import { hasKindredVowels, isOneSlip, toSkeleton } from '../../names/foreign/word-sound.ts';
import { sameWords } from '../../names/name-comparison.ts';
import { dropParticles } from '../../names/name-text.ts';
import { foldSpelling } from '../../names/word-likeness.ts';
import { aloneBits, threeWordsBits } from './enough-in-common.ts';

export interface CompanyScorer {
  /** 0 to 1. */
  readonly score: (listed: string) => number;
  /** Tells whether one of the names equals the other apart from words that tell nothing or a typing error. */
  readonly isPart: (listed: string) => boolean;
}

/** Takes names that are folded and have no legal form. */
export function createCompanyScorer(asked: string): CompanyScorer {
  const settledAsked = settleCompanyName(asked);
  return {
    score(listed) {
      const similarity = Math.max(compareCompanyNames(asked, [listed]).similarity, compareOneWords(asked, listed));
      if (similarity >= slipSimilarity) return similarity;
      const settled = settleCompanyName(listed);
      const isOther = settled !== listed || settledAsked !== asked;
      const meant = isOther ? compareCompanyNames(settledAsked, [settled]).similarity : 0;
      const slip = findSlip(asked, listed, isCompanySlip) === 'sure' ? slipSimilarity : 0;
      return Math.max(similarity, Math.min(meant, sameWords.similarity), slip);
    },
    isPart: (listed) =>
      findSlip(asked, listed, isCompanySlip) !== undefined || isPartOfName(settledAsked, settleCompanyName(listed)),
  };
}

const slipSimilarity = 0.93;

/** QXC and QAC, or shop 12 and shop 13 are two companies. */
function isCompanySlip(one: string, other: string): boolean {
  return Math.max(one.length, other.length) >= slipLettersMin && !/\d/.test(one + other) && isOneSlip(one, other);
}

const slipLettersMin = 4;

/**
 * Every word of one stands in the other, is half of it at least, and all of them tell enough: Banco Exemplo is Banco Nacional de Exemplo. One
 * word has to tell enough by itself, beside words of trade alone.
 */
function isPartOfName(asked: string, listed: string): boolean {
  const [some, others] = [toSpelled(asked), toSpelled(listed)];
  const [short, long] = some.length <= others.length ? [some, others] : [others, some];
  const left = [...long];
  for (const word of short) {
    const place = left.indexOf(word);
    if (place === -1) return false;
    left.splice(place, 1);
  }
  const bits = short.reduce((sum, word) => sum + toCompanyWeight(word), 0);
  if (short.length === 1)
    return (short[0] as string).length >= soundLettersMin && bits >= oneWordBits && left.every(isTradeWord);
  return short.length >= left.length && bits >= (short.length === 2 ? aloneBits : threeWordsBits);
}

const toSpelled = (name: string): readonly string[] => dropParticles(name.split(' ')).map(foldSpelling);

/** A word that is neither a common name nor a trade carries this many bits. */
export const oneWordBits = 13;

/** A whole name of one word may be spelt otherwise, as any word of a longer one may; a long one also by its sound in other languages. */
function compareOneWords(asked: string, listed: string): number {
  if (asked === '' || asked.includes(' ') || listed.includes(' ')) return 0;
  if (foldSpelling(asked) === foldSpelling(listed)) return sameWords.similarity;
  const isLong = asked.length >= soundLettersMin && listed.length >= soundLettersMin && !/\d/.test(asked + listed);
  if (!isLong || toSkeleton(asked) !== toSkeleton(listed)) return 0;
  const isTold = asked.length >= consonantLettersMin && listed.length >= consonantLettersMin;
  return isTold || hasKindredVowels(asked, listed) ? soundSimilarity : 0;
}

/** Shorter ones sound like too many others. */
const soundLettersMin = 6;
/** A word with this many letters is recognized by its consonants alone: Hizballah is Hezbollah. */
const consonantLettersMin = 8;
const soundSimilarity = 0.93;
