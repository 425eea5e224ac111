// `confere verify FILE --out RESULTS`: asks about every row of a table, and writes the result beside it.

import { readFileSync } from 'node:fs';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { columnRoles } from '../../app/bulk/column-names.ts';
import { type ColumnChoices, toFlag } from '../../app/bulk/columns.ts';
import { type ResultFormat, resultFormats } from '../../app/bulk/run/results.ts';
import { type BadRow, RunStopped } from '../../app/bulk/run/run.ts';
import type { RunCounts } from '../../app/bulk/run/run-counts.ts';
import { rowFaults, TableError } from '../../app/bulk/table.ts';
import { type Encoding, encodings } from '../../app/bulk/text-encoding.ts';
import { type DateOrder, dateOrders } from '../../app/bulk/written-date.ts';
import { systemClock } from '../../clock.ts';
import type { TableOrder } from '../../compose/verify/verify.ts';
import { findEnvironmentSecret, loadConfig } from '../../config.ts';
import { OperatorError } from '../../errors.ts';
import { findOperatorFault } from '../operator-fault.ts';
import { createVerifyView, toCount } from '../progress.ts';
import { withStopSignal } from '../stop-signal.ts';
import { toColumns, toEstimateJson, toEstimateText, toNotes } from '../table-notes.ts';
import { printJson } from '../terminal.ts';
import { upTo } from '../whole-number.ts';

interface VerifyFlags
  extends Readonly<Partial<Record<'cpf' | 'cnpj' | 'document' | 'name' | 'companyName' | 'birthDate', string>>> {
  readonly out?: string;
  readonly format?: ResultFormat;
  readonly force?: boolean;
  readonly url?: URL;
  readonly keyFile?: string;
  readonly purpose?: string;
  readonly concurrency: number;
  readonly patience: number;
  readonly delimiter?: string;
  readonly encoding?: Encoding;
  readonly header: boolean;
  readonly dateOrder: DateOrder;
  readonly sheet?: string;
  readonly quiet?: boolean;
  readonly json?: boolean;
  readonly dryRun?: boolean;
}

/** Rows without an answer are in the file; so many are also told here. */
const badShown = 20;
const keyVariable = 'CONFERE_API_KEY';
const notAllAnswered = 3;
const stoppedBefore = 1;

export function addVerifyCommand(program: Command): void {
  const command = program
    .command('verify')
    .description('verify every row of a table of customers: CSV, NDJSON or XLSX')
    .argument('<file>', 'the table, or - for the standard input')
    .option('--out <file>', 'file for the results; an interrupted run goes on (default: standard output)')
    .addOption(
      new Option(
        '--format <format>',
        'format of the results (default: by the name of --out, else that of the table)',
      ).choices(resultFormats),
    )
    .option('--force', 'replace the file if it is there, and start over')
    .option('--url <url>', 'ask this service (default: the data and sources of this machine)', parseUrl)
    .option('--key-file <file>', `a file that holds the API key (default: the variable ${keyVariable})`)
    .option('--purpose <purpose>', 'the purpose of asking about these people, for the audit')
    .option('--concurrency <n>', 'most questions in flight at the same time', upTo(1000), 8)
    .option(
      '--patience <minutes>',
      'how long the run waits for a service that is away or busy before it stops',
      upTo(1000),
      10,
    );
  for (const role of columnRoles) command.option(`${toFlag(role)} <column>`, columnHelp[role]);
  command
    .option('--delimiter <character>', 'separator of CSV cells, or: tab (default: found in the file)', parseDelimiter)
    .addOption(
      new Option('--encoding <encoding>', 'encoding of text (default: found in the file, line by line)').choices(
        encodings,
      ),
    )
    .option('--no-header', 'the first row is data, not a header; name columns by number')
    .addOption(
      new Option('--date-order <order>', 'order of day and month in birth dates such as 01/02/1990')
        .choices(dateOrders)
        .default('dmy'),
    )
    .option('--sheet <name>', 'sheet of a spreadsheet (default: the first visible one)')
    .option(
      '--dry-run',
      'ask nobody; show the rows, how many people and companies they are, and the most calls to sources',
    )
    .option('--quiet', 'no progress and no summary')
    .option('--json', 'the summary as JSON on the standard output')
    .addHelpText('after', help)
    .action(verify);
}

const columnHelp = {
  cpf: 'the column of CPFs: its name, or its number from 1',
  cnpj: 'the column of CNPJs',
  document: 'the column that holds CPFs and CNPJs',
  name: 'the column of names, or: none',
  company_name: 'the column of company names, or: none',
  birth_date: 'the column of birth dates, or: none',
} as const;

