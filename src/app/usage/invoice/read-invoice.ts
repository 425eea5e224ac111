// Reads the rows of a party's invoice: calls and reais by day and outcome. What a row holds beside these is not looked at.

import { toBrazilDay } from '../../../domain/dates/calendar.ts';
import { foldText } from '../../../domain/names/name-text.ts';
import { rowFaults, type Table, TableError } from '../../bulk/table.ts';
import { readBirthDate } from '../../bulk/written-date.ts';
import type { Billed } from './compare-invoice.ts';
import { findInvoiceColumns, type InvoiceChoices, type InvoiceColumns } from './invoice-columns.ts';
import { createFindMeaning, type InvoiceMeaning } from './invoice-words.ts';
import { type DecimalSign, findDecimalSign, readAmount } from './written-amount.ts';

export interface InvoiceRules {
  readonly choices: InvoiceChoices;
  /** The operator explained these words of the column of outcomes. */
  readonly words: ReadonlyMap<string, InvoiceMeaning>;
  /** The value is undefined if the column tells it. */
  readonly decimal: Exclude<DecimalSign, 'unknown'> | undefined;
  readonly today: string;
}

export interface Invoice {
  /** The names of the columns that were read. */
  readonly columns: Readonly<Partial<Record<keyof InvoiceColumns, string>>>;
  readonly billed: readonly Billed[];
  /** Rows that could not be read, each with its line and the reason. */
  readonly unread: readonly { readonly line: number; readonly problem: string }[];
  /** Lines of totals and texts, and lines that are about no call. */
  readonly leftOut: readonly number[];
}

interface Cells {
  readonly line: number;
  readonly day: string;
  readonly outcome: string;
  readonly calls: string;
  readonly amount: string;
  readonly unit_price: string;
  /** Tells whether the row bills nothing: a total, a title, a line of text below the table. */
  readonly isBeside: boolean;
  readonly problem: string | undefined;
}

/** Somebody's report of a month has fewer, and all of them are held for a look at their amounts. */
const rowsMax = 2_000_000;

/** Throws a TableError that says what to do where the whole cannot be understood. */
export async function readInvoice(table: Pick<Table, 'columns' | 'rows'>, rules: InvoiceRules): Promise<Invoice> {
  const columns = findInvoiceColumns(table.columns, rules.choices);
  const rows = await collect(table, columns);
  const findMeaning = createFindMeaning(rules.words);
  if (columns.outcome !== undefined) refuseUnknownWords(rows, findMeaning);
  const signs = {
    amount: toSign(rows, 'amount', rules),
    unit_price: toSign(rows, 'unit_price', rules),
  };
  const billed = new Map<string, Billed>();
  const unread: { line: number; problem: string }[] = [];
  const leftOut: number[] = [];
  for (const row of rows) {
    const meaning = columns.outcome === undefined ? null : findMeaning(row.outcome);
    if (row.isBeside || meaning === 'none') {
      leftOut.push(row.line);
      continue;
    }
    const read = readRow(row, { columns, signs, today: rules.today });
    if (typeof read === 'string' || meaning === undefined) {
      unread.push({ line: row.line, problem: typeof read === 'string' ? read : 'it has no outcome' });
      continue;
    }
    const name = `${read.day} ${meaning}`;
    const before = billed.get(name) ?? { day: read.day, outcome: meaning, calls: 0, cost: 0n };
    const cost = read.cost === null || before.cost === null ? null : before.cost + read.cost;
    billed.set(name, { ...before, calls: before.calls + read.calls, cost });
  }
  const named = Object.entries(columns).map(([role, place]) => [role, table.columns[place] ?? '']);
  return { columns: Object.fromEntries(named), billed: [...billed.values()], unread, leftOut };
}

