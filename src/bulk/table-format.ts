// What every format of files that are read as tables gives: how it is told, and how it is opened.

import type { Table } from '../app/bulk/table.ts';
import type { TextTable, TextTableOptions } from '../app/bulk/text/text-table.ts';

export interface TableInput {
  /** A path, or `-` where only `chunks` are there. */
  readonly path: string;
  readonly chunks: AsyncIterable<Uint8Array>;
}

export interface OpenTableOptions {
  readonly hasHeader: boolean | undefined;
  /** Names of columns that were told. */
  readonly names?: readonly string[];
  /** Of a spreadsheet; undefined: the first one that is shown. */
  readonly sheet: string | undefined;
  /** Who looks at a workbook of several sheets may come upon an empty one, and choose another. */
  readonly mayBeEmpty?: boolean;
  /** What one part of a packed file may unpack to, where it is less than what a run by hand may have. */
  readonly partBytesMax?: number;
  readonly text?: TextTableOptions;
}

export interface TableFormat {
  /** Whether a file that begins with these bytes is one. */
  sniff(sample: Uint8Array): boolean;
  /** What it opens is closed with `opened`. Throws a TableError for what cannot be read. */
  open(input: TableInput, options: OpenTableOptions, opened: AsyncDisposableStack): Promise<Table | TextTable>;
}