const help = `
Every column of the table stays as it is, in its order; columns that begin with confere_ are added. Columns are recognised by their
names in Portuguese and English: cpf, cnpj, documento, nome, razão social, data de nascimento, … Results are as the table: a spreadsheet
becomes a copy of it with more columns, or CSV by --format csv.

Exit codes:
  0  every row was answered
  1  stopped before the end (service gone, key refused, disk full): the same command goes on
  2  nothing was done: a wrong option, no such column, a file that is there
  3  at its end, but some rows have no answer: confere_problem says why
  130  stopped by Ctrl-C or SIGTERM: the same command goes on

Examples:
  confere verify empresas.csv --out results.csv
  confere verify customers.xlsx --dry-run
  ${keyVariable}=… confere verify customers.xlsx --out results.xlsx --url https://confere.example.com
  zcat customers.ndjson.gz | confere verify - --key-file key.txt --url http://127.0.0.1:8080 > results.ndjson

See docs/bulk.md.`;

async function verify(file: string, flags: VerifyFlags): Promise<void> {
  const { estimateTable, verifyTable } = await import('../../compose/verify/verify.ts');
  const { out, quiet = false } = flags;
  const tableOrder: TableOrder = {
    input: file,
    url: flags.url,
    format: flags.format ?? toFormat(out),
    choices: toChoices(flags),
    text: { delimiter: flags.delimiter, encoding: flags.encoding, hasHeader: flags.header ? undefined : false },
    sheet: flags.sheet,
    dateOrder: flags.dateOrder,
  };
  if (flags.dryRun === true) {
    const { facts, estimate } = await estimateTable(tableOrder, loadConfig()).catch((error: unknown) => {
      throw toFault(error, out);
    });
    if (flags.json === true) printJson(toEstimateJson(facts, estimate));
    else process.stdout.write(toEstimateText(facts, estimate));
    return;
  }
  if (tableOrder.format === 'xlsx' && out === undefined)
    throw new OperatorError('A spreadsheet is written to a file: give --out, or --format csv.');
  if (flags.json === true && out === undefined)
    throw new OperatorError('--json needs --out: the results have the standard output.');
  let view: ReturnType<typeof createVerifyView> | undefined;
  const bad: BadRow[] = [];
  const startedAtMs = systemClock.monotonicMs();
  let rowsBefore = 0;
  const tell = (line: string): void => void (quiet || process.stderr.write(`${line}\n`));
  const stopped =
    out === undefined
      ? 'The run was stopped; what was written is not whole.'
      : 'The run was stopped. Run the same command again to go on.';
  try {
    const tally = await withStopSignal(stopped, (signal) =>
      verifyTable({
        ...tableOrder,
        out,
        force: flags.force === true,
        apiKey: findApiKey(flags.keyFile),
        purpose: flags.purpose,
        concurrency: flags.concurrency,
        patienceMs: flags.patience * 60_000,
        loadConfig,
        signal,
        watch: {
          onStart(start) {
            rowsBefore = start.rowsBefore;
            tell(`Asking ${start.where}; ${toColumns(start)}.`);
            for (const line of toNotes(start)) tell(line);
            if (rowsBefore > 0) tell(`Going on after ${toCount(rowsBefore)} rows of an earlier run.`);
            view = createVerifyView(quiet);
          },
          onBadRow: (row) => void (bad.length < badShown && bad.push(row)),
          onProgress: (now, share, trouble) => view?.show({ tally: now, share, trouble }),
        },
      }),
    )
      // A bar stays on the screen, and should not say less than the summary below it.
      .then((all) => {
        if (process.stderr.isTTY) view?.show({ tally: all, share: 1, trouble: undefined });
        return all;
      })
      .finally(() => view?.stop());
    const seconds = (systemClock.monotonicMs() - startedAtMs) / 1000;
    if (!quiet) process.stderr.write(toSummary(tally, bad, { seconds, rowsBefore, out }));
    if (flags.json === true) printJson({ ...toJson(tally), seconds: Math.round(seconds * 10) / 10 });
    if (tally.answered < tally.rows) process.exitCode = notAllAnswered;
  } catch (error) {
    throw toFault(error, out);
  }
}

function toFault(error: unknown, out: string | undefined): unknown {
  const again =
    out === undefined ? 'What was written is not whole.' : 'Nothing is lost: run the same command again to go on.';
  if (error instanceof TableError) return new OperatorError(error.message);
  if (error instanceof RunStopped) return new OperatorError(`${error.message}\n${again}`, stoppedBefore);
  const fault = findOperatorFault(error);
  return fault?.exitCode === stoppedBefore ? new OperatorError(`${fault.message}\n${again}`, stoppedBefore) : error;
}

