// The rows of a list's text, whatever its format: CSV, or the JSON of an OData service.

import { TableError } from '../../app/bulk/table.ts';
import { openTextTable } from '../../app/bulk/text-table.ts';
import { type FileMember, readMember } from '../../datasets/files/file-member.ts';
import type { RowFault } from '../../domain/rows/row-words.ts';
import type { ListKind } from '../lists/list-kind.ts';

interface ListRow {
  /** Of CSV where it begins; of JSON which one it is, counted from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  readonly fault: RowFault | undefined;
}

export interface ListRows {
  readonly columns: readonly string[];
  readonly rows: AsyncIterable<readonly ListRow[]>;
}

/** A list that comes as JSON has some hundred rows, and is read as a whole. */
const jsonBytesMax = 64 << 20;

/** Throws a TableError where the whole cannot be read. */
export function openListRows(member: FileMember, list: ListKind): Promise<ListRows> {
  if (list.format === 'odata') return openJson(member);
  const names = list.layout.flatMap(({ name, others = [] }) => [name, ...others]);
  return openTextTable(readMember(member), { format: 'csv', hasHeader: true, names });
}

async function openJson(member: FileMember): Promise<ListRows> {
  if (member.csvBytes > jsonBytesMax)
    throw new TableError(`It has ${member.csvBytes} bytes, more than this list ever had.`);
  const chunks: Uint8Array[] = [];
  for await (const chunk of readMember(member)) chunks.push(chunk);
  const found = findValue(Buffer.concat(chunks).toString('utf8'));
  const columns = [...new Set(found.flatMap((row) => Object.keys(row)))];
  return { columns, rows: toRows(found, columns) };
}

function findValue(text: string): readonly Readonly<Record<string, unknown>>[] {
  let parsed: { readonly value?: unknown; readonly '@odata.nextLink'?: unknown } | null;
  try {
    parsed = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    throw new TableError('It is not JSON, or is cut short.');
  }
  const value = parsed?.value;
  const isList = Array.isArray(value) && value.every((row) => typeof row === 'object' && row !== null);
  if (!isList) throw new TableError('It has no list `value`, which the answer of the service has.');
  if (parsed?.['@odata.nextLink'] !== undefined)
    throw new TableError('It is one page of several: the service has more rows than it gave.');
  return value;
}

async function* toRows(
  rows: readonly Readonly<Record<string, unknown>>[],
  columns: readonly string[],
): AsyncGenerator<readonly ListRow[]> {
  yield rows.map((row, index) => ({
    line: index + 1,
    cells: columns.map((column) => toCell(row[column])),
    fault: undefined,
  }));
}

function toCell(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}
