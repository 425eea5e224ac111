// What every reader of a list gives, whatever the format of the file: its rows one by one, and how it differs from the known layout.

import { TableError } from '../../app/bulk/table.ts';
import type { HeaderChanges } from '../../app/screening/lists/list-counts.ts';
import { OperatorError } from '../../errors.ts';
import type { Mapped } from '../lists/list-kind.ts';
import type { RowNotes } from '../lists/row-notes.ts';

export interface SourceRow {
  /** `line` is the line of the row. XML and JSON have the number of the element here, counted from 1. */
  readonly line: number;
  /** In place of what the row means, where it cannot be read. */
  readonly fault: string | undefined;
  map(notes: RowNotes): Mapped;
}

export interface RejectedRow {
  /** The file that it stands in, where that is not the main one. */
  readonly file?: string;
  readonly line: number;
  readonly reason: string;
}

export interface EntrySource {
  readonly rows: AsyncIterable<readonly SourceRow[]>;
  /** `besideFaults` holds the faults of the files beside the main one. */
  readonly besideFaults: readonly RejectedRow[];
  /** Tells whether the publisher itself declares the list empty. */
  readonly isEmpty: boolean;
  /** Once all rows were read. Throws a TableError where the files do not belong together. */
  finish(): HeaderChanges;
}

/** Returns the error to report for a text that cannot be read as a whole. Any other error stays as it is. */
export function toUnreadableFile(error: unknown, path: string): unknown {
  return error instanceof TableError
    ? new OperatorError({
        en: `${path} cannot be read: ${error.message}`,
        pt: 'O arquivo não pôde ser lido: baixe de novo, e confira se é o da lista.',
      })
    : error;
}
