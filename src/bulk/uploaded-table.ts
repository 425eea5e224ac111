// A table that somebody sent: read like any other, within what its size allows.

import type { Table } from '../app/bulk/table.ts';
import { openTable } from './table-formats.ts';

interface UploadRules {
  readonly hasHeader: boolean | undefined;
  /** Undefined: the first one that is shown. */
  readonly sheet: string | undefined;
  readonly mayBeEmpty: boolean;
  readonly rowsMax: number;
}

/** A sheet with thirty columns has some 2 KiB a row, and a workbook some parts besides its rows. */
const bytesPerRow = 2_048;
const bytesBeside = 64 * 1024 * 1024;

export function openUploadedTable(
  chunks: AsyncIterable<Uint8Array>,
  { rowsMax, ...rules }: UploadRules,
  opened: AsyncDisposableStack,
): Promise<Table> {
  return openTable({ path: '-', chunks }, { ...rules, partBytesMax: bytesBeside + rowsMax * bytesPerRow }, opened);
}
