// A table that somebody sent: text or a spreadsheet, told by its first bytes.

import { lookAhead } from '../app/bulk/look-ahead.ts';
import type { Table } from '../app/bulk/table.ts';
import { openTextTable } from '../app/bulk/text-table.ts';
import { isZip } from './input.ts';

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

export async function openUploadedTable(
  bytes: AsyncIterable<Uint8Array>,
  { hasHeader, sheet, mayBeEmpty, rowsMax }: UploadRules,
  opened: AsyncDisposableStack,
): Promise<Table> {
  const { sample, chunks } = await lookAhead(bytes, 4);
  if (!isZip(sample)) return openTextTable(chunks, { hasHeader });
  // A service that is sent none does without them.
  const { openXlsxTable } = await import('./xlsx/xlsx-table.ts');
  const partBytesMax = bytesBeside + rowsMax * bytesPerRow;
  return openXlsxTable({ path: '-', chunks }, { sheet, hasHeader, mayBeEmpty, partBytesMax }, opened);
}
