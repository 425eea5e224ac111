// A spreadsheet as a table: one sheet of it, read in a stream. Values are those that were saved with it, formulas' results included;
// what a merged cell hides is said, and not guessed. Results can be written into a copy of it.

import { findHeader } from '../../app/bulk/columns.ts';
import { type Row, spreadsheetCsv, type Table, TableError } from '../../app/bulk/table.ts';
import { toOpenDocument } from '../../app/bulk/text/text-table.ts';
import { createScratchFile, type ScratchFile } from '../scratch-file.ts';
import type { OpenTableOptions, TableInput } from '../table-format.ts';
import { readMerges } from './merges.ts';
import { readSharedStrings } from './shared-strings.ts';
import { SheetReader } from './sheet-reader.ts';
import { readWorkbook } from './workbook.ts';
import { writeWorkbookCopy } from './write/workbook-copy.ts';
import { walkXml } from './xml-events.ts';
import { openZipParts, type ZipParts } from './zip-parts.ts';

/** The header may stand below a title and a few blank rows. */
const headRows = 20;

export async function openXlsxTable(
  input: TableInput,
  options: OpenTableOptions,
  opened: AsyncDisposableStack,
): Promise<Table> {
  const from = input.path === '-' ? await putAside(input.chunks, opened) : input.path;
  const parts = await openZipParts(from, options.partBytesMax);
  opened.defer(() => parts.close());
  refuseOthers(parts);
  const workbook = await readWorkbook(parts, options.sheet);
  const name = 'xl/sharedStrings.xml';
  const texts = await readSharedStrings(parts.has(name) ? parts.read(name) : undefined);
  opened.defer(() => texts.close());
  const reader = new SheetReader(workbook, texts, await readMerges(parts, workbook.sheetPart));
  const batches = readSheet(parts.read(workbook.sheetPart), reader);
  const first: Row[] = [];
  let isOver = false;
  while (first.length < headRows && !isOver) {
    const next = await batches.next();
    if (next.done === true) isOver = true;
    else first.push(...next.value);
  }
  const sheets = { names: workbook.sheetNames, chosen: workbook.sheetName };
  const base = { format: 'xlsx', csv: spreadsheetCsv, sheets } as const;
  if (first.length === 0) {
    if (options.mayBeEmpty === true && sheets.names.length > 1)
      return { ...base, columns: [], rows: none(), sample: [] };
    throw toEmptySheet(sheets);
  }
  const looked = first.slice(0, headRows).map((row) => row.cells);
  const hasHeader = options.hasHeader ?? true;
  const place = hasHeader ? findHeader(looked, options.names) : -1;
  const head = first[place];
  const width = Math.max(...first.map((row) => row.cells.length));
  const columns =
    head === undefined ? Array.from({ length: width }, (_, index) => `column_${index + 1}`) : toNames(head.cells);

  async function* rows(): AsyncGenerator<readonly Row[]> {
    yield first.slice(place + 1).map((row) => toWidth(row, columns.length));
    for (let next = await batches.next(); next.done !== true; next = await batches.next()) {
      yield next.value.map((row) => toWidth(row, columns.length));
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

async function* readSheet(pieces: AsyncIterable<string>, reader: SheetReader): AsyncGenerator<readonly Row[]> {
  for await (const _ of walkXml(pieces, reader)) {
    const rows = reader.take();
    if (rows.length > 0) yield rows;
  }
}

/** Archives that are spreadsheets of another kind. */
function refuseOthers(parts: ZipParts): void {
  if (parts.has('xl/workbook.xml')) return;
  if (parts.has('content.xml') && parts.has('META-INF/manifest.xml')) throw toOpenDocument();
  if (parts.has('xl/workbook.bin')) {
    throw new TableError('The file is a binary workbook (.xlsb), which is not read. Save it as .xlsx or CSV.', {
      en: 'It is a binary workbook (.xlsb), which is not read. Save it as .xlsx or CSV.',
      pt: 'É uma pasta de trabalho binária (.xlsb), que não é lida. Salve-a como .xlsx ou CSV.',
    });
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

function toNames(cells: readonly string[]): string[] {
  const names = cells.map((cell) => cell.trim());
  while (names.at(-1) === '') names.pop();
  return names.map((name, index) => (name === '' ? `column_${index + 1}` : name));
}

/** What stands to the right of the last named column belongs to no column. */
function toWidth(row: Row, width: number): Row {
  const { cells } = row;
  if (cells.length === width) return row;
  return { ...row, cells: Array.from({ length: width }, (_, index) => cells[index] ?? '') };
}

/** The end of a zip has to be read first, which a stream does not allow. */
async function putAside(chunks: AsyncIterable<Uint8Array>, opened: AsyncDisposableStack): Promise<ScratchFile> {
  const file = createScratchFile();
  opened.defer(() => file.close());
  for await (const chunk of chunks) file.append(chunk);
  return file;
}
