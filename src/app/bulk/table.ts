// A table of rows as every reader of files gives it, and what can be wrong with a row or with the whole of it.

import type { RowFault } from '../../domain/rows/row-words.ts';
import type { Bilingual } from '../../errors.ts';

/** Each text explains one fault of a row. The report gives the row's line, and the other rows continue. */
export const rowFaults: Readonly<Record<RowFault, string>> = {
  empty_number: 'There is no CPF or CNPJ in this row.',
  two_numbers: 'The row has both a CPF and a CNPJ: say which column is meant (--cpf or --cnpj).',
  invalid_format: 'The number is not a CPF (11 digits) or CNPJ (14 characters) in any usual form.',
  invalid_check_digits: 'The check digits do not match: the number is mistyped or does not exist.',
  ambiguous_number:
    'Zeros are missing, and with them it could be a CPF as well as a CNPJ: name the column cpf or cnpj.',
  shortened_number: 'A spreadsheet has rounded the number (1.23E+10), and its digits are lost.',
  invalid_name: 'The name must have 2 to 200 characters, at least two of them letters, and no control characters.',
  invalid_date:
    'The birth date is not a day as DD/MM/YYYY, YYYY-MM-DD or a spreadsheet’s day number, from 1900 until today.',
  wrong_column_count: 'The row does not have the columns of the header: a separator or a quotation mark is wrong.',
  unclosed_quote: 'A quotation mark is opened in this line and never closed.',
  row_too_long: 'The row is longer than 1 MiB.',
  mixed_encoding: 'The line holds UTF-8 and Latin-1 at once, so that its names cannot be read with certainty.',
  invalid_json: 'The line is not one JSON object.',
  new_column: 'The row has a field that the first rows do not have, and CSV has no place for it: write NDJSON.',
  formula_without_value:
    'The cell holds a formula whose value was not saved: open the file in a spreadsheet and save it.',
  error_cell: 'The cell holds an error of the spreadsheet, such as #N/A.',
  person_erased: 'The person asked to be erased: what the row held and what was answered is gone.',
  merged_cell: 'The cell is merged with the one above, so that it is not certain whose value it is: unmerge it.',
};

export interface Row {
  /** Where it begins, counted from 1 with the header; of a spreadsheet, its row. */
  readonly line: number;
  /** One for each column, empty where there is nothing; of a spreadsheet and of CSV, up to the last one that is written. */
  readonly cells: readonly string[];
  /** As it was written, without the end of its line; undefined where the file is not text. */
  readonly text: string | undefined;
  /** Set where it cannot be read. */
  readonly fault: RowFault | undefined;
  /** Cells that are numbers with a fraction, by their place; they have a point. Only where the file says which are. */
  readonly decimals?: readonly number[] | undefined;
  /** Cells that cannot be read, by their place; the row is fine where they are not needed. */
  readonly cellFaults?: ReadonlyMap<number, RowFault> | undefined;
}

/** This style defines how CSV from a table is written. */
export interface CsvStyle {
  readonly delimiter: string;
  readonly lineBreak: string;
  /** Tells whether the text begins with the UTF-8 mark by which spreadsheets recognize it. */
  readonly hasMark: boolean;
  /** Tells whether rows are already CSV text with that delimiter, so that they can pass unchanged. */
  readonly isSame: boolean;
  /** Tells whether the cells are texts that would become formulas on the way through CSV. */
  readonly guardsText: boolean;
}

/** The copy of a file receives these cells after the row in that line. */
export interface AddedCells {
  readonly line: number;
  readonly values: readonly (string | number | boolean | null)[];
}

export interface Table {
  /** The name of its format. */
  readonly format: string;
  /** The names as they are written; `column_1` and so on where the file has no header. */
  readonly columns: readonly string[];
  readonly rows: AsyncIterable<readonly Row[]>;
  /** The value is the first row if the file has no header. */
  readonly firstRow?: readonly string[] | undefined;
  /** The line of the header, where it is not the first one. */
  readonly headerLine?: number | undefined;
  /** The cells of the first rows, for a look at them; they are in `rows`, too. */
  readonly sample: readonly (readonly string[])[];
  readonly csv: CsvStyle;
  /** `sheets` belongs to a spreadsheet. It lists the visible sheets and names the chosen one. */
  readonly sheets?: { readonly names: readonly string[]; readonly chosen: string };
  /** Once all rows were read: a copy of the file at `path` with more columns. Only of formats that can be copied. */
  writeCopy?(path: string, columns: readonly string[], added: AsyncIterable<AddedCells>): Promise<void>;
}

/** Spreadsheets in Brazil open CSV with semicolons, and tell UTF-8 by its mark. */
export const spreadsheetCsv: CsvStyle = {
  delimiter: ';',
  lineBreak: '\r\n',
  hasMark: true,
  isSame: false,
  guardsText: true,
};
export const plainCsv: CsvStyle = {
  delimiter: ',',
  lineBreak: '\n',
  hasMark: false,
  isSame: false,
  guardsText: false,
};

/** As CSV with semicolons has them, where a point is no decimal mark. */
export function withDecimalCommas({ cells, decimals }: Row): readonly string[] {
  if (decimals === undefined) return cells;
  const written = [...cells];
  for (const place of decimals) if (place < written.length) written[place] = (cells[place] ?? '').replace('.', ',');
  return written;
}

/**
 * The whole cannot be read. The message says what to do about a file; `detail` says it to who sent a body, and is there for all that
 * can be wrong with one. Neither holds anything of the rows.
 */
export class TableError extends Error {
  readonly detail: Bilingual | undefined;

  /** A detail alone is the message as well. */
  constructor(message: string | Bilingual, detail = typeof message === 'string' ? undefined : message) {
    super(typeof message === 'string' ? message : message.en);
    this.name = 'TableError';
    this.detail = detail;
  }
}

/** Empty cells at the end need no place. */
export function withoutEmptyEnd(cells: readonly string[]): readonly string[] {
  return cells.at(-1) === '' ? cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1) : cells;
}

/** A row may hold little and still have a cell for each of them. */
const columnsMax = 1_000;

export function refuseManyColumns(count: number): void {
  if (count <= columnsMax) return;
  throw new TableError({
    en: `The table has more than ${columnsMax} columns. Keep those that are needed.`,
    pt: `A tabela tem mais de ${columnsMax} colunas. Deixe só as necessárias.`,
  });
}

export function toEmptyTable(): TableError {
  return new TableError('The file is empty.', { en: 'The file is empty.', pt: 'O arquivo está vazio.' });
}
