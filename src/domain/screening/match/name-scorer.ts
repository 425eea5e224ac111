// How alike the name of somebody and the names of an entry are. The one who is looked for is made ready once and compared with many.

import { toBareName } from '../../names/company-name.ts';
import { dropLegalForms } from '../../names/foreign/company-forms.ts';
import {
  compareForeignNames,
  type ForeignName,
  foldForeign,
  hasTwoWholeWords,
  toForeignName,
} from '../../names/foreign/foreign-name.ts';
import { hasUnreadLetters, toLatinLetters } from '../../names/foreign/latin-letters.ts';
import { findSlip } from '../../names/foreign/one-slip.ts';
import { type SharedWords, shareWords } from '../../names/foreign/shared-words.ts';
import { foldText } from '../../names/name-text.ts';
import { compareFoldedPersonNames, foldName, type PersonName, toPersonName } from '../../names/person-name.ts';
import type { ListEntry } from '../entry/list-entry.ts';
import type { Screened } from '../screened.ts';
import { createCompanyScorer } from './company-scorer.ts';
import { isEnoughAlone } from './enough-in-common.ts';
import { NameBound } from './name-bound.ts';

/** The custom selects the rules by which names are compared: Brazilian ones have the given name first. */
export type NameCustom = 'brazilian' | 'foreign' | 'company';

/** The value tells whose names a list holds. In a list of the world a person with a Brazilian number may have a name of any language. */
export type NamesOf = 'brazil' | 'world';

const none: readonly NameCustom[] = [];
const ofCompany: readonly NameCustom[] = ['company'];

/** The customs by which somebody of that kind may be found under this entry's names; none where they cannot be meant. */
export function listCustoms(
  { kind, document }: ListEntry,
  screened: Screened['kind'],
  namesOf: NamesOf,
): readonly NameCustom[] {
  const isDocumentOfPerson = document?.kind === 'cpf' || document?.kind === 'masked_cpf';
  // A number tells more than what the publisher calls its owner.
  if (screened === 'company' && document?.kind === 'cnpj') return ofCompany;
  if (screened === 'company') return kind === 'person' || isDocumentOfPerson ? none : ofCompany;
  if (isDocumentOfPerson) return namesOf === 'brazil' ? ['brazilian'] : ['foreign', 'brazilian'];
  return kind === 'company' || kind === 'other' || document?.kind === 'cnpj' ? none : ['foreign'];
}

/** The register calls a sole trader by the root of the CNPJ before the name, or by the CPF after it. */
export function foldListedName(name: string, custom: NameCustom): string {
  const bare = toBareName(name);
  if (custom === 'foreign') return foldForeign(bare);
  const latin = toLatinLetters(foldText(bare));
  return custom === 'brazilian' ? foldName(latin) : dropLegalForms(latin);
}

/** Tells whether a name is in an alphabet that no comparison reads. It still finds its row by the same name in the same letters. */
export function isUnreadName(name: string): boolean {
  return hasUnreadLetters(foldText(name));
}

/** Tells whether the customer has a name that is at least partly readable. */
export function hasReadName({ name }: Screened): boolean {
  return name !== null && !isUnreadName(name);
}

/**
 * Tells whether a person's name has two whole words, in letters that are read. A shorter name cannot be searched, because half of a country shares
 * one word, or an initial beside it.
 */
export function isSearchable(screened: Screened): boolean {
  const { kind, name } = screened;
  if (name === null || !hasReadName(screened)) return false;
  return kind === 'company' || hasTwoWholeWords(foldListedName(name, 'foreign'));
}

/** An alias that its publisher calls weak counts for this share. */
export const weakShare = 0.85;

/** All but the bound take a name of an entry, folded by `foldListedName`. */
export interface NameScorer {
  /** Passes by names that cannot be alike, without a comparison; undefined where only a comparison tells. */
  readonly bound: NameBound | undefined;
  /** 0 to 1. */
  readonly score: (listed: string, custom: NameCustom) => number;
  /** Returns the words that both names share, in any order and by sound. */
  readonly share: (listed: string) => SharedWords;
  /** Tells whether one of the names is a sufficiently distinctive part of the other. */
  readonly isPart: (listed: string, custom: NameCustom) => boolean;
}

