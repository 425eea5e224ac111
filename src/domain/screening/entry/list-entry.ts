// One row of a list of people and companies, whatever its publisher: who is meant, since when, until when, and why.

import type { ListedDocument } from './listed-document.ts';

/** `other`: a vessel, an aircraft. */
export type ListedKind = 'person' | 'company' | 'other';

export interface ListEntry {
  /** The publisher's own number of the row; where it has none, one made of what the row says. Once in a list. */
  readonly id: string;
  /** Null where the publisher does not say it. */
  readonly kind: ListedKind | null;
  /** The first is the one to show. */
  readonly names: readonly string[];
  /** Aliases that the publisher itself calls weak: on their own they mean many people. */
  readonly weakNames: readonly string[];
  readonly document: ListedDocument | null;
  /** YYYY, YYYY-MM or YYYY-MM-DD. Several where the publisher does not know which one is right; most lists have none. */
  readonly births: readonly string[];
  /** One more is written in a form that nobody can read: then the others exclude nobody. Not there where all were read. */
  readonly hasUnreadBirth?: true;
  readonly from: string | null;
  /** The last day on which it holds; null where the publisher names none. */
  readonly until: string | null;
  /** It ends only when the publisher takes the row away, at the earliest on that day. */
  readonly isUntilMinimum: boolean;
  /** What the publisher calls it: the sanction, or the office. */
  readonly category: string | null;
  /** Who decided it, or where the office is. */
  readonly authority: string | null;
  readonly process: string | null;
  /** Whom it binds, in the publisher's words. */
  readonly reach: string | null;
  /** Free text. Third parties' CPFs in it are masked. */
  readonly remarks: string | null;
  /** In a list of one's own: what the operator makes of it. Not there where it is high. */
  readonly risk?: 'medium' | 'none';
}

/** What says nothing of anybody: a row says only what it knows. */
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
