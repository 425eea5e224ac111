// How alike the name of somebody and the names of an entry are. The one who is looked for is made ready once and compared with many.

import { dropLegalForms } from '../names/company-forms.ts';
import { compareCompanyNames } from '../names/company-name.ts';
import { compareForeignNames, type ForeignName, foldForeign, toForeignName } from '../names/foreign-name.ts';
import { foldText } from '../names/name-text.ts';
import { compareFoldedPersonNames, foldName, type PersonName, toPersonName } from '../names/person-name.ts';
import type { ListEntry } from './list-entry.ts';
import type { Screened } from './screened.ts';

/** By which rules names are compared. Whoever has a Brazilian number has a Brazilian name, given name first. */
export type NameCustom = 'brazilian' | 'foreign' | 'company';

/** The customs by which somebody of that kind may be found under this entry's names; undefined where they cannot be meant. */
export function findCustom({ kind, document }: ListEntry, screened: Screened['kind']): NameCustom | undefined {
  const isDocumentOfPerson = document?.kind === 'cpf' || document?.kind === 'masked_cpf';
  // A number tells more than what the publisher calls its owner.
  if (screened === 'company' && document?.kind === 'cnpj') return 'company';
  if (screened === 'company') return kind === 'person' || isDocumentOfPerson ? undefined : 'company';
  if (isDocumentOfPerson) return 'brazilian';
  return kind === 'company' || kind === 'other' || document?.kind === 'cnpj' ? undefined : 'foreign';
}

export function foldListedName(name: string, custom: NameCustom): string {
  if (custom === 'brazilian') return foldName(name);
  return custom === 'foreign' ? foldForeign(name) : dropLegalForms(foldText(name));
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
    return (listed) => compareCompanyNames(asked, [listed]).similarity;
  }
  // Most people are like nobody, and then neither is needed.
  let [brazilian, foreign]: [PersonName | undefined, ForeignName | undefined] = [undefined, undefined];
  const compareBrazilian = (listed: string): number => {
    brazilian ??= toPersonName(name);
    return compareFoldedPersonNames(brazilian, listed).similarity;
  };
  return (listed, custom) => {
    if (custom === 'brazilian') return compareBrazilian(listed);
    foreign ??= toForeignName(foldForeign(name));
    const similarity = compareForeignNames(foreign, toForeignName(listed));
    // A Brazilian without a number, such as on a list of one's own, may be written with abbreviations.
    return similarity >= 0.9 || similarity < 0.5 ? similarity : Math.max(similarity, compareBrazilian(listed));
  };
}

/** The best of all names; those that are weak count for less. */
export function scoreNames(scorer: NameScorer, { names, weakNames }: ListEntry, custom: NameCustom): number {
  let best = 0;
  for (const name of names) best = Math.max(best, scorer(foldListedName(name, custom), custom));
  for (const name of weakNames) best = Math.max(best, weakShare * scorer(foldListedName(name, custom), custom));
  return Math.round(best * 100) / 100;
}
