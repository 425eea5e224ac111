// Compares a typed company name with the registered ones. What follows from it is decided elsewhere.

import { cpfInText } from '../numbers/cpf.ts';
import {
  exactMatch,
  isSameSet,
  type NameComparison,
  pairWords,
  sameWords,
  toMismatch,
  toPartial,
} from './name-comparison.ts';
import { dropParticles, foldText, isSameWhenFolded } from './name-text.ts';
import { jaroWinkler } from './word-likeness.ts';

const legalForms: ReadonlySet<string> = new Set(['LTDA', 'ME', 'EPP', 'EIRELI', 'SA', 'MEI', 'CIA']);
const leadingRoot = /^\s*[0-9A-Z]{2}\.[0-9A-Z]{3}\.[0-9A-Z]{3}(?![^\s-])/i;
const maskedCpf = /(?<![\d*])\*{3}\.?\d{3}\.?\d{3}-?\*{2}(?![\d*])/g;

/** The best comparison with any of the names that the registry holds for a company. */
export function compareCompanyNames(typed: string, candidates: readonly (string | null)[]): NameComparison {
  let best = toMismatch(0);
  // Most names are right, and then their words are not needed.
  let typedWords: readonly string[] | undefined;
  const wordsOfTyped = (): readonly string[] => {
    typedWords ??= toCompanyWords(typed);
    return typedWords;
  };
  for (const candidate of candidates) {
    if (candidate === null) continue;
    const comparison = compareCompanyName(typed, candidate, wordsOfTyped);
    if (comparison === exactMatch) return comparison;
    if (comparison.similarity > best.similarity) best = comparison;
  }
  return best;
}

/**
 * Exact: the same words in order, legal forms apart. Partial: the same words in another order, run together, or with other
 * particles; or one name holds every word of the other, at least two of them count, and the similarity is 0.70 or more.
 * A word missing on each side is a contradiction: Padaria do João is not Padaria da Maria. One word is never enough:
 * "Padaria" is half of the bakeries in the country.
 */
function compareCompanyName(typed: string, registered: string, wordsOfTyped: () => readonly string[]): NameComparison {
  if (isSameWhenFolded(typed, registered)) return exactMatch;
  const typedWords = wordsOfTyped();
  const registeredWords = toCompanyWords(registered);
  const typedName = typedWords.join(' ');
  if (typedName === registeredWords.join(' ') && typedName !== '') return exactMatch;

  const some = dropParticles(typedWords);
  const others = dropParticles(registeredWords);
  if (some.length === 0) return toMismatch(0);
  if (isSameSet(some, others) || some.join('') === others.join('')) return sameWords;

  const { partners, likenesses, pairs, similarity } = pairWords(some, others, likenessOf);
  const contained = pairs === Math.min(some.length, others.length);
  const counting = partners.filter((partner, index) => {
    if (likenesses[index] !== abbreviationLikeness) return partner >= 0;
    // The trade comes first in a name and may be cut short; what tells one company from the next comes last.
    const isLast = index === some.length - 1 || partner === others.length - 1;
    return !isLast && some[index]?.length !== 1 && others[partner]?.length !== 1;
  }).length;
  return contained && counting >= 2 ? toPartial(similarity) : toMismatch(similarity);
}

/** The words of a name without its legal form, the root before it or the CPF after it; all of them where nothing else is left. */
function toCompanyWords(name: string): readonly string[] {
  const folded = foldText(toBareName(name));
  const joined = folded.includes('S A') ? folded.replace(/(?<![^ ])S A(?![^ ])/g, 'SA') : folded;
  const words = joined === '' ? [] : joined.split(' ');
  const telling = words.filter((word) => !legalForms.has(word));
  return telling.length > 0 ? telling : words;
}

/** Returns the name without the root before it and the CPF after it. Most names have neither a dot nor a digit, so the search is skipped. */
export function toBareName(name: string): string {
  const rootless = name.includes('.') ? name.replace(leadingRoot, '') : name;
  const nameless = /\d/.test(rootless) ? rootless.replace(maskedCpf, ' ').replace(cpfInText, ' ') : rootless;
  return nameless.includes('&') ? nameless.replaceAll('&', ' E ') : nameless;
}

const abbreviationLikeness = 0.88;
const pluralLikeness = 0.95;
const typoLikenessMin = 0.9;

/** Stricter than for people: Marcio and Marcia, or shop 12 and shop 13, are two companies. */
function likenessOf(typed: string, registered: string): number {
  const [short, long] = typed.length < registered.length ? [typed, registered] : [registered, typed];
  const isBeginning = long.startsWith(short);
  const isPlural = isBeginning && long.length === short.length + 1 && long.endsWith('S');
  const isAbbreviation = isBeginning && short.length <= long.length * 0.6;
  const mayBeTypo = short.length >= 6 && short.at(-1) === long.at(-1);
  // Most pairs end here, without a look for digits.
  if (!isPlural && !isAbbreviation && !mayBeTypo) return 0;
  if (/\d/.test(typed) || /\d/.test(registered)) return 0;
  if (isPlural) return pluralLikeness;
  if (isAbbreviation) return abbreviationLikeness;
  const likeness = jaroWinkler(typed, registered);
  return likeness >= typoLikenessMin ? likeness : 0;
}
