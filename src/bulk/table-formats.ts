// The formats of files that are read as tables, each told by how a file begins.

import { lookAhead } from '../app/bulk/look-ahead.ts';
import type { Table } from '../app/bulk/table.ts';
import { openTextTable, type TextTable } from '../app/bulk/text/text-table.ts';
import type { OpenTableOptions, TableInput } from './table-format.ts';

const zipStart = [0x50, 0x4b, 0x03, 0x04];

/** A zip is a spreadsheet, or has one file in it. All else is CSV and NDJSON, whose reader says of what it is not that it is not read. */
export async function openTable(
  input: TableInput,
  options: OpenTableOptions,
  opened: AsyncDisposableStack,
): Promise<Table | TextTable> {
  const { sample, chunks } = await lookAhead(input.chunks, zipStart.length);
  if (zipStart.some((byte, place) => sample[place] !== byte)) {
    const { text, hasHeader, names } = options;
    return openTextTable(chunks, { ...text, hasHeader, names });
  }
  // Who is given none does without them.
  const { openZipTable } = await import('./zip-table.ts');
  return openZipTable({ path: input.path, chunks }, options, opened);
}
