// A spreadsheet as a table: one sheet of it, read in a stream. Values are those that were saved with it, formulas' results included;
// what a merged cell hides is said, and not guessed. Results can be written into a copy of it.

import { findHeader, isHeader } from '../../app/bulk/columns.ts';
import {
  type Row,
  refuseManyColumns,
  spreadsheetCsv,
  type Table,
  TableError,
  withoutEmptyEnd,
} from '../../app/bulk/table.ts';
import type { OpenTableOptions } from '../table-format.ts';
import { chooseSheet } from './choose-sheet.ts';
import { readMerges } from './merges.ts';
import { readSharedStrings, type SharedStrings } from './shared-strings.ts';
import { SheetReader } from './sheet-reader.ts';
import { readWorkbook, type Workbook } from './workbook.ts';
import { writeWorkbookCopy } from './write/workbook-copy.ts';
import { walkXml } from './xml-events.ts';
import type { ZipParts } from './zip-parts.ts';

/** The header may stand below a title and a few blank rows. */
const headRows = 20;
/** The XML of a text that is not empty takes at least this many bytes: <si><t>x</t></si>. */
const textBytesMin = 16;

export async function openXlsxTable(
  parts: ZipParts,
  options: OpenTableOptions,
  opened: AsyncDisposableStack,
): Promise<Table> {
  const name = 'xl/sharedStrings.xml';
  const { partBytesMax = Number.POSITIVE_INFINITY } = options;
  const textsMax = partBytesMax / textBytesMin;
  const texts = await readSharedStrings(parts.has(name) ? parts.read(name) : undefined, { textsMax });
  opened.defer(() => texts.close());
  const begin = async (sheet: string | undefined) => beginSheet(parts, await readWorkbook(parts, sheet), texts);
  const { workbook, reader, batches, first } =
    options.sheet === undefined ? await chooseSheet(begin, options) : await begin(options.sheet);
  const sheets = { names: workbook.sheetNames, chosen: workbook.sheetName };
  const base = { format: 'xlsx', csv: spreadsheetCsv, sheets } as const;
  if (first.length === 0) {
    if (options.mayBeEmpty === true && sheets.names.length > 1)
      return { ...base, columns: [], rows: none(), sample: [] };
    throw toEmptySheet(sheets);
  }
  const looked = first.slice(0, headRows).map((row) => row.cells);
  const header = findHeader(looked, options.names);
  const hasHeader = options.hasHeader ?? isHeader(looked[header] ?? [], options.names);
  const place = hasHeader ? header : -1;
  const head = first[place];
  const width = Math.max(...first.map((row) => row.cells.length));
  const columns =
    head === undefined ? Array.from({ length: width }, (_, index) => `column_${index + 1}`) : toColumnNames(head.cells);
  refuseManyColumns(columns.length);
  reader.keepColumns(columns.length);

  async function* rows(): AsyncGenerator<readonly Row[]> {
    yield first.slice(place + 1).map((row) => toWidth(row, columns.length));
    for (let next = await batches.next(); next.done !== true; next = await batches.next()) {
      yield next.value;
    }
  }
  return {
    ...base,
    columns,
    rows: rows(),
    firstRow: hasHeader ? undefined : first[0]?.cells,
    headerLine: head?.line,
    sample: looked.slice(place + 1),
    writeCopy: (path, names, added) =>
      writeWorkbookCopy(parts, path, {
        part: workbook.sheetPart,
        headerLine: head?.line,
        names,
        firstColumn: Math.max(columns.length, reader.columnCount),
        added,
      }),
  };
}

/** Opens a sheet and reads its first rows. The other rows wait. */
async function beginSheet(parts: ZipParts, workbook: Workbook, texts: SharedStrings) {
  const reader = new SheetReader(workbook, texts, await readMerges(parts, workbook.sheetPart), parts);
  const batches = readSheet(parts.read(workbook.sheetPart), reader);
  const first: Row[] = [];
  while (first.length < headRows) {
    const next = await batches.next();
    if (next.done === true) break;
    first.push(...next.value);
  }
  return { workbook, reader, batches, first };
}

async function* readSheet(pieces: AsyncIterable<string>, reader: SheetReader): AsyncGenerator<readonly Row[]> {
  for await (const _ of walkXml(pieces, reader)) {
    const rows = reader.take();
    if (rows.length > 0) yield rows;
  }
}

function toEmptySheet({ names, chosen }: NonNullable<Table['sheets']>): TableError {
  const others = names.filter((name) => name !== chosen);
  const choice = others.length === 0 ? '' : ` Others are chosen by --sheet: ${others.join(', ')}.`;
  return new TableError(`The sheet is empty.${choice}`, {
    en: 'The sheet of the spreadsheet is empty.',
    pt: 'A aba da planilha está vazia.',
  });
}

async function* none(): AsyncGenerator<readonly Row[]> {}

function toColumnNames(cells: readonly string[]): string[] {
  const names = cells.map((cell) => cell.trim());
  while (names.at(-1) === '') names.pop();
  return names.map((name, index) => (name === '' ? `column_${index + 1}` : name));
}

/** Cuts a row to the given width. Cells to the right of the last named column belong to no column. */
function toWidth(row: Row, width: number): Row {
  const { cells } = row;
  return cells.length <= width ? row : { ...row, cells: withoutEmptyEnd(cells.slice(0, width)) };
}
