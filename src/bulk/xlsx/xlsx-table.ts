// A spreadsheet as a table: one sheet of it, read in a stream. Values are those that were saved with it, formulas' results included;
// dates become days; what a merged cell hides is said, and not guessed.

import { hasKnownName } from '../../app/bulk/columns.ts';
import { type Row, type RowFault, type Table, TableError } from '../../app/bulk/table.ts';
import { fromDayNumber } from '../../app/bulk/written-date.ts';
import { createScratchFile, type ScratchFile } from '../scratch-file.ts';
import { readSharedStrings, type SharedStrings } from './shared-strings.ts';
import { readWorkbook, type Workbook } from './workbook.ts';
import { readXml, walkXml, type XmlHandler } from './xml-events.ts';
import { openZipParts, type ZipParts } from './zip-parts.ts';

interface XlsxInput {
  readonly path: string;
  readonly chunks: AsyncIterable<Uint8Array>;
}

interface XlsxOptions {
  readonly sheet: string | undefined;
  readonly hasHeader: boolean | undefined;
  /** Who looks at a workbook of several sheets may come upon an empty one, and choose another. */
  readonly mayBeEmpty?: boolean;
  /** What one part of the file may unpack to, where it is less than what a run by hand may have. */
  readonly partBytesMax?: number;
}

/** The header may stand below a title and a few blank rows. */
const headRows = 20;
const columnsMax = 16_384;
/** Of days from 1904 against those from 1900. */
const daysTo1904 = 1462;

