// What a list must say of itself so that its files can be read: its layout, where its date is written, and what a row means.

import type { ListEntry } from '../../domain/screening/entry/list-entry.ts';
import type { NamesOf } from '../../domain/screening/match/name-scorer.ts';
import type { RowNotes } from './row-notes.ts';
import type { XmlElement } from './xml-element.ts';

export interface LayoutColumn<Key extends string = string> {
  readonly key: Key;
  /** As published; accents, case and punctuation are ignored. */
  readonly name: string;
  /** Other names that it has had. */
  readonly others?: readonly string[];
  /** Without it the file is none of this list. */
  readonly isNeeded?: boolean;
  /** With it the file is of another list, which has all columns of this one, too. */
  readonly isForeign?: boolean;
}

/** One row; a cell is empty where the file says that nothing is known. */
export type Cell<Key extends string> = (key: Key) => string;

/** The rows of a file beside the main one that belong to this row. */
export type Beside = (file: string) => readonly Cell<string>[];

/** An entry but for its id; `number` is the publisher's own, empty where it has none. */
export interface MappedRow extends Omit<ListEntry, 'id'> {
  readonly number: string;
  /** Another row of the same person has its last day. `settle` of the list takes it from there. */
  readonly endsElsewhere?: true;
}

/** `left_out`: the publisher itself has taken it back. Undefined: it is no row of this list. A fault: the row says something that nobody knows. */
export type Mapped = MappedRow | readonly MappedRow[] | 'left_out' | RowFault | undefined;
type RowFault = 'unknown_risk';

/**
 * `sanction`: something is forbidden to whoever is listed, or has been imposed on them. `exposure`: an office that asks for more care.
 * `fact`: something that was found once and binds nobody today. `own`: what the operator decides that it means.
 */
export type ListWeight = 'sanction' | 'exposure' | 'fact' | 'own';

interface ListAbout {
  /** As in commands and folders. */
  readonly id: string;
  readonly title: string;
  readonly weight: ListWeight;
  /** Brazil's where it is not said. */
  readonly namesOf?: NamesOf;
  /** Where a person gets the file; null for lists of one's own. */
  readonly page: string | null;
  /** The largest age of its data in days, by the pace of its publisher; null where it does not age. */
  readonly staleAfterDays: number | null;
  /** The day of the data, by the name of a file; undefined where the name does not say. */
  findDay?(name: string): string | undefined;
}

/**
 * `fixed`: a column that is new or has moved speaks against the file. `open`: it does not, because columns are found by their names.
 * `own`: all columns may be left out but one that names somebody.
 */
export type LayoutRule = 'fixed' | 'open' | 'own';

/** A file that comes with the main one, and tells more of its rows. */
export interface BesideFile {
  readonly file: string;
  /** Its first column holds the number of the row in the main file. */
  readonly layout: readonly LayoutColumn[];
  readonly isNeeded: boolean;
}

/** CSV, or JSON with an object for each row. */
export interface TableList<Key extends string = string> extends ListAbout {
  readonly format: 'table';
  readonly layout: readonly LayoutColumn<Key>[];
  readonly layoutRule: LayoutRule;
  /** So few are on it that one day there may be nobody, and its publisher says so by an empty list. */
  readonly mayBeEmpty?: boolean;
  /** Of all its files. Without a header the columns are those of the layout, and files are told by how many they have. */
  readonly hasHeader?: boolean;
  readonly delimiter?: string;
  /** A column that nobody needs, and whose cells are too large to be held. */
  readonly skippedColumn?: string;
  readonly beside?: readonly BesideFile[];
  map(cell: Cell<Key>, notes: RowNotes, beside: Beside): Mapped;
  /** Where one entry has several rows: both as one. Undefined where they are two entries. */
  join?(before: MappedRow, next: MappedRow): MappedRow | undefined;
  /** Once all rows are read, where one says what another means. All of them are held for it: for short lists alone. */
  settle?(rows: readonly MappedRow[]): readonly MappedRow[];
}

/** A list by its description: the keys are those of its columns, so that its mapper can ask for no other cell. */
export function toTableList<Key extends string>(list: Omit<TableList<Key>, 'format'>): TableList<Key> {
  return { format: 'table', ...list };
}

export interface XmlList extends ListAbout {
  readonly format: 'xml';
  readonly root: string;
  /** By the attributes of the root. */
  findRootDay(attributes: Readonly<Record<string, string>>): string | undefined;
  /** Each of these elements is an entry. */
  readonly entries: readonly string[];
  /** Elements that some entry of every file has: without them they have been renamed. Others may come, because all are found by name. */
  readonly expected: readonly string[];
  map(element: XmlElement, notes: RowNotes): Mapped;
}

export type ListKind = TableList | XmlList;
