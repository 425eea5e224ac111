// What is written: every column of the input as it was, and behind them the answer. CSV with more columns, NDJSON with one more
// field, or the cells to be added to a copy of the file, one line of JSON a row. A row without an answer says why in its place.

import { toCsvCell, toPlainText } from '../../../domain/rows/csv-cell.ts';
import type { Columns } from '../columns.ts';
import { type CsvStyle, type Row, rowFaults, type Table, TableError, withDecimalCommas } from '../table.ts';
import {
  type AddedBy,
  type Asks,
  createAddedCells,
  freeColumns,
  outcomeNames,
  toAddedNames,
  toAnswerColumns,
  toKnown,
  type Value,
} from './added-columns.ts';
import type { Outcome } from './outcome.ts';

export const resultFormats = ['csv', 'ndjson', 'xlsx'] as const;
export type ResultFormat = (typeof resultFormats)[number];

const ndjsonField = 'confere';

export interface ResultRules extends AddedBy {
  readonly format: ResultFormat;
  readonly columns: readonly string[];
  readonly csv: CsvStyle;
  readonly isNdjson: boolean;
}

export interface ResultWriter {
  readonly head: string;
  row(row: Row, outcome: Outcome): string;
}

/** Throws a TableError where the file holds results already, or cannot be copied. */
export function toResultRules(
  table: Table,
  found: Columns,
  { format, asks }: { readonly format: ResultFormat; readonly asks: Asks },
): ResultRules {
  const taken = table.columns.find((name) =>
    format === 'ndjson' ? name === ndjsonField : name.startsWith('confere_'),
  );
  if (taken !== undefined) {
    throw new TableError(
      `The file has a column ${taken} already, of an earlier run. Verify the original, or remove it.`,
      {
        en: 'The file has columns of an earlier result (`confere_…`). Send the original, or remove them.',
        pt: 'O arquivo já tem colunas de um resultado anterior (`confere_…`). Envie o original, ou remova-as.',
      },
    );
  }
  if (format === 'xlsx' && table.writeCopy === undefined) {
    throw new TableError(
      'Results are written as XLSX where the table is a spreadsheet. Give --out a name that ends in .csv or .ndjson.',
    );
  }
  return { format, columns: table.columns, found, asks, csv: table.csv, isNdjson: table.format === 'ndjson' };
}

export function createResultWriter(rules: ResultRules): ResultWriter {
  if (rules.format === 'xlsx') {
    const toAdded = createAddedCells(rules);
    return { head: '', row: (row, outcome) => `${JSON.stringify(toAdded(row, outcome))}\n` };
  }
  return rules.format === 'csv' ? createCsvWriter(rules) : createNdjsonWriter(rules);
}

function createCsvWriter(rules: ResultRules): ResultWriter {
  const { columns, csv } = rules;
  const { delimiter, lineBreak, hasMark, isSame, guardsText } = csv;
  const isTelling = /[\w :.-]/.test(delimiter);
  const reads = Object.entries(toAnswerColumns(rules)).map(([name, read]) => ({
    read,
    isFree: isTelling || freeColumns.has(name),
  }));
  const noAnswer = delimiter.repeat(reads.length + 1);
  const cell = (value: Value, isFree: boolean): string => {
    if (value === null || value === undefined) return '';
    return isFree && typeof value === 'string' ? toCsvCell(value, delimiter) : String(value);
  };
  const names = [...columns, ...toAddedNames(rules)];

  function toInput(row: Row): string {
    const { text } = row;
    const cells = delimiter === ';' ? withDecimalCommas(row) : row.cells;
    const missing = columns.length - cells.length;
    if (row.fault !== undefined && text !== undefined && cells.length !== columns.length) {
      // What cannot be taken apart stays whole in the first cell.
      return toCsvCell(text, delimiter) + delimiter.repeat(columns.length - 1);
    }
    if (isSame && text !== undefined && missing >= 0) return missing === 0 ? text : text + delimiter.repeat(missing);
    let input = '';
    for (let index = 0; index < columns.length; index++) {
      if (index > 0) input += delimiter;
      const cell = cells[index] ?? '';
      input += toCsvCell(guardsText ? toPlainText(cell) : cell, delimiter);
    }
    return input;
  }

  return {
    head: `${hasMark ? '\ufeff' : ''}${names.map((name) => toCsvCell(name, delimiter)).join(delimiter)}${lineBreak}`,
    row(row, outcome) {
      let line = toInput(row) + delimiter + row.line + delimiter + outcomeNames[outcome.kind] + delimiter;
      if (outcome.kind === 'bad') return line + outcome.fault + delimiter + noAnswer + lineBreak;
      line += (outcome.kind === 'failed' ? outcome.code : '') + delimiter + (outcome.mend ?? '');
      const body = toKnown(outcome);
      for (const { read, isFree } of reads) line += delimiter + cell(read(body), isFree);
      return line + delimiter + cell(body.request_id, isTelling) + lineBreak;
    },
  };
}

function createNdjsonWriter({ columns, isNdjson }: ResultRules): ResultWriter {
  function toInput(row: Row): string {
    if (isNdjson && row.text !== undefined && row.fault !== 'invalid_json') return row.text;
    if (row.cells.length === 0) return JSON.stringify({ text: row.text ?? '' });
    return JSON.stringify(Object.fromEntries(columns.map((name, index) => [name, row.cells[index] ?? ''])));
  }

  return {
    head: '',
    row(row, outcome) {
      const input = toInput(row);
      const open = input.slice(0, input.lastIndexOf('}')).trimEnd();
      return `${open}${open.endsWith('{') ? '' : ','}"${ndjsonField}":${JSON.stringify(toField(row, outcome))}}\n`;
    },
  };
}

function toField({ line }: Row, outcome: Outcome): object {
  const start = { line, outcome: outcomeNames[outcome.kind] };
  if (outcome.kind === 'bad') return { ...start, problem: outcome.fault, detail: rowFaults[outcome.fault] };
  const mended = outcome.mend === undefined ? {} : { mended: outcome.mend };
  if (outcome.kind === 'answered') return { ...start, ...mended, answer: outcome.body };
  const { code, detail, screening } = outcome;
  return { ...start, problem: code, detail, ...mended, ...(screening && { screening }) };
}
