// A look at how a table begins, before anything is asked about it: which column is which, and what is wrong with the first rows.

import type { RowFault } from '../../domain/rows/row-words.ts';
import type { Columns } from '../bulk/columns.ts';
import { findColumns, findColumnsOf } from '../bulk/columns.ts';
import { type ComparedRole, listNotCompared } from '../bulk/not-compared.ts';
import { type QuestionRules, readQuestion } from '../bulk/question.ts';
import { type Row, type Table, TableError } from '../bulk/table.ts';
import { findUnused, type UnusedColumn } from '../bulk/unused-columns.ts';
import type { Mend } from '../bulk/written-number.ts';
import { toBatchFile } from './batch-file.ts';

export interface PreviewRow {
  readonly line: number;
  readonly cells: readonly string[];
  readonly kind: 'cpf' | 'cnpj' | null;
  /** The number as it will be asked about, where it was not written so. */
  readonly number: string | null;
  readonly mended: Mend | null;
  readonly fault: RowFault | null;
}

export interface TablePreview {
  readonly format: string;
  readonly columns: readonly string[];
  readonly hasHeader: boolean;
  /** By what they are called, or as they were chosen. Without a column of numbers nothing can be asked. */
  readonly found: Columns;
  /** `notCompared` lists the facts that no answer can compare, because no column is said to hold them. */
  readonly notCompared: readonly ComparedRole[];
  /** Columns that look as if they could hold it. */
  readonly unused: readonly UnusedColumn[];
  readonly rows: readonly PreviewRow[];
  readonly faulty: readonly PreviewRow[];
  readonly counts: { readonly looked: number; readonly good: number; readonly mended: number; readonly faulty: number };
  /** Tells whether these are all rows. */
  readonly isWhole: boolean;
  /** `sheets` lists the sheets of a spreadsheet that the user can choose. */
  readonly sheets: readonly string[];
  readonly sheet: string | null;
}

export interface PreviewOrder extends Omit<QuestionRules, 'columns'> {
  /** The value is undefined if the names of the columns decide. */
  readonly columns: Columns | undefined;
  /** Tells whether the text was cut off somewhere, so that its last row is incomplete. */
  readonly isCut: boolean;
}

const rowsLooked = 5_000;
const rowsShown = 8;
const faultyShown = 20;
/** Cells and columns are shown, not kept: a hostile table has long ones. */
const cellLength = 200;
const columnsShown = 60;
const sheetsShown = 200;
export const sheetNameLength = 200;

/** Throws a TableError where it is no table at all. */
export async function previewTable(table: Table, order: PreviewOrder): Promise<TablePreview> {
  const { rows, isWhole } = await readFirst(table, order.isCut);
  const found = order.columns ?? findIfCertain(table);
  if (hasNumbers(found)) toBatchFile('', table, { columns: found, isScreened: false });
  const read = rows.map((row) => toPreview(row, found, order));
  const faulty = read.filter(({ fault }) => fault !== null);
  const mended = read.filter((row) => row.mended !== null).length;
  return {
    format: table.format,
    columns: table.columns.slice(0, columnsShown).map((name) => name.slice(0, cellLength)),
    hasHeader: table.format === 'ndjson' || table.firstRow === undefined,
    found,
    notCompared: listNotCompared(found),
    unused: findUnused(table, found, {}, order).map(({ name, role }) => ({ name: name.slice(0, cellLength), role })),
    rows: read.slice(0, rowsShown),
    faulty: faulty.slice(0, faultyShown),
    counts: { looked: read.length, good: read.length - faulty.length, mended, faulty: faulty.length },
    isWhole,
    sheets: (table.sheets?.names ?? []).filter((name) => name.length <= sheetNameLength).slice(0, sheetsShown),
    sheet: table.sheets?.chosen.slice(0, sheetNameLength) ?? null,
  };
}

export function hasNumbers({ cpf, cnpj, document }: Columns): boolean {
  return cpf !== undefined || cnpj !== undefined || document !== undefined;
}

async function readFirst(table: Table, isCut: boolean): Promise<{ rows: readonly Row[]; isWhole: boolean }> {
  const rows: Row[] = [];
  for await (const some of table.rows) {
    for (const row of some) rows.push(row);
    if (rows.length > rowsLooked) return { rows: rows.slice(0, rowsLooked), isWhole: false };
  }
  // More of it may follow, also where it ends with a line.
  if (isCut && rows.length > 1) rows.pop();
  return { rows, isWhole: !isCut };
}

/** Names that do not tell, or tell two things, leave the choice to the reader. */
function findIfCertain(table: Table): Columns {
  try {
    return findColumnsOf(table);
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    return findBesideNumbers(table.columns);
  }
}

function findBesideNumbers(names: readonly string[]): Columns {
  try {
    const { document: _, ...found } = findColumns(names, { document: '1' });
    return found;
  } catch {
    return {};
  }
}

function toPreview(row: Row, columns: Columns, { today, dateOrder }: PreviewOrder): PreviewRow {
  const cells = row.cells.length === 0 && row.text !== undefined ? [row.text] : row.cells;
  const shown = {
    line: row.line,
    cells: cells.slice(0, columnsShown).map((cell) => cell.slice(0, cellLength)),
    kind: null,
    number: null,
    mended: null,
    fault: null,
  };
  if (!hasNumbers(columns)) return { ...shown, fault: row.fault ?? null };
  const read = readQuestion(row, { columns, today, dateOrder });
  if (read.kind === 'bad') return { ...shown, fault: read.fault };
  const { question, mend } = read;
  const number = question.kind === 'cpf' ? question.cpf : question.cnpj;
  return { ...shown, kind: question.kind, number: mend === undefined ? null : number, mended: mend ?? null };
}
