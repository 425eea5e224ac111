// Compares a typed person name with a registered one by the customs of Brazilian names; what follows from it is decided elsewhere.
// "Any part matches" would be wrong here: João Silva is not Maria Silva, and father and son share all but the agnome.

import {
  exactMatch,
  isSameSet,
  type NameComparison,
  pairWords,
  partialMin,
  sameWords,
  toMismatch,
  toPartial,
} from './name-comparison.ts';
import { dropParticles, foldText, isSameWhenFolded } from './name-text.ts';
import { foldSpelling, jaroWinkler } from './word-likeness.ts';

const initialLikeness = 0.9;
const abbreviationLikeness = 0.88;
/** A word of up to three letters may stand for any that begins with it, as an initial does. */
export const abbreviationLettersMax = 3;
/** Two words that are less alike, by `jaroWinkler`, are two names. */
export const likenessMin = 0.85;
/** A partial match is strong from this value on. */
const strongMin = 0.85;
/** The value lies under `strongMin`: a name that may well be a relative's does not verify a person. */
const doubtfulMax = 0.8;

const agnomes: ReadonlySet<string> = new Set(['FILHO', 'NETO', 'JUNIOR', 'SOBRINHO'].map(foldSpelling));

/** Upper case words without accents, apart by one blank: `D'Ávila` becomes `DAVILA`, as `D AVILA` does, and `Jr.` becomes `JUNIOR`. */
export function foldName(text: string): string {
  return foldText(text)
    .replace(/(?<![^ ])D (?=[AEIOU])/g, 'D')
    .replace(/(?<![^ ])JR(?![^ ])/g, 'JUNIOR');
}

export function comparePersonNames(typed: string, registered: string): NameComparison {
  if (isSameWhenFolded(typed, registered)) return exactMatch;
  const typedName = foldName(typed);
  const registeredName = foldName(registered);
  if (typedName === '' || registeredName === '') return toMismatch(0);
  if (typedName === registeredName) return exactMatch;
  return compareWords(toPersonWords(typedName), toPersonWords(registeredName));
}

/** Compares a name with many others. Both are folded by `foldName`, and the typed one is already split into words. */
export function compareFoldedPersonNames(typed: PersonName, registered: string): NameComparison {
  if (typed.folded === registered && registered !== '') return exactMatch;
  return compareWords(typed.words, toPersonWords(registered));
}

export interface PersonName {
  readonly folded: string;
  readonly words: Words;
}

export function toPersonName(text: string): PersonName {
  const folded = foldName(text);
  return { folded, words: toPersonWords(folded) };
}

interface Words {
  /** The list holds given names and surnames, then the agnome if there is one. */
  readonly all: readonly string[];
  readonly agnome: string | undefined;
  /** `names` counts the given names and surnames. */
  readonly names: number;
}

function toPersonWords(folded: string): Words {
  const all = dropParticles(folded.split(' '));
  const last = foldSpelling(all.at(-1) ?? '');
  const agnome = all.length > 1 && agnomes.has(last) ? last : undefined;
  return { all, agnome, names: agnome === undefined ? all.length : all.length - 1 };
}

function compareWords(typed: Words, registered: Words): NameComparison {
  const [typedGiven, registeredGiven] = [typed.all[0], registered.all[0]];
  if (typedGiven === undefined || registeredGiven === undefined) return toMismatch(0);
  const otherAgnome = typed.agnome !== registered.agnome;
  const bothAgnomes = typed.agnome !== undefined && registered.agnome !== undefined;
  const relatives = otherAgnome && bothAgnomes;
  if (!relatives && isSameSet(typed.all, registered.all)) return sameWords;

  const { partners, similarity } = pairWords(typed.all, registered.all, likenessOf);
  if (relatives || partners[0] !== 0) return toMismatch(similarity);
  if (typed.names === 1) return toPartial(partialMin);
  const surnamePairs = partners.some(
    (partner, index) => partner > 0 && partner < registered.names && index < typed.names,
  );
  if (!surnamePairs) return toMismatch(similarity);

  const sameEnds =
    typedGiven === registeredGiven && typed.all[typed.names - 1] === registered.all[registered.names - 1];
  const doubtful = otherAgnome || foldSpelling(typedGiven) !== foldSpelling(registeredGiven);
  return toPartial(Math.min(sameEnds ? Math.max(similarity, strongMin) : similarity, doubtful ? doubtfulMax : 1));
}

function likenessOf(typed: string, registered: string): number {
  const [short, long] = typed.length < registered.length ? [typed, registered] : [registered, typed];
  if (short.length <= abbreviationLettersMax && long.startsWith(short)) {
    return short.length === 1 ? initialLikeness : abbreviationLikeness;
  }
  const likeness = jaroWinkler(typed, registered);
  return likeness >= likenessMin ? likeness : 0;
}
