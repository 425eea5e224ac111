// The formats of files that are read as tables, each told by how a file begins. A new one is a file of its own and a line here.

import { lookAhead } from '../app/bulk/look-ahead.ts';
import type { Table } from '../app/bulk/table.ts';
import { openTextTable, type TextTable } from '../app/bulk/text/text-table.ts';
import type { OpenTableOptions, TableFormat, TableInput } from './table-format.ts';

const sampleBytes = 64;

const xlsx: TableFormat = {
  sniff: (sample) => [0x50, 0x4b, 0x03, 0x04].every((byte, place) => sample[place] === byte),
  async open(input, options, opened) {
    // Who is given none does without them.
    const { openXlsxTable } = await import('./xlsx/xlsx-table.ts');
    return openXlsxTable(input, options, opened);
  },
};

/** CSV and NDJSON; it says of everything else that it is not read. */
const text: TableFormat = {
  sniff: () => true,
  open: ({ chunks }, { text: options, hasHeader, names }) => openTextTable(chunks, { ...options, hasHeader, names }),
};

/** In the order in which they are asked. */
const tableFormats: readonly TableFormat[] = [xlsx, text];

export async function openTable(
  input: TableInput,
  options: OpenTableOptions,
  opened: AsyncDisposableStack,
): Promise<Table | TextTable> {
  const { sample, chunks } = await lookAhead(input.chunks, sampleBytes);
  const format = tableFormats.find((candidate) => candidate.sniff(sample)) ?? text;
  return format.open({ path: input.path, chunks }, options, opened);
}
