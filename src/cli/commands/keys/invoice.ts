// `confere invoice compare FILE`: what a party bills beside what Confere counted, by day and outcome.

import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Billed, ComparedLine } from '../../../app/usage/invoice/compare-invoice.ts';
import { type InvoiceChoices, invoiceRoles } from '../../../app/usage/invoice/invoice-columns.ts';
import { type InvoiceMeaning, invoiceMeanings } from '../../../app/usage/invoice/invoice-words.ts';
import type { InvoiceComparison } from '../../../compose/commands/invoice.ts';
import { loadConfig } from '../../../config.ts';
import { isMonth, isRealDay, toNextDay, toNextMonth } from '../../../domain/dates/calendar.ts';
import { formatCentavos, formatMoney, formatRoundedCentavos } from '../../../domain/money/money.ts';
import { OperatorError } from '../../../errors.ts';
import { print, printJson, printTable } from '../../terminal/terminal.ts';

interface InvoiceFlags {
  readonly source?: string;
  readonly month?: string;
  readonly from?: string;
  readonly to?: string;
  readonly day?: string;
  readonly outcome?: string;
  readonly calls?: string;
  readonly amount?: string;
  readonly unitPrice?: string;
  readonly word?: ReadonlyMap<string, InvoiceMeaning>;
  readonly decimal?: 'comma' | 'point';
  readonly sheet?: string;
  readonly delimiter?: string;
  readonly json?: boolean;
}

/** The exit code of a comparison in which something differs, or could not be read. */
const differs = 3;

export function addInvoiceCommands(program: Command): void {
  program
    .command('invoice')
    .description("compare a party's invoice with what Confere counted")
    .command('compare')
    .description("hold a party's invoice (CSV, NDJSON or XLSX) against confere usage, by day and outcome")
    .argument('<file>', 'the invoice, or - for the standard input')
    .option('--source <name>', 'whose invoice it is (default: the only source that was called)')
    .option('--month <month>', 'such as 2026-11, in America/Sao_Paulo (default: the month of its days)', parseMonth)
    .option('--from <day>', 'the first day of an invoice that does not follow the month, such as 2026-10-21', parseDay)
    .option('--to <day>', 'the last day of it, such as 2026-11-20', parseDay)
    .option('--day <column>', 'the column of days: its name, or its number from 1')
    .option('--outcome <column>', 'the column of outcomes, or: none')
    .option('--calls <column>', 'the column of numbers of calls, or: none, if each row is one call')
    .option('--amount <column>', 'the column of reais for the row, or: none')
    .option('--unit-price <column>', 'the column of reais for one call, if there is no amount')
    .option(
      '--word <word=outcome>',
      `what the party means by a word: ${invoiceMeanings.join(', ')} (no call); may be given several times`,
      parseWord,
    )
    .addOption(
      new Option('--decimal <sign>', 'the sign before centavos (default: found in the file)').choices([
        'comma',
        'point',
      ]),
    )
    .option('--sheet <name>', 'sheet of a spreadsheet (default: the first visible one)')
    .option('--delimiter <character>', 'separator of CSV cells (default: found in the file)')
    .option('--json', 'print JSON, with all days that agree')
    .addHelpText(
      'after',
      `
A row may be one call or the sum of a day. Days and outcomes that differ come first, then those that agree.
Nothing is sent, and nothing of a person in the invoice is read or shown.

Exit codes:
  0  both say the same
  2  nothing was compared: no such column or source, a word that is not known
  3  something differs, or a row could not be read

Examples:
  confere invoice compare november.xlsx --source registry_one
  confere invoice compare extract.csv --source registry_one --calls none --word "NADA CONSTA=answered" --word MENSALIDADE=none
  confere invoice compare invoice.csv --source registry_one --from 2026-10-21 --to 2026-11-20 --json

See docs/keys.md, A party's invoice.`,
    )
    .action(compare);
}

async function compare(file: string, flags: InvoiceFlags): Promise<void> {
  const { compareWithUsage, showDays } = await import('../../../compose/commands/invoice.ts');
  const { source, sheet, delimiter, decimal, word: words = new Map() } = flags;
  const choices = { ...flags, unit_price: flags.unitPrice };
  const comparison = await compareWithUsage(loadConfig(), {
    ...{ file, source, sheet, delimiter, decimal, words },
    choices: Object.fromEntries(
      invoiceRoles.flatMap((role) => (choices[role] === undefined ? [] : [[role, choices[role]]])),
    ) satisfies InvoiceChoices,
    days: toDays(flags),
  });
  if (flags.json) printJson(toJson(comparison));
  else printComparison(comparison, showDays(comparison.days));
  if (comparison.unread.length > 0 || comparison.lines.some(({ isSame }) => !isSame)) process.exitCode = differs;
}

function toDays({ month, from, to }: InvoiceFlags) {
  if (month !== undefined && (from ?? to) !== undefined) throw new OperatorError('Give --month, or --from and --to.');
  if (month !== undefined) return { from: `${month}-01`, before: `${toNextMonth(month)}-01` };
  if (from === undefined && to === undefined) return undefined;
  if (from === undefined || to === undefined || to < from)
    throw new OperatorError('--from and --to belong together, the first day before the last.');
  return { from, before: toNextDay(to) };
}

