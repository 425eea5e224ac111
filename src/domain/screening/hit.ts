// What is found in the lists about somebody: which entry, by what it was found, and how sure that is.

import type { EntryState, ListEntry } from './entry/list-entry.ts';

/** Surest first. */
export const matchKinds = [
  'document',
  'cnpj_root',
  'masked_cpf_and_name',
  'masked_cpf_and_birth_date',
  'name_and_birth_date',
  'name_and_birth_year',
  'name',
] as const;
export type MatchKind = (typeof matchKinds)[number];

/**
 * What can agree or disagree between somebody and an entry. `masked_cpf`: the six digits that a publisher shows. `document`: a passport or
 * the like; `document_country`: which has issued the one whose number agrees.
 */
export const aspects = [
  'cpf',
  'masked_cpf',
  'cnpj',
  'cnpj_root',
  'name',
  'birth_date',
  'birth_year',
  'document',
  'document_country',
  'nationality',
] as const;
export type Aspect = (typeof aspects)[number];

/** `possible`: a person has to look whether it is the same one. A name alone is never more. */
export type HitStrength = 'hit' | 'possible';

export interface Judgement {
  readonly match: MatchKind;
  readonly strength: HitStrength;
  /** `similarity` compares the names, from 0 to 1. The value is null if there was no name to compare. */
  readonly similarity: number | null;
  readonly agreed: readonly Aspect[];
  readonly disagreed: readonly Aspect[];
  /** The field says which establishment the entry names, if it is another one of the same company. */
  readonly establishment: 'head_office' | 'branch' | null;
}

export interface Hit extends Judgement {
  readonly list: string;
  /** YYYY-MM-DD: the day of the list's data. */
  readonly dataAsOf: string;
  /** `entry` is the row that holds longest among several about one act or person, regardless of their order in the file. */
  readonly entry: ListEntry;
  readonly state: EntryState;
  /** The other rows of the list about the same act; in a list of offices, about the same person. */
  readonly otherRows: readonly ListEntry[];
}

export interface Matches {
  /** The list starts with the hits in force and then the surest; it holds at most `hitsMax`. */
  readonly hits: readonly Hit[];
  /** `total` counts all hits. */
  readonly total: number;
  /** Lists in which only a name would tell, and none was given: they have rows without a number, or the same six digits of a CPF. */
  readonly needName: readonly string[];
  /** Lists in which only a number would tell, and none was given: they have rows without a name. */
  readonly needNumber: readonly string[];
  /** Tells whether the hits cover every row in force. They may omit some because there are too many, or because a row could not be judged. */
  readonly isWhole: boolean;
}

/** More than anybody reads; beyond it a name says nothing. Which ones are told, `shown-hits` says. */
export const hitsMax = 50;
