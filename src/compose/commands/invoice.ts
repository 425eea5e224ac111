// Opens a party's invoice and the usage of this installation, so that both can be compared.

import { TableError } from '../../app/bulk/table.ts';
import {
  addSide,
  type Billed,
  type ComparedLine,
  compareInvoice,
  readDailyCosts,
} from '../../app/usage/invoice/compare-invoice.ts';
import { listHeaderNames } from '../../app/usage/invoice/invoice-columns.ts';
import { type Invoice, type InvoiceRules, readInvoice } from '../../app/usage/invoice/read-invoice.ts';
import type { DayRange } from '../../app/usage/ports.ts';
import { countPossibleCalls } from '../../app/usage/possibly-billed.ts';
import { openInput } from '../../bulk/input.ts';
import { openTable } from '../../bulk/table-formats.ts';
import { systemClock } from '../../clock.ts';
import type { Config } from '../../config.ts';
import { toBrazilDay, toNextDay, toNextMonth } from '../../domain/dates/calendar.ts';
import { OperatorError } from '../../errors.ts';
import { openStores } from '../parts/stores.ts';
import { findOpenIntents } from './audit/open-intents.ts';
import { loadPrices } from './sources.ts';

export interface InvoiceOrder extends Omit<InvoiceRules, 'today'> {
  readonly file: string;
  readonly source: string | undefined;
  /** The value is undefined if the invoice tells the month. */
  readonly days: DayRange | undefined;
  readonly sheet: string | undefined;
  readonly delimiter: string | undefined;
}

export interface InvoiceComparison extends Pick<Invoice, 'columns' | 'unread' | 'leftOut'> {
  readonly source: string;
  readonly days: DayRange;
  readonly lines: readonly ComparedLine[];
  readonly totals: Readonly<Record<'invoice' | 'usage', Pick<Billed, 'calls' | 'cost'>>>;
  /** Tells whether the source has a price on every day with calls. */
  readonly hasPrices: boolean;
  /** Counts the calls of verifications that began and were never recorded: usage does not have them. */
  readonly possiblyBilled: number;
}

export async function compareWithUsage(config: Config, order: InvoiceOrder): Promise<InvoiceComparison> {
  const invoice = await openInvoice(order);
  const days = order.days ?? toMonth(invoice);
  const inside = invoice.billed.filter(({ day }) => day >= days.from && day < days.before);
  if (inside.length < invoice.billed.length) {
    throw new OperatorError(
      `The invoice has days outside of ${showDays(days)}. Give --from and --to, such as its first and its last day.`,
    );
  }
  await using stores = await openStores(config, systemClock);
  const prices = await loadPrices(config.file?.path);
  const source = order.source ?? findOnlySource(await stores.usage.listCalls(days));
  const known = new Set([...prices.keys(), ...(await stores.usage.listCalls(days)).map((each) => each.source)]);
  if (!known.has(source)) {
    throw new OperatorError(
      `No source ${source} was called from ${showDays(days)}. Called or priced: ${[...known].join(', ') || 'none'}.`,
    );
  }
  const usage = await readDailyCosts(stores.usage, { source, lists: prices.get(source) ?? [], days });
  const intents = await findOpenIntents(config, stores.secret);
  const ofDays = intents.filter(({ atMs }) => toBrazilDay(atMs) >= days.from && toBrazilDay(atMs) < days.before);
  const possible = countPossibleCalls(ofDays, { month: '' }).filter((each) => each.source === source);
  const lines = compareInvoice(inside, usage);
  return {
    ...{ source, days, columns: invoice.columns, unread: invoice.unread, leftOut: invoice.leftOut },
    lines,
    totals: { invoice: addSide(lines, 'invoice'), usage: addSide(lines, 'usage') },
    hasPrices: usage.every(({ cost }) => cost !== null),
    possiblyBilled: possible.reduce((sum, { count }) => sum + count, 0),
  };
}

async function openInvoice(order: InvoiceOrder): Promise<Invoice> {
  try {
    return await readTable(order);
  } catch (error) {
    throw error instanceof TableError ? new OperatorError(`${order.file}: ${error.message}`) : error;
  }
}

async function readTable({ file, sheet, delimiter, ...rules }: InvoiceOrder): Promise<Invoice> {
  await using opened = new AsyncDisposableStack();
  const names = listHeaderNames(rules.choices);
  const input = await openInput(file);
  const table = await openTable(input, { sheet, hasHeader: undefined, names, text: { delimiter } }, opened);
  return await readInvoice(table, { ...rules, today: toBrazilDay(systemClock.nowMs()) });
}

/** Takes the month of the invoice. One that begins in the middle of a month has its days told. */
function toMonth({ billed, unread }: Invoice): DayRange {
  const months = [...new Set(billed.map(({ day }) => day.slice(0, 7)))].sort();
  const [month] = months;
  if (month === undefined) {
    const [first] = unread;
    const why = first === undefined ? '' : ` Line ${first.line}: ${first.problem}.`;
    throw new OperatorError(`No row of the invoice could be read.${why}`);
  }
  if (months.length > 1) {
    throw new OperatorError(
      `The invoice has days of ${months.join(', ')}. Give its first and its last day: --from ${month}-21 --to ${months.at(-1)}-20`,
    );
  }
  return { from: `${month}-01`, before: `${toNextMonth(month)}-01` };
}

function findOnlySource(calls: readonly { readonly source: string }[]): string {
  const sources = [...new Set(calls.map(({ source }) => source))].sort();
  const [only] = sources;
  if (only !== undefined && sources.length === 1) return only;
  const found = only === undefined ? 'No source was called in these days.' : `Called were ${sources.join(', ')}.`;
  throw new OperatorError(`Say whose invoice it is: --source NAME. ${found}`);
}

/** Such as `2026-11-01 to 2026-11-30`. */
export function showDays({ from, before }: DayRange): string {
  let last = from;
  while (toNextDay(last) < before) last = toNextDay(last);
  return `${from} to ${last}`;
}