function toChoices(flags: VerifyFlags): ColumnChoices {
  const { cpf, cnpj, document, name, companyName, birthDate } = flags;
  const given = { cpf, cnpj, document, name, company_name: companyName, birth_date: birthDate };
  return Object.fromEntries(Object.entries(given).filter(([, column]) => column !== undefined));
}

function toFormat(out: string | undefined): ResultFormat | undefined {
  const ending = /\.([a-z]+)$/i.exec(out ?? '')?.[1]?.toLowerCase();
  if (ending === 'csv' || ending === 'txt' || ending === 'tsv') return 'csv';
  if (ending === 'ndjson' || ending === 'jsonl') return 'ndjson';
  if (ending === 'xlsx' || ending === 'xlsm') return 'xlsx';
  if (ending === 'xls' || ending === 'ods') {
    throw new OperatorError('Results are written as XLSX, CSV or NDJSON. Give --out a name that ends in .xlsx or .csv');
  }
  return undefined;
}

function findApiKey(keyFile: string | undefined): string | undefined {
  const key = keyFile === undefined ? findEnvironmentSecret(keyVariable) : readFileSync(keyFile, 'utf8');
  const trimmed = key?.trim() ?? '';
  if (trimmed === '') {
    if (keyFile !== undefined) throw new OperatorError(`${keyFile} is empty; it should hold an API key.`);
    return undefined;
  }
  if (/[\s\p{Cc}]/u.test(trimmed))
    throw new OperatorError('The API key has blanks in it. Its file should hold the key and nothing else.');
  return trimmed;
}

interface RunFacts {
  readonly seconds: number;
  readonly rowsBefore: number;
  readonly out: string | undefined;
}

function toSummary(tally: RunCounts, bad: readonly BadRow[], { seconds, rowsBefore, out }: RunFacts): string {
  const rate = toCount((tally.rows - rowsBefore) / Math.max(seconds, 0.001));
  const lines = [
    `${toCount(tally.rows)} rows, ${toCount(tally.answered)} answered, in ${seconds.toFixed(1)} s (${rate} a second)${out === undefined ? '' : `, written to ${out}`}.`,
    toCounts('Risk', tally.risk),
    toCounts('Status', tally.status),
    toCounts('Reasons', tally.reasons),
    toCounts('Calls to sources', tally.sourceCalls),
  ];
  if (tally.replayed > 0) lines.push(`Answered from an earlier call, at no cost: ${toCount(tally.replayed)}`);
  if (tally.mended > 0) lines.push(`Numbers mended: ${toCount(tally.mended)} (confere_mended)`);
  if (tally.latinLines > 0 && tally.utf8Lines > 0) {
    lines.push(
      `Two encodings: ${toCount(tally.latinLines)} lines of Latin-1 among lines of UTF-8; each was read as what it is.`,
    );
  }
  const without = tally.bad + tally.failed;
  if (without > 0) {
    lines.push(`Without an answer: ${toCount(without)} rows (confere_problem)`);
    lines.push(...bad.map(({ line, outcome }) => `  line ${line}: ${toProblem(outcome)}`));
    if (without > bad.length && bad.length > 0) lines.push(`  and ${toCount(without - bad.length)} more`);
  }
  return `${lines.filter((line) => line !== '').join('\n')}\n`;
}

function toProblem(outcome: BadRow['outcome']): string {
  if (outcome.kind === 'bad') return `${outcome.fault}: ${rowFaults[outcome.fault]}`;
  return `${outcome.code}: ${outcome.detail}`;
}

function toCounts(title: string, counts: Readonly<Record<string, number>>): string {
  const shown = Object.entries(counts)
    .sort(([, one], [, other]) => other - one)
    .map(([name, count]) => `${name} ${toCount(count)}`);
  return shown.length === 0 ? '' : `${title}: ${shown.join(', ')}`;
}

function toJson(tally: RunCounts): object {
  const { rows, answered, bad, failed, mended, replayed, risk, status, reasons, faults, failures, sourceCalls } = tally;
  return {
    rows,
    answered,
    invalid: bad,
    failed,
    mended,
    replayed,
    risk_levels: risk,
    statuses: status,
    reasons,
    problems: { ...faults, ...failures },
    source_calls: sourceCalls,
  };
}

function parseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new InvalidArgumentError('It must be an address such as https://confere.example.com');
  }
  if (url.username !== '' || url.password !== '' || url.search !== '') {
    throw new InvalidArgumentError(`It must be the address alone; the key is given by ${keyVariable} or --key-file.`);
  }
  return url;
}

function parseDelimiter(text: string): string {
  if (text === 'tab' || text === '\\t') return '\t';
  if (/^[\t\x20-\x7e]$/.test(text)) return text;
  throw new InvalidArgumentError('It must be one character, or: tab');
}
