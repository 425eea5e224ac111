// What an import of a list counted, and what is known of one that was imported.

import type { DatedSnapshot } from '../../datasets/dataset-name.ts';

export interface ListCounts {
  /** Rows of the file, without its header. */
  readonly rows: number;
  /** Rows that became entries. */
  readonly entries: number;
  /** Rows that nobody could read, or that name nobody. */
  readonly rejected: number;
  /** Rows that the publisher itself has taken back. */
  readonly left_out: number;
  /** Rows that tell more of the entry before them. */
  readonly joined: number;
  /** Entries that can be found by name alone: without a number, and with one that is of no use. */
  readonly without_document: number;
  readonly unusable_documents: number;
  /** Dates that are none, such as 01/01/0202; the entry is kept without. */
  readonly unreadable_dates: number;
  /** Rows whose own number another row had before. */
  readonly repeated_ids: number;
}

export interface ListInfo extends DatedSnapshot {
  readonly counts: ListCounts;
}

/** How the header of a file differs from the published layout. */
export interface HeaderChanges {
  readonly moved: readonly string[];
  readonly added: readonly string[];
  readonly missing: readonly string[];
}

export interface Gone {
  /** In the live edition. */
  readonly before: number;
  readonly gone: number;
}

/** Entries of the live edition of which a draft has no name, and those of which it has not the number. */
export interface GoneEntries {
  readonly names: Gone;
  readonly numbers: Gone;
}

/** What a draft makes of the live edition, entry by entry. */
export interface EntryChanges {
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
}

export interface ListDraft extends ListInfo {
  readonly list: string;
  readonly header: HeaderChanges;
  /** Undefined where there is no live edition to compare with, or its owner may replace all of it. */
  readonly gone: GoneEntries | undefined;
  /** Undefined where there is no live edition to compare with. */
  readonly changes: EntryChanges | undefined;
  /** Whether the publisher itself says that nobody is listed. */
  readonly isEmpty: boolean;
  /** Where the rejected rows are listed, by line and reason. */
  readonly rejectedReport: string | undefined;
}

export interface ListSnapshotStatus {
  readonly id: string;
  readonly data_as_of: string | null;
  /** The last day on which the publisher itself offered it; null where nobody has said so. */
  readonly seen_on: string | null;
  /** Since when its entries are the same. */
  readonly unchanged_since: string | null;
  readonly entries: number | null;
  readonly imported_at: string | null;
  readonly verified_at: string | null;
  readonly problem: string | null;
}

/** `stale`: older than its publisher's pace allows. Neither `stale` nor `missing` nor `damaged` means that somebody is not listed. */
export type ListState = 'current' | 'stale' | 'missing' | 'damaged';

export interface StoredEditions {
  readonly editions: number;
  readonly bytes: number;
}

export interface ListStatus {
  readonly list: string;
  readonly title: string;
  readonly state: ListState;
  /** Why it is damaged; null in any other state. */
  readonly problem: string | null;
  /** The largest age of its data in days; null where it has none. */
  readonly stale_after_days: number | null;
  readonly held: boolean;
  readonly live: ListSnapshotStatus | null;
  readonly previous: ListSnapshotStatus | null;
  /** All editions on the disk. */
  readonly stored: StoredEditions;
  readonly last_import: Readonly<Record<string, unknown>> | null;
  /** The last look at its publisher by a program; null where there was none. */
  readonly last_update: { readonly outcome: string; readonly looked_at: string; readonly reason: string | null } | null;
}

/** What is told of a list that a running service answers from. */
export interface ListFigures {
  readonly list: string;
  readonly state: ListState;
  /** YYYY-MM-DD; null where it is damaged or missing, as is the count. */
  readonly dataAsOf: string | null;
  readonly entries: number | null;
}