/** Returns undefined if no name was given. */
export function createNameScorer({ kind, name }: Screened): NameScorer | undefined {
  if (name === null) return undefined;
  if (kind === 'company') {
    const asked = foldListedName(name, 'company');
    return {
      bound: undefined,
      ...createCompanyScorer(asked),
      share: (listed) => shareWords(toForeignName(asked), toForeignName(listed)),
    };
  }
  // Most people are like nobody, and then neither is needed.
  let [brazilian, foreign]: [PersonName | undefined, ForeignName | undefined] = [undefined, undefined];
  const compareBrazilian = (listed: string): number => {
    brazilian ??= toPersonName(foldListedName(name, 'brazilian'));
    return compareFoldedPersonNames(brazilian, listed).similarity;
  };
  const toForeign = (): ForeignName => {
    foreign ??= toForeignName(foldListedName(name, 'foreign'));
    return foreign;
  };
  // By sound only where keys are of sounds as well.
  const share = (listed: string, custom: NameCustom) =>
    shareWords(toForeign(), toForeignName(listed), custom === 'foreign');
  const compareForeign = (listed: string): number => {
    const similarity = compareForeignNames(toForeign(), toForeignName(listed));
    // A Brazilian without a number, such as on a list of one's own, may be written with abbreviations.
    return similarity >= 0.9 || similarity < 0.5 ? similarity : Math.max(similarity, compareBrazilian(listed));
  };
  /** Where every word of both may belong to one of the other, short ones and short forms of names among them. */
  const compareWordByWord = (listed: string, custom: NameCustom): number => {
    if (countWords(toForeign()) !== countWords(toForeignName(listed))) return 0;
    const { whole, askedLeft, listedLeft, likeness } = share(listed, custom);
    return whole >= 2 && askedLeft === 0 && listedLeft === 0 ? Math.round(likeness * 100) / 100 : 0;
  };
  const folded: Partial<Record<NameCustom, string>> = {};
  let bound: NameBound | null | undefined;
  const findSlipIn = (listed: string, custom: NameCustom) => {
    folded[custom] ??= foldListedName(name, custom);
    return findSlip(folded[custom], listed);
  };
  return {
    get bound() {
      folded.foreign ??= foldListedName(name, 'foreign');
      folded.brazilian ??= foldListedName(name, 'brazilian');
      bound ??= folded.foreign === folded.brazilian ? (NameBound.of(folded.foreign) ?? null) : null;
      return bound ?? undefined;
    },
    score(listed, custom) {
      const similarity = custom === 'brazilian' ? compareBrazilian(listed) : compareForeign(listed);
      if (similarity >= slipSimilarity.sure || similarity < 0.4) return similarity;
      const slip = findSlipIn(listed, custom);
      return Math.max(similarity, compareWordByWord(listed, custom), slip === undefined ? 0 : slipSimilarity[slip]);
    },
    share: (listed) => share(listed, 'foreign'),
    isPart: (listed, custom) =>
      findSlipIn(listed, custom) !== undefined ||
      (countWords(toForeign()) !== countWords(toForeignName(listed)) && isEnoughAlone(share(listed, custom))),
  };
}

/** Enough for a name alone; or, where the slip makes another name of it, too little for a hit beside a birth date: twins have such names. */
const slipSimilarity = { sure: 0.93, doubtful: 0.84 } as const;

function countWords({ words, agnome }: ForeignName): number {
  return words.length + (agnome === undefined ? 0 : 1);
}

/** The best of all names by any of the customs; those that are weak count for less. */
export function scoreNames(
  scorer: NameScorer,
  { names, weakNames }: ListEntry,
  customs: readonly NameCustom[],
): number {
  let best = 0;
  for (const custom of customs) {
    for (const name of names) best = Math.max(best, scorer.score(foldListedName(name, custom), custom));
    for (const name of weakNames) best = Math.max(best, weakShare * scorer.score(foldListedName(name, custom), custom));
  }
  return Math.round(best * 100) / 100;
}

/** Tells whether any name of an entry that is not weak is a part of the given name, or contains it. */
export function isPartOfName(scorer: NameScorer, { names }: ListEntry, customs: readonly NameCustom[]): boolean {
  return customs.some((custom) => names.some((name) => scorer.isPart(foldListedName(name, custom), custom)));
}

/** Tells whether any name of an entry, weak or not, shares that much with the given name. */
export function sharesEnough(
  scorer: NameScorer,
  { names, weakNames }: ListEntry,
  isEnough: (shared: SharedWords) => boolean,
): boolean {
  const isOne = (name: string) => isEnough(scorer.share(foldListedName(name, 'foreign')));
  return names.some(isOne) || weakNames.some(isOne);
}