export async function openXlsxTable(
  input: XlsxInput,
  options: XlsxOptions,
  opened: AsyncDisposableStack,
): Promise<Table> {
  const from = input.path === '-' ? await putAside(input.chunks, opened) : input.path;
  const parts = await openZipParts(from, options.partBytesMax);
  opened.defer(() => parts.close());
  const workbook = await readWorkbook(parts, options.sheet);
  const name = 'xl/sharedStrings.xml';
  const texts = await readSharedStrings(parts.has(name) ? parts.read(name) : undefined);
  opened.defer(() => texts.close());
  const merged = await readMerges(parts, workbook.sheetPart);
  const batches = readSheet(parts, workbook, texts, merged)[Symbol.asyncIterator]();
  const first: Row[] = [];
  let isOver = false;
  while (first.length < headRows && !isOver) {
    const next = await batches.next();
    if (next.done === true) isOver = true;
    else first.push(...next.value);
  }
  const sheets = { names: workbook.sheetNames, chosen: workbook.sheetName };
  if (first.length === 0) {
    if (options.mayBeEmpty === true && sheets.names.length > 1)
      return { format: 'xlsx', columns: [], rows: none(), sheets };
    throw new TableError('The sheet is empty. Another one is chosen by --sheet.', {
      en: 'The sheet of the spreadsheet is empty.',
      pt: 'A aba da planilha está vazia.',
    });
  }
  const known = first.slice(0, headRows).findIndex((row) => hasKnownName(row.cells));
  const hasHeader = options.hasHeader ?? true;
  const head = hasHeader ? first[Math.max(0, known)] : undefined;
  const width = Math.max(...first.map((row) => row.cells.length));
  const columns =
    head === undefined ? Array.from({ length: width }, (_, index) => `column_${index + 1}`) : toNames(head.cells);

  async function* rows(): AsyncGenerator<readonly Row[]> {
    const start = head === undefined ? 0 : first.indexOf(head) + 1;
    yield first.slice(start).map((row) => toWidth(row, columns.length));
    for (let next = await batches.next(); next.done !== true; next = await batches.next()) {
      yield next.value.map((row) => toWidth(row, columns.length));
    }
  }
  return { format: 'xlsx', columns, rows: rows(), firstRow: hasHeader ? undefined : first[0]?.cells, sheets };
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

interface Merge {
  readonly firstRow: number;
  readonly lastRow: number;
  readonly firstColumn: number;
  readonly lastColumn: number;
}

const mergesMax = 1_000_000;

/** They stand behind the rows, so that the sheet is gone through once before. Only those over several rows leave a row without its value. */
async function readMerges(parts: ZipParts, part: string): Promise<readonly Merge[]> {
  const merges: Merge[] = [];
  await readXml(parts.read(part), {
    open(name, attributes) {
      if (name !== 'mergeCell') return;
      const [from = '', to = from] = (attributes()['ref'] ?? '').split(':');
      const merge = {
        firstRow: rowOf(from),
        lastRow: rowOf(to),
        firstColumn: columnOf(from),
        lastColumn: columnOf(to),
      };
      if (merge.lastRow > merge.firstRow) merges.push(merge);
      if (merges.length > mergesMax) {
        throw new TableError('The sheet has too many merged cells. Unmerge them.', {
          en: 'The sheet has too many merged cells. Unmerge them.',
          pt: 'A planilha tem células mescladas demais. Desfaça as mesclagens.',
        });
      }
    },
    text: () => {},
    close: () => {},
  });
  return merges.sort((one, other) => one.firstRow - other.firstRow);
}

async function* readSheet(
  parts: ZipParts,
  workbook: Workbook,
  texts: SharedStrings,
  merges: readonly Merge[],
): AsyncGenerator<readonly Row[]> {
  const reader = new SheetReader(workbook, texts, merges);
  for await (const _ of walkXml(parts.read(workbook.sheetPart), reader)) {
    const rows = reader.take();
    if (rows.length > 0) yield rows;
  }
}

class SheetReader implements XmlHandler {
  readonly #workbook: Workbook;
  readonly #texts: SharedStrings;
  readonly #merges: readonly Merge[];
  #rows: Row[] = [];
  #line = 0;
  #cells: string[] = [];
  #faults: Map<number, RowFault> | undefined;
  #column = 0;
  #type = '';
  #style = 0;
  #hasFormula = false;
  #value: string | undefined;
  #isReading = false;
  #isPhonetic = false;
  /** Merges that reach into the rows to come. */
  #nextMerge = 0;
  #open: Merge[] = [];

  constructor(workbook: Workbook, texts: SharedStrings, merges: readonly Merge[]) {
    this.#workbook = workbook;
    this.#texts = texts;
    this.#merges = merges;
  }

  take(): Row[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  open(name: string, attributes: () => Readonly<Record<string, string>>): void {
    if (name === 'row') {
      this.#line = Number(attributes()['r'] ?? this.#line + 1);
      this.#cells = [];
      this.#faults = undefined;
      this.#column = -1;
    } else if (name === 'c') {
      const { r, t = 'n', s = '0' } = attributes();
      this.#column = r === undefined ? this.#column + 1 : columnOf(r);
      if (this.#column >= columnsMax) {
        throw new TableError('The sheet has too many columns.', {
          en: 'The sheet has too many columns.',
          pt: 'A planilha tem colunas demais.',
        });
      }
      this.#type = t;
      this.#style = Number(s);
      this.#hasFormula = false;
      this.#value = undefined;
    } else if (name === 'f') {
      this.#hasFormula = true;
    } else if (name === 'rPh') {
      this.#isPhonetic = true;
    } else if ((name === 'v' || name === 't') && !this.#isPhonetic) {
      this.#isReading = true;
      this.#value ??= '';
    }
  }

  text(text: string): void {
    if (this.#isReading) this.#value += text;
  }

  close(name: string): void {
    if (name === 'v' || name === 't') this.#isReading = false;
    else if (name === 'rPh') this.#isPhonetic = false;
    else if (name === 'c') this.#closeCell();
    else if (name === 'row') this.#closeRow();
  }

  #closeCell(): void {
    const value = this.#value;
    if (value === undefined || value === '') {
      if (this.#hasFormula && value === undefined) this.#note('formula_without_value');
      return;
    }
    while (this.#cells.length < this.#column) this.#cells.push('');
    this.#cells[this.#column] = this.#toText(value);
    if (this.#type === 'e') this.#note('error_cell');
  }

  #toText(value: string): string {
    if (this.#type === 's') return this.#texts.get(Number(value));
    if (this.#type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
    if (this.#type !== 'n') return value;
    const number = Number(value);
    if (Number.isFinite(number) && this.#workbook.isDateStyle(this.#style)) {
      return number < 0 || number > 2_958_465
        ? value
        : fromDayNumber(number + (this.#workbook.isFrom1904 ? daysTo1904 : 0));
    }
    // Spreadsheets may save a whole number as 1.2345678909E10.
    return Number.isSafeInteger(number) ? String(number) : value;
  }

  #closeRow(): void {
    while (
      this.#merges[this.#nextMerge] !== undefined &&
      (this.#merges[this.#nextMerge] as Merge).firstRow < this.#line
    ) {
      this.#open.push(this.#merges[this.#nextMerge++] as Merge);
    }
    if (this.#open.length > 0) this.#noteMerged();
    if (this.#cells.every((cell) => cell === '')) return;
    this.#rows.push({
      line: this.#line,
      cells: this.#cells,
      text: undefined,
      fault: undefined,
      cellFaults: this.#faults,
    });
  }

  #noteMerged(): void {
    this.#open = this.#open.filter((merge) => merge.lastRow >= this.#line);
    for (const { firstColumn, lastColumn } of this.#open) {
      for (let column = firstColumn; column <= lastColumn; column++) this.#note('merged_cell', column);
    }
  }

  #note(fault: RowFault, column = this.#column): void {
    this.#faults ??= new Map();
    this.#faults.set(column, fault);
  }
}

/** `BC12` is column 54, counted from 0. */
function columnOf(reference: string): number {
  let column = 0;
  for (let at = 0; at < reference.length; at++) {
    const code = reference.charCodeAt(at) & ~32;
    if (code < 65 || code > 90) break;
    column = column * 26 + code - 64;
  }
  return column - 1;
}

function rowOf(reference: string): number {
  return Number(/\d+$/.exec(reference)?.[0] ?? 0);
}
