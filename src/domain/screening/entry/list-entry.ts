// One row of a list of people and companies, whatever its publisher: who is meant, since when, until when, and why.

import type { CountryCode } from '../../countries/country-code.ts';
import type { IdentityDocument } from '../identity-document.ts';
import type { ListedDocument } from './listed-document.ts';

/** `other`: a vessel, an aircraft. */
export type ListedKind = 'person' | 'company' | 'other';

export interface ListEntry {
  /** The publisher's own number of the row; where it has none, one made of what the row says. Once in a list. */
  readonly id: string;
  /** The value is null if the publisher does not state it. */
  readonly kind: ListedKind | null;
  /** The first is the one to show. */
  readonly names: readonly string[];
  /** Aliases that the publisher itself calls weak: on their own they mean many people. */
  readonly weakNames: readonly string[];
  readonly document: ListedDocument | null;
  /** Passports and the like of a person. Not there where the publisher names none. */
  readonly identityDocuments?: readonly IdentityDocument[];
  /** The field is absent if the publisher names no nationality that is a country. */
  readonly nationalities?: readonly CountryCode[];
  /** YYYY, YYYY-MM or YYYY-MM-DD. Several where the publisher does not know which one is right; most lists have none. */
  readonly births: readonly string[];
  /** The flag marks a further birth date in an unreadable form, so that the others exclude no match. It is absent if all dates were read. */
  readonly hasUnreadBirth?: true;
  readonly from: string | null;
  /** The last day on which it holds; null where the publisher names none. */
  readonly until: string | null;
  /** It ends only when the publisher takes the row away, at the earliest on that day. */
  readonly isUntilMinimum: boolean;
  /** The publisher uses this name for the sanction or the office. */
  readonly category: string | null;
  /** This authority decided the sanction, or hosts the office. */
  readonly authority: string | null;
  readonly process: string | null;
  /** The publisher states in its own words which parties the sanction binds. */
  readonly reach: string | null;
  /** Free text. Third parties' CPFs in it are masked. */
  readonly remarks: string | null;
  /** An operator assigns this risk in an own list. The field is absent if the risk is high. */
  readonly risk?: 'medium' | 'none';
}

/** The blank entry states no facts, so that a row lists only what it knows. */
export const blankEntry: ListEntry = {
  id: '',
  kind: null,
  names: [],
  weakNames: [],
  document: null,
  births: [],
  from: null,
  until: null,
  isUntilMinimum: false,
  category: null,
  authority: null,
  process: null,
  reach: null,
  remarks: null,
};

export type EntryState = 'in_force' | 'ended' | 'not_yet';

/** The dates decide, never the text of a category. */
export function toEntryState({ from, until, isUntilMinimum }: ListEntry, today: string): EntryState {
  if (until !== null && until < today && !isUntilMinimum) return 'ended';
  return from !== null && from > today ? 'not_yet' : 'in_force';
}
