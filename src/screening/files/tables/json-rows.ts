// The rows of a list that comes as the JSON of a service: a list of objects, or one in the field `value` as OData has it, or deeper.

import { TableError } from '../../../app/bulk/table.ts';
import type { ListRow, ListRows } from './list-row.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** The largest list that comes as JSON has 24 MB, and is read as a whole. */
const jsonBytesMax = 64 << 20;
/** No list has more than a quarter of that; a column for each name in a hostile file would fill the memory. */
const fieldsMax = 64;

/** Throws a TableError where the whole cannot be read, or is only a page of it. */
export async function openJsonRows(
  bytes: AsyncIterable<Uint8Array>,
  mayBeEmpty: boolean,
  rowsAt?: readonly string[],
): Promise<ListRows> {
  const chunks: Uint8Array[] = [];
  let read = 0;
  for await (const chunk of bytes) {
    chunks.push(chunk);
    read += chunk.length;
    if (read > jsonBytesMax)
      throw new TableError(`It has more than ${jsonBytesMax} bytes, more than such a list ever had.`);
  }
  const parsed = parseJson(Buffer.concat(chunks).toString('utf8'));
  const found = findRows(rowsAt === undefined ? parsed : follow(parsed, rowsAt), mayBeEmpty);
  const columns = findColumns(found);
  return { columns, isOrdered: false, rows: toRows(found, columns), isEmpty: found.length === 0 };
}

function parseJson(text: string): unknown {
  if (text.includes('\ufffd')) throw new TableError('It is not UTF-8, which the answer of the service is.');
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    throw new TableError('It is not JSON, or is cut short.');
  }
}

function follow(parsed: unknown, fields: readonly string[]): readonly unknown[] {
  let found = parsed;
  for (const field of fields) found = isObject(found) && Object.hasOwn(found, field) ? found[field] : undefined;
  if (!Array.isArray(found)) throw new TableError(`It has no list \`${fields.join('.')}\`, which the publisher's has.`);
  return found;
}

function findRows(parsed: unknown, mayBeEmpty: boolean): readonly JsonObject[] {
  const isBare = Array.isArray(parsed);
  const rows: readonly unknown[] = isBare ? parsed : findValue(parsed as JsonObject | null);
  // An answer that names its list `value` says so itself; a bare one may be anything.
  if (rows.length === 0 && (isBare || !mayBeEmpty))
    throw new TableError('It lists nobody, so the live list stays in use.');
  if (rows.every(isObject)) return rows;
  throw new TableError('Its list holds something else than objects.');
}

function isObject(row: unknown): row is JsonObject {
  return typeof row === 'object' && row !== null && !Array.isArray(row);
}

function findValue(answer: JsonObject | null): readonly unknown[] {
  const { value, ...about } = answer ?? {};
  if (!Array.isArray(value)) throw new TableError('It has no list `value`, which the answer of the service has.');
  if (about['@odata.nextLink'] !== undefined)
    throw new TableError(
      'It is one page of several: the service has more rows than it gave. Ask for all of them, without `$top`.',
    );
  const { '@odata.count': told } = about;
  if ((typeof told === 'number' || typeof told === 'string') && Number(told) !== value.length)
    throw new TableError(`It has ${value.length} rows, and says itself that it has ${told}: it is not whole.`);
  return value;
}

function findColumns(rows: readonly JsonObject[]): readonly string[] {
  const columns = new Set<string>();
  for (const row of rows) {
    for (const name in row) columns.add(name);
    if (columns.size > fieldsMax) throw new TableError(`Its objects have more than ${fieldsMax} different fields.`);
  }
  return [...columns];
}

async function* toRows(rows: readonly JsonObject[], columns: readonly string[]): AsyncGenerator<readonly ListRow[]> {
  yield rows.map((row, index) => ({
    line: index + 1,
    cells: columns.map((column) => toCellText(row[column])),
    fault: undefined,
  }));
}

function toCellText(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}
