// What an import of a list counted, and what is known of one that was imported.

import type { DatedSnapshot } from '../../datasets/dataset-name.ts';
import type { DatasetStatus, SnapshotStatus } from '../../datasets/dataset-status.ts';

export interface ListCounts {
  /** Rows of the file, without its header. */
  readonly rows: number;
  /** Rows that became entries. */
  readonly entries: number;
  /** `rejected` counts the rows that were unreadable or name no person or company. */
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
  /** Entries whose every name is in an alphabet that no comparison reads; manifests of older editions do not say it. */
  readonly unread_names?: number;
}

export interface ListInfo extends DatedSnapshot {
  readonly counts: ListCounts;
}

/** The field describes how the header of a file differs from the published layout. */
export interface HeaderChanges {
  readonly moved: readonly string[];
  readonly added: readonly string[];
  readonly missing: readonly string[];
}

export interface Gone {
  /** `before` counts the entries of the live edition. */
  readonly before: number;
  readonly gone: number;
}

/** Entries of the live edition of which a draft has no name, and those of which it has not the number. */
export interface GoneEntries {
  readonly names: Gone;
  readonly numbers: Gone;
}

/** The counts describe how a draft changes the live edition, entry by entry. */
export interface EntryChanges {
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
  /** `left_in_time` counts the removed entries whose time was over. The field is absent if their publisher names no such time. */
  readonly left_in_time?: number;
}

export interface ListDraft extends ListInfo {
  readonly list: string;
  readonly header: HeaderChanges;
  /** The value is undefined if there is no live edition to compare with, or if its owner may replace all of it. */
  readonly gone: GoneEntries | undefined;
  /** The value is undefined if there is no live edition to compare with. */
  readonly changes: EntryChanges | undefined;
  /** Tells whether the publisher itself declares the list empty. */
  readonly isEmpty: boolean;
  /** The publisher itself counts this many rows; undefined if it does not say. */
  readonly told?: number | undefined;
  /** The first of the entries whose every name is in an alphabet that no comparison reads, by their ids. */
  readonly unreadNames: readonly string[];
  /** Where the rejected rows are listed, by line and reason. */
  readonly rejectedReport: string | undefined;
}

export interface ListSnapshotStatus extends SnapshotStatus {
  /** The publisher offered the edition on this day for the last time; null means that the day is unknown. */
  readonly seen_on: string | null;
  /** The entries have been the same since this day. */
  readonly unchanged_since: string | null;
  readonly entries: number | null;
}

/** `stale`: older than its publisher's pace allows. Neither `stale` nor `missing` nor `damaged` means that somebody is not listed. */
export type ListState = 'current' | 'stale' | 'missing' | 'damaged';

export interface StoredEditions {
  readonly editions: number;
  readonly bytes: number;
}

export interface ListStatus extends DatasetStatus<ListSnapshotStatus> {
  readonly list: string;
  readonly title: string;
  readonly state: ListState;
  /** Few need it, and no operator has brought it here: an update of all lists leaves it out. */
  readonly is_off?: true;
  /** The field states why the edition is damaged; null in any other state. */
  readonly problem: string | null;
  /** The largest age of its data in days; null where it has none. */
  readonly stale_after_days: number | null;
  /** All editions on the disk. */
  readonly stored: StoredEditions;
  /** The last look at its publisher by a program; null where there was none. */
  readonly last_update: { readonly outcome: string; readonly looked_at: string; readonly reason: string | null } | null;
}

/** The figures describe a list from which a running service answers. */
export interface ListFigures {
  readonly list: string;
  readonly state: ListState;
  /** YYYY-MM-DD; null where it is damaged or missing, as is the count. */
  readonly dataAsOf: string | null;
  readonly entries: number | null;
}
