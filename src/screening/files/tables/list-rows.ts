// The rows of a list's text: CSV, or JSON, whichever it is.

import { lookAhead } from '../../../app/bulk/look-ahead.ts';
import { openTextTable } from '../../../app/bulk/text/text-table.ts';
import { type FileMember, readMember } from '../../../datasets/files/file-member.ts';
import type { LayoutColumn, TableList } from '../../lists/list-kind.ts';
import { openJsonRows } from './json-rows.ts';
import type { ListRows } from './list-row.ts';
import { withoutColumn } from './skip-column.ts';

const lookedBytes = 512;

/** Throws a TableError where the whole cannot be read. Without a header the columns are those of the layout. */
export async function openListRows(
  member: FileMember,
  { hasHeader = true, delimiter, skippedColumn, rowsAt, mayBeEmpty = false }: TableList,
  layout: readonly LayoutColumn<string>[],
): Promise<ListRows> {
  const { sample, chunks } = await lookAhead(readMember(member), lookedBytes);
  if (isJson(sample)) return openJsonRows(chunks, mayBeEmpty, rowsAt);
  const bytes = skippedColumn === undefined ? chunks : withoutColumn(chunks, skippedColumn);
  const names = layout.flatMap(({ name, others = [] }) => [name, ...others]);
  const { columns, rows } = await openTextTable(bytes, { format: 'csv', hasHeader, delimiter, names });
  return { columns: hasHeader ? columns : layout.map(({ name }) => name), isOrdered: true, rows };
}

function isJson(sample: Uint8Array): boolean {
  return /^(?:ï»¿)?\s*[[{]/.test(Buffer.from(sample).toString('latin1'));
}
