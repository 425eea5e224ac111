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
  /** `sheet` names a sheet of a spreadsheet. If it is undefined, the reader takes the first visible sheet, or the one that has numbers. */
  readonly sheet: string | undefined;
  /** The sheet may be empty. A user who looks at a workbook of several sheets may open an empty one and then choose another. */
  readonly mayBeEmpty?: boolean;
  /** `partBytesMax` limits the unpacked size of one part of a packed file. It applies if it is below the limit of a manual run. */
  readonly partBytesMax?: number;
  readonly text?: TextTableOptions;
}
