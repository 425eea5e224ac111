// What every format of files that are read as tables is given.

import type { TextTableOptions } from '../app/bulk/text/text-table.ts';

export interface TableInput {
  /** A path, or `-` where only `chunks` are there. */
  readonly path: string;
  readonly chunks: AsyncIterable<Uint8Array>;
}

export interface OpenTableOptions {
  readonly hasHeader: boolean | undefined;
  /** Names of columns that were told. */
  readonly names?: readonly string[];
  /** Of a spreadsheet; undefined: the first one that is shown, or the one that has numbers. */
  readonly sheet: string | undefined;
  /** Who looks at a workbook of several sheets may come upon an empty one, and choose another. */
  readonly mayBeEmpty?: boolean;
  /** What one part of a packed file may unpack to, where it is less than what a run by hand may have. */
  readonly partBytesMax?: number;
  readonly text?: TextTableOptions;
}
