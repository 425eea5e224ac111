// From the XML of a sheet to rows: cells as the texts that they mean, and which of them cannot be read.

import { type Row, TableError } from '../../app/bulk/table.ts';
import type { RowFault } from '../../domain/rows/row-words.ts';
import type { XmlHandler } from '../../xml-stream.ts';
import { columnOf } from './cell-reference.ts';
import { rowTextMax, toCellText } from './cell-text.ts';
import type { Merge } from './merges.ts';
import type { SharedStrings } from './shared-strings.ts';
import type { Workbook } from './workbook.ts';
import type { ZipParts } from './zip-parts.ts';

const columnsMax = 16_384;
const linesMax = 1_048_576;
/** An empty cell takes its place as well, wherever rows are kept. */
const charactersPerCell = 3;

export class SheetReader implements XmlHandler {
  readonly #workbook: Workbook;
  readonly #texts: SharedStrings;
  readonly #merges: readonly Merge[];
  readonly #bounds: Pick<ZipParts, 'refuseMoreText'>;
  /** The reader drops cells to the right of these columns. */
  #columnsKept = columnsMax;
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
  #decimals: number[] | undefined;
  #columnCount = 0;
  /** `#rowCharacters` counts the characters of this row, and `#characters` counts all that were kept or noted. */
  #rowCharacters = 0;
  #characters = 0;
  #isPhonetic = false;
  /** Merges that reach into the rows to come. */
  #nextMerge = 0;
  #open: Merge[] = [];

  constructor(
    workbook: Workbook,
    texts: SharedStrings,
    merges: readonly Merge[],
    bounds: Pick<ZipParts, 'refuseMoreText'>,
  ) {
    this.#bounds = bounds;
    this.#workbook = workbook;
    this.#texts = texts;
    this.#merges = merges;
  }

  /** Limits the columns of the rows to come. */
  keepColumns(count: number): void {
    this.#columnsKept = count;
  }

  /** Up to the last cell that holds something, of all rows so far. */
  get columnCount(): number {
    return this.#columnCount;
  }

  take(): Row[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  open(name: string, attributes: () => Readonly<Record<string, string>>): void {
    if (name === 'row') {
      const line = Number(attributes()['r'] ?? this.#line + 1);
      if (!Number.isInteger(line) || line < Math.max(1, this.#line) || line > linesMax) throw toMisplaced();
      this.#line = line;
      this.#cells = [];
      this.#rowCharacters = 0;
      this.#faults = undefined;
      this.#decimals = undefined;
      this.#column = -1;
    } else if (name === 'c') {
      const { r, t = 'n', s = '0' } = attributes();
      this.#column = r === undefined ? this.#column + 1 : columnOf(r);
      if (this.#column < 0 || this.#column >= columnsMax) throw toMisplaced();
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
    if (!this.#isReading || this.#value === undefined) return;
    if (this.#value.length > rowTextMax) this.#rowCharacters += text.length;
    else this.#value += text;
  }

  close(name: string): void {
    if (name === 'v' || name === 't') this.#isReading = false;
    else if (name === 'rPh') this.#isPhonetic = false;
    else if (name === 'c') this.#closeCell();
    else if (name === 'row') this.#closeRow();
  }

  #closeCell(): void {
    const value = this.#value ?? '';
    if (value !== '' || this.#hasFormula) this.#columnCount = Math.max(this.#columnCount, this.#column + 1);
    if (value === '') {
      // An empty text is a value that a formula may have; programs that do not calculate leave an empty number.
      if (this.#hasFormula && this.#type !== 'str') this.#note('formula_without_value');
      return;
    }
    if (this.#column >= this.#columnsKept) return;
    const text = this.#toText(value);
    const characters = text.length + charactersPerCell * Math.max(1, this.#column - this.#cells.length);
    this.#rowCharacters += characters;
    this.#refuseMore(characters);
    if (this.#rowCharacters > rowTextMax) return;
    while (this.#cells.length < this.#column) this.#cells.push('');
    this.#cells[this.#column] = text;
    if (this.#type === 'e') this.#note('error_cell');
  }

  #toText(value: string): string {
    if (this.#type === 's') {
      const text = this.#texts.get(Number(value));
      if (text === undefined) throw toMisplaced();
      return text;
    }
    if (this.#type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
    if (this.#type !== 'n') return value;
    const number = Number(value);
    const form = this.#workbook.formOf(this.#style);
    const text = Number.isFinite(number) ? toCellText(number, form, this.#workbook.isFrom1904) : undefined;
    if (text === undefined) return value;
    if (form === 'number' && !Number.isSafeInteger(number)) {
      this.#decimals ??= [];
      this.#decimals.push(this.#column);
    }
    return text;
  }

  /** Refuses text beyond the limit before the reader keeps it. Many cells may repeat a short text, and a merge may cover all of them. */
  #refuseMore(characters: number): void {
    this.#characters += characters;
    this.#bounds.refuseMoreText(this.#characters);
  }

  #closeRow(): void {
    const isTooLong = this.#rowCharacters > rowTextMax;
    if (!isTooLong && this.#cells.every((cell) => cell === '') && !this.#hasFault('formula_without_value')) return;
    while (
      this.#merges[this.#nextMerge] !== undefined &&
      (this.#merges[this.#nextMerge] as Merge).firstRow < this.#line
    ) {
      this.#open.push(this.#merges[this.#nextMerge++] as Merge);
    }
    if (this.#open.length > 0) this.#noteMerged();
    this.#rows.push({
      line: this.#line,
      cells: isTooLong ? [] : this.#cells,
      text: undefined,
      fault: isTooLong ? 'row_too_long' : undefined,
      decimals: this.#decimals,
      cellFaults: this.#faults,
    });
  }

  #noteMerged(): void {
    this.#open = this.#open.filter((merge) => merge.lastRow >= this.#line);
    for (const { firstColumn, lastColumn } of this.#open) {
      const end = Math.min(lastColumn + 1, this.#columnsKept);
      this.#refuseMore(Math.max(1, end - firstColumn));
      for (let column = firstColumn; column < end; column++) this.#note('merged_cell', column);
    }
  }

  /** A row of nothing but formulas that were never calculated is one all the same. */
  #hasFault(wanted: RowFault): boolean {
    return this.#faults?.values().some((fault) => fault === wanted) === true;
  }

  #note(fault: RowFault, column = this.#column): void {
    this.#faults ??= new Map();
    this.#faults.set(column, fault);
  }
}

function toMisplaced(): TableError {
  return new TableError({
    en: 'The spreadsheet is damaged: it has rows or cells where none can stand, or cells whose text is missing. Save it again.',
    pt: 'A planilha está danificada: há linhas ou células onde não pode haver, ou células sem o seu texto. Salve-a de novo.',
  });
}
