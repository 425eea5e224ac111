// What a list must say of itself so that its files can be read: its layout, where its date is written, and what a row means.

import type { ListEntry } from '../../domain/screening/entry/list-entry.ts';
import type { ListName } from '../../domain/screening/list-names.ts';
import type { NamesOf } from '../../domain/screening/match/name-scorer.ts';
import type { RowNotes } from './row-notes.ts';
import type { XmlElement } from './xml-element.ts';

export interface LayoutColumn<Key extends string = string> {
  readonly key: Key;
  /** `name` holds the column's name as published; accents, case and punctuation are ignored. */
  readonly name: string;
  /** Other names that it has had. */
  readonly others?: readonly string[];
  /** A file that lacks this column does not belong to the list. */
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
  /** The last day of this person stands in another row. The `settle` function of the list takes it from there. */
  readonly endsElsewhere?: true;
}

/**
 * `left_out` means that the publisher itself has withdrawn the row. Undefined means that the row does not belong to this list. A fault means that
 * the row holds an unknown value.
 */
export type Mapped = MappedRow | readonly MappedRow[] | 'left_out' | RowFault | undefined;
type RowFault = 'unknown_risk' | 'unknown_relation' | 'unreadable_document';

/**
 * `sanction` means that the listed party is barred from something or bears a penalty. `exposure` means an office that asks for more care. `fact`
 * means a past finding that binds no one today. `own` means that the operator decides the weight.
 */
export type ListWeight = 'sanction' | 'exposure' | 'fact' | 'own';

interface ListAbout {
  /** Commands and folders use this id. */
  readonly id: ListName;
  readonly title: string;
  readonly weight: ListWeight;
  /** Brazil's where it is not said. */
  readonly namesOf?: NamesOf;
  /** Few need it: it is off until an operator brings it here, by its name or by its file. */
  readonly isOptIn?: boolean;
  /** A person gets the file from this page; null marks an operator's own list. */
  readonly page: string | null;
  /** The largest age of its data in days, by the pace of its publisher; null where it does not age. */
  readonly staleAfterDays: number | null;
  /** The publisher removes entries this many years after their first day, and many at a time. */
  readonly staysYears?: number;
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
  /** The first column of the layout holds the number of the row in the main file. */
  readonly layout: readonly LayoutColumn[];
  readonly isNeeded: boolean;
}

/** CSV, or JSON with an object for each row. */
export interface TableList<Key extends string = string> extends ListAbout {
  readonly format: 'table';
  /** The publisher gives this name to the main one of several files. */
  readonly file?: string;
  readonly layout: readonly LayoutColumn<Key>[];
  readonly layoutRule: LayoutRule;
  /** The list is so short that it may be empty one day, and its publisher states this by an empty list. */
  readonly mayBeEmpty?: boolean;
  /**
   * The setting covers all files of the list. If there is no header, the layout gives the columns, and the number of columns tells the files apart.
   */
  readonly hasHeader?: boolean;
  readonly delimiter?: string;
  /** The pattern picks the file that counts if the publisher packs several into one zip. */
  readonly wantedMember?: RegExp;
  /** These fields of a JSON file lead to its list of rows. If they are absent, the rows are the whole document or its `value`. */
  readonly rowsAt?: readonly string[];
  /** The import skips this column: no part of the service needs it, and its cells are too large to hold. */
  readonly skippedColumn?: string;
  readonly beside?: readonly BesideFile[];
  /** An XML file of the same publisher that says how many rows the main file has, and is read for nothing else. */
  readonly counted?: { readonly file: string; readonly root: string; readonly element: string };
  map(cell: Cell<Key>, notes: RowNotes, beside: Beside): Mapped;
  /** Joins two rows of the same entry into one. Returns undefined if they are two entries. */
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
  /** The attribute or element states the day of the data; null means that the file states none. */
  readonly day: { readonly attribute: string } | { readonly element: string } | null;
  /** Each of these elements is an entry. */
  readonly entries: readonly string[];
  /** Elements that some entry of every file has: without them they have been renamed. Others may come, because all are found by name. */
  readonly expected: readonly string[];
  /** Elements before the entries that entries refer to. */
  readonly references?: readonly string[];
  map(element: XmlElement, notes: RowNotes, references: readonly XmlElement[]): Mapped;
}

export type ListKind = TableList | XmlList;

/** Tells whether the file itself states the day of its data. */
export function isDayInside(list: ListKind): boolean {
  return list.format === 'xml' && list.day !== null;
}
