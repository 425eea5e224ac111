// How alike the name of somebody and the names of an entry are. The one who is looked for is made ready once and compared with many.

import { compareCompanyNames, toBareName } from '../../names/company-name.ts';
import { dropLegalForms } from '../../names/foreign/company-forms.ts';
import {
  compareForeignNames,
  type ForeignName,
  foldForeign,
  hasTwoWholeWords,
  toForeignName,
} from '../../names/foreign/foreign-name.ts';
import { toLatinLetters } from '../../names/foreign/latin-letters.ts';
import { sameWords } from '../../names/name-comparison.ts';
import { foldText } from '../../names/name-text.ts';
import { compareFoldedPersonNames, foldName, type PersonName, toPersonName } from '../../names/person-name.ts';
import { foldSpelling } from '../../names/word-likeness.ts';
import type { ListEntry } from '../entry/list-entry.ts';
import type { Screened } from '../screened.ts';

/** By which rules names are compared: Brazilian ones have the given name first. */
export type NameCustom = 'brazilian' | 'foreign' | 'company';

/** Whose names a list has. In a list of the world somebody with a Brazilian number may have a name of any language. */
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

/** Whether a person's name has two whole words. By less nobody can be looked for: half of a country has one word, or an initial beside it. */
export function isSearchable({ kind, name }: Screened): boolean {
  if (name === null) return false;
  return kind === 'company' || hasTwoWholeWords(foldListedName(name, 'foreign'));
}

/** What an alias counts for that its publisher calls weak. */
export const weakShare = 0.85;

/** Takes a name of an entry, folded by `foldListedName`. 0 to 1. */
export type NameScorer = (listed: string, custom: NameCustom) => number;

/** Undefined where nobody said a name. */
export function createNameScorer({ kind, name }: Screened): NameScorer | undefined {
  if (name === null) return undefined;
  if (kind === 'company') {
    const asked = foldListedName(name, 'company');
    return (listed) => Math.max(compareCompanyNames(asked, [listed]).similarity, compareOneWords(asked, listed));
  }
  // Most people are like nobody, and then neither is needed.
  let [brazilian, foreign]: [PersonName | undefined, ForeignName | undefined] = [undefined, undefined];
  const compareBrazilian = (listed: string): number => {
    brazilian ??= toPersonName(foldListedName(name, 'brazilian'));
    return compareFoldedPersonNames(brazilian, listed).similarity;
  };
  return (listed, custom) => {
    if (custom === 'brazilian') return compareBrazilian(listed);
    foreign ??= toForeignName(foldListedName(name, 'foreign'));
    const similarity = compareForeignNames(foreign, toForeignName(listed));
    // A Brazilian without a number, such as on a list of one's own, may be written with abbreviations.
    return similarity >= 0.9 || similarity < 0.5 ? similarity : Math.max(similarity, compareBrazilian(listed));
  };
}

/** A whole name of one word may be spelt otherwise, as any word of a longer one may. */
function compareOneWords(asked: string, listed: string): number {
  if (asked.includes(' ') || listed.includes(' ')) return 0;
  return foldSpelling(asked) === foldSpelling(listed) && asked !== '' ? sameWords.similarity : 0;
}

/** The best of all names by any of the customs; those that are weak count for less. */
export function scoreNames(
  scorer: NameScorer,
  { names, weakNames }: ListEntry,
  customs: readonly NameCustom[],
): number {
  let best = 0;
  for (const custom of customs) {
    for (const name of names) best = Math.max(best, scorer(foldListedName(name, custom), custom));
    for (const name of weakNames) best = Math.max(best, weakShare * scorer(foldListedName(name, custom), custom));
  }
  return Math.round(best * 100) / 100;
}
