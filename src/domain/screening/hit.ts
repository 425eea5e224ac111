// What is found in the lists about somebody: which entry, by what it was found, and how sure that is.

import type { EntryState, ListEntry } from './entry/list-entry.ts';

/** Surest first. */
export const matchKinds = [
  'document',
  'cnpj_root',
  'masked_cpf_and_name',
  'name_and_birth_date',
  'name_and_birth_year',
  'name',
] as const;
export type MatchKind = (typeof matchKinds)[number];

/** What can agree or disagree between somebody and an entry. `masked_cpf`: the six digits that a publisher shows. */
export type Aspect = 'cpf' | 'masked_cpf' | 'cnpj' | 'cnpj_root' | 'name' | 'birth_date' | 'birth_year';

/** `possible`: a person has to look whether it is the same one. A name alone is never more. */
export type HitStrength = 'hit' | 'possible';

export interface Judgement {
  readonly match: MatchKind;
  readonly strength: HitStrength;
  /** Of the names, 0 to 1; null where there was none to compare. */
  readonly similarity: number | null;
  readonly agreed: readonly Aspect[];
  readonly disagreed: readonly Aspect[];
  /** Which establishment the entry names, where it is another one of the same company. */
  readonly establishment: 'head_office' | 'branch' | null;
}

export interface Hit extends Judgement {
  readonly list: string;
  /** YYYY-MM-DD: the day of the list's data. */
  readonly dataAsOf: string;
  /** Of several rows about one act or one person: the one that holds longest. */
  readonly entry: ListEntry;
  readonly state: EntryState;
  /** Ids of the other rows of the list about the same act; in a list of offices, about the same person. */
  readonly otherRows: readonly string[];
}

export interface Matches {
  /** What is in force first, then the surest; at most `hitsMax`. */
  readonly hits: readonly Hit[];
  /** How many there are. */
  readonly total: number;
  /** Lists in which only a name would tell, and none was given: they have rows without a number, or the same six digits of a CPF. */
  readonly needName: readonly string[];
  /** Lists in which only a number would tell, and none was given: they have rows without a name. */
  readonly needNumber: readonly string[];
  /** Whether no row in force may be left out of the hits, by their number or because nobody could judge it. */
  readonly isWhole: boolean;
}

/** More than anybody reads; beyond it a name says nothing. Which ones are told, `told-hits` says. */
export const hitsMax = 50;
