// What a list must say of itself so that its files can be read: its layout, where its date is written, and what a row means.

import type { ListEntry } from '../../domain/screening/list-entry.ts';
import type { RowNotes } from './row-notes.ts';

export interface LayoutColumn<Key extends string> {
  readonly key: Key;
  /** As published; accents, case and punctuation are ignored. */
  readonly name: string;
  /** Other names that it has had. */
  readonly others?: readonly string[];
  /** Without it the file is none of this list. */
  readonly isNeeded?: boolean;
}

/** One row; a cell is empty where the file says that nothing is known. */
export type Cell<Key extends string> = (key: Key) => string;

/** An entry but for its id; `number` is the publisher's own, empty where it has none. */
export interface MappedRow extends Omit<ListEntry, 'id'> {
  readonly number: string;
}

/**
 * `sanction`: something is forbidden to whoever is listed, or has been imposed on them. `exposure`: an office that asks for more care.
 * `fact`: something that was found once and binds nobody today. `own`: what the operator decides that it means.
 */
export type ListWeight = 'sanction' | 'exposure' | 'fact' | 'own';

export interface ListKind<Key extends string = string> {
  /** As in commands and folders. */
  readonly id: string;
  readonly title: string;
  readonly weight: ListWeight;
  /** Where a person gets the file; null for lists of one's own. */
  readonly page: string | null;
  /** The largest age of its data in days, by the pace of its publisher; null where it does not age. */
  readonly staleAfterDays: number | null;
  readonly format: 'csv' | 'odata';
  readonly layout: readonly LayoutColumn<Key>[];
  /** Whether columns that the layout does not know speak against a file. */
  readonly isLayoutFixed: boolean;
  /** The day of the data, by the name of a file; undefined where the name does not say. */
  findDay(name: string): string | undefined;
  /** Undefined where the row names nobody. */
  map(cell: Cell<Key>, notes: RowNotes): MappedRow | undefined;
}