async function collect({ rows: batches }: Pick<Table, 'rows'>, columns: InvoiceColumns): Promise<readonly Cells[]> {
  const rows: Cells[] = [];
  const cell = (cells: readonly string[], place: number | undefined) =>
    place === undefined ? '' : (cells[place] ?? '').trim();
  const { calls, amount, unit_price } = columns;
  const named = [calls, amount, unit_price].filter((place) => place !== undefined);
  const billing = named.length === 0 ? [columns.day] : named;
  for await (const batch of batches) {
    for (const { line, cells, fault, cellFaults } of batch) {
      if (cells.every((each) => each.trim() === '') && fault === undefined) continue;
      const faulty =
        fault ??
        Object.values(columns)
          .map((place) => cellFaults?.get(place))
          .find((each) => each);
      const day = cell(cells, columns.day);
      rows.push({
        line,
        day,
        outcome: cell(cells, columns.outcome),
        calls: cell(cells, columns.calls),
        amount: cell(cells, columns.amount),
        unit_price: cell(cells, columns.unit_price),
        isBeside: (fault === undefined && billing.every((place) => cell(cells, place) === '')) || isTotal(day, cells),
        problem: faulty && rowFaults[faulty],
      });
      if (rows.length > rowsMax) throw new TableError(`The invoice has more than ${rowsMax} rows. Split it by day.`);
    }
  }
  return rows;
}

function isTotal(day: string, cells: readonly string[]): boolean {
  return !/\d/.test(day) && cells.some((each) => /^(?:SUB ?)?TOTAL\b/.test(foldText(each)));
}

const wordsShown = 20;

/** A word that is not understood would make all of its lines differ. */
function refuseUnknownWords(rows: readonly Cells[], findMeaning: ReturnType<typeof createFindMeaning>): void {
  const unknown = new Set(
    rows.flatMap(({ outcome, isBeside }) => (isBeside || outcome === '' || findMeaning(outcome) ? [] : [outcome])),
  );
  if (unknown.size === 0) return;
  if (unknown.size > wordsShown) {
    throw new TableError(
      `The column of outcomes holds ${unknown.size} different texts, and seems to be another one. Name the right one: --outcome, or: --outcome none`,
    );
  }
  const [first = ''] = unknown;
  const words = [...unknown].map((word) => `"${word.slice(0, 40)}"`).join(', ');
  throw new TableError(
    `Confere does not know what the party means by ${words}. Say it for each word, such as: --word "${first.slice(0, 40)}=answered"`,
  );
}

function toSign(rows: readonly Cells[], role: 'amount' | 'unit_price', { decimal }: InvoiceRules) {
  const sign = decimal ?? findDecimalSign(rows.flatMap((row) => (row[role] === '' ? [] : [row[role]])));
  if (sign !== 'unknown') return sign;
  throw new TableError(
    'The amounts have three digits behind a point, which could be thousands as well as thousandths. Say it: --decimal comma or --decimal point',
  );
}

interface RowRules {
  readonly columns: InvoiceColumns;
  readonly signs: Readonly<Record<'amount' | 'unit_price', Exclude<DecimalSign, 'unknown'>>>;
  readonly today: string;
}

/** Returns what a row bills, or why it cannot be read. */
function readRow(row: Cells, { columns, signs, today }: RowRules): Omit<Billed, 'outcome'> | string {
  if (row.problem !== undefined) return row.problem;
  const day = readDay(row.day, today);
  if (day === undefined) return row.day === '' ? 'it has no day' : 'its day is none, or lies in the future';
  const calls = columns.calls === undefined ? 1 : readCalls(row.calls);
  if (calls === undefined) return 'its number of calls is no whole number';
  if (columns.amount !== undefined) {
    const cost = readAmount(row.amount, signs.amount);
    return cost === undefined ? 'its amount is none' : { day, calls, cost };
  }
  if (columns.unit_price === undefined) return { day, calls, cost: null };
  const each = readAmount(row.unit_price, signs.unit_price);
  return each === undefined ? 'its unit price is none' : { day, calls, cost: each * BigInt(calls) };
}

/** A moment with its zone is a moment in Brazil; any other is taken as it stands. */
function readDay(cell: string, today: string): string | undefined {
  const isZoned = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}.*(?:Z|[+-]\d{2}:?\d{2})$/.test(cell);
  const moment = isZoned ? Date.parse(cell) : Number.NaN;
  return Number.isNaN(moment) ? readBirthDate(cell.replace(', ', ' '), today) : toBrazilDay(moment);
}

/** Spreadsheets may write 1200 as `1200.0` or `1.200`. */
function readCalls(cell: string): number | undefined {
  const text = cell.replace(/[.,]0+$/, '').replace(/(?<=\d)[.,\s](?=\d{3}(?!\d))/g, '');
  return /^-?\d{1,9}$/.test(text) ? Number(text) : undefined;
}
