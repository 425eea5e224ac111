// What every reader of a list gives, whatever the format of the file: its rows one by one, and how it differs from the known layout.

import type { HeaderChanges } from '../../app/screening/lists/list-counts.ts';
import type { Mapped } from '../lists/list-kind.ts';
import type { RowNotes } from '../lists/row-notes.ts';

export interface SourceRow {
  /** Of XML and JSON which one it is, counted from 1. */
  readonly line: number;
  /** In place of what the row means, where it cannot be read. */
  readonly fault: string | undefined;
  map(notes: RowNotes): Mapped;
}

/** A row of a file beside the main one that could not be read. */
export interface BesideFault {
  readonly file: string;
  readonly line: number;
  readonly reason: string;
}

export interface EntrySource {
  readonly rows: AsyncIterable<readonly SourceRow[]>;
  readonly besideFaults: readonly BesideFault[];
  /** Whether the publisher itself says that nobody is listed. */
  readonly isEmpty: boolean;
  /** Once all rows were read. Throws a TableError where the files do not belong together. */
  finish(): HeaderChanges;
}
