// A table that somebody sent: read like any other, within what its size allows.

import type { TableOrder } from '../app/bulk/open-table.ts';
import type { Table } from '../app/bulk/table.ts';
import { openTextTable } from '../app/bulk/text/text-table.ts';
import { openTable } from './table-formats.ts';

/** A sheet with thirty columns has some 2 KiB a row, and a workbook some parts besides its rows. */
const bytesPerRow = 2_048;
const bytesBeside = 64 * 1024 * 1024;

/** Here, and at once. */
export function openSentTable(
  bytes: AsyncIterable<Uint8Array>,
  order: TableOrder & { readonly rowsMax: number },
  opened: AsyncDisposableStack,
): Promise<Table> {
  if (order.kind === 'text') return openTextTable(bytes, { format: order.format, mayDiffer: order.mayDiffer });
  const { hasHeader, sheet, mayBeEmpty, rowsMax } = order;
  const partBytesMax = bytesBeside + rowsMax * bytesPerRow;
  return openTable({ path: '-', chunks: bytes }, { hasHeader, sheet, mayBeEmpty, partBytesMax }, opened);
}