function toJson({ source, days, columns, lines, unread, leftOut, possiblyBilled, ...rest }: InvoiceComparison) {
  const toSide = (side: Pick<Billed, 'calls' | 'cost'> | null) =>
    side && { calls: side.calls, reais: side.cost === null ? null : formatMoney(side.cost) };
  return {
    source,
    from: days.from,
    before: days.before,
    columns,
    same: unread.length === 0 && lines.every(({ isSame }) => isSame),
    has_prices: rest.hasPrices,
    lines: lines.map(({ day, outcome, invoice, usage, moreCalls, moreCentavos, isSame }) => ({
      ...{ day, outcome, same: isSame },
      invoice: toSide(invoice),
      usage: toSide(usage),
      more_calls: moreCalls,
      more_reais: moreCentavos === null ? null : formatCentavos(moreCentavos).replaceAll(',', ''),
    })),
    totals: { invoice: toSide(rest.totals.invoice), usage: toSide(rest.totals.usage) },
    unread_rows: unread,
    left_out_lines: leftOut,
    possibly_billed: possiblyBilled,
  };
}

const head = ['DAY', 'OUTCOME', 'INVOICE', 'HERE', 'MORE', 'INVOICE R$', 'HERE R$', 'MORE R$', ''];

function printComparison(comparison: InvoiceComparison, days: string): void {
  const { source, columns, lines, unread, leftOut, possiblyBilled, hasPrices, totals } = comparison;
  const different = lines.filter(({ isSame }) => !isSame);
  const same = lines.filter(({ isSame }) => isSame);
  const toRead = Object.entries(columns).map(([role, name]) => `${role.replace('_', ' ')} "${name}"`);
  const verdict =
    different.length === 0 ? 'agree in every line' : `differ in ${different.length} of ${lines.length} lines`;
  print(`The invoice and the calls of ${source} ${verdict}, ${days}.`);
  if (unread.length > 0) {
    print(`\n${unread.length} rows of the invoice could not be read:`);
    for (const { line, problem } of unread.slice(0, 20)) print(`  line ${line}: ${problem}`);
  }
  if (different.length > 0) {
    print('\nDifferent:\n');
    printTable(head, different.map(toRow));
  }
  if (same.length > 0) {
    print('\nThe same:\n');
    printTable(head, same.map(toRow));
  }
  print(`\nIn all: the invoice has ${showSide(totals.invoice)}, and Confere counted ${showSide(totals.usage)}.`);
  print(`Read from the invoice: ${toRead.join(', ')}.`);
  if (leftOut.length > 0)
    print(`Lines about no call, such as totals, are left out: ${leftOut.slice(0, 20).join(', ')}.`);
  if (columns.amount === undefined && columns.unit_price === undefined)
    print('The invoice has no column of reais that is known, so only calls are compared: name it with --amount.');
  if (!hasPrices)
    print(`${source} has no price on some of these days, so their reais are not compared (docs/sources.md, Prices).`);
  if (possiblyBilled > 0)
    print(`Up to ${possiblyBilled} more calls may be billed: their verifications began and were never recorded.`);
}

function toRow({ day, outcome, invoice, usage, moreCalls, moreCentavos, isSame }: ComparedLine): string[] {
  const calls = (side: ComparedLine['invoice']) => (side === null ? '-' : String(side.calls));
  const reais = (side: ComparedLine['invoice']) =>
    side === null || side.cost === null ? '-' : formatRoundedCentavos(side.cost);
  const lacking = invoice === null ? 'not on the invoice' : usage === null ? 'not counted here' : '';
  return [
    ...[
      day,
      outcome ?? 'all',
      calls(invoice),
      calls(usage),
      isSame ? '' : withSign(BigInt(moreCalls), String(moreCalls)),
    ],
    ...[reais(invoice), reais(usage)],
    isSame || moreCentavos === null ? '' : withSign(moreCentavos, formatCentavos(moreCentavos)),
    lacking,
  ];
}

function withSign(value: bigint, text: string): string {
  return value > 0n ? `+${text}` : text;
}

function showSide({ calls, cost }: Pick<Billed, 'calls' | 'cost'>): string {
  const reais = cost === null ? '' : ` for ${formatRoundedCentavos(cost)} reais`;
  return `${calls} ${calls === 1 ? 'call' : 'calls'}${reais}`;
}

function parseMonth(text: string): string {
  if (isMonth(text)) return text;
  throw new InvalidArgumentError('Write a month such as 2026-11.');
}

function parseDay(text: string): string {
  if (isRealDay(text)) return text;
  throw new InvalidArgumentError('Write a day such as 2026-11-20.');
}

function parseWord(text: string, before: ReadonlyMap<string, InvoiceMeaning> = new Map()) {
  const at = text.lastIndexOf('=');
  const meaning = text.slice(at + 1).trim() as InvoiceMeaning;
  if (at > 0 && invoiceMeanings.includes(meaning)) return new Map([...before, [text.slice(0, at).trim(), meaning]]);
  throw new InvalidArgumentError(
    `Write WORD=OUTCOME, such as "ENCONTRADO=answered". Outcomes: ${invoiceMeanings.join(', ')}.`,
  );
}
