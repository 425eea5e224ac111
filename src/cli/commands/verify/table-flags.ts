// The options of every command that goes over a table: how it is read, where the results go, and who is asked.

import { type Command, InvalidArgumentError, Option } from 'commander';
import { columnRoles } from '../../../app/bulk/column-names.ts';
import { type ColumnChoices, toFlag } from '../../../app/bulk/columns.ts';
import type { Asks } from '../../../app/bulk/run/added-columns.ts';
import { type ResultFormat, resultFormats } from '../../../app/bulk/run/results.ts';
import { type Encoding, encodings } from '../../../app/bulk/text/text-encoding.ts';
import { type DateOrder, dateOrders } from '../../../app/bulk/written-date.ts';
import type { TableOrder } from '../../../compose/verify/verify.ts';
import { OperatorError } from '../../../errors.ts';
import { keyFileOption, keyVariable } from '../../options/service-key.ts';
import { upTo } from '../../options/whole-number.ts';

export interface TableFlags
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
  readonly yes?: boolean;
  readonly quiet?: boolean;
  readonly json?: boolean;
}

/** `thisMachine`: what is asked where no service is named. */
export function addTableOptions(command: Command, thisMachine: string): Command {
  command
    .argument('<file>', 'the table, or - for the standard input')
    .option('--out <file>', 'file for the results; an interrupted run resumes (default: standard output)')
    .addOption(
      new Option(
        '--format <format>',
        'format of the results (default: by the name of --out, else that of the table)',
      ).choices(resultFormats),
    )
    .option('--force', 'replace the file if it exists, and start over')
    .option('--url <url>', `ask this service (default: ${thisMachine} of this machine)`, parseUrl)
    .option(...keyFileOption)
    .option('--purpose <purpose>', 'the purpose of the queries about these people, for the audit of the service')
    .option('--concurrency <n>', 'in-flight requests at the same time, at most', upTo(1000), 8)
    .option(
      '--patience <minutes>',
      'how long the run waits for a service that is down or busy before it stops',
      upTo(1000),
      10,
    );
  for (const role of columnRoles) command.option(`${toFlag(role)} <column>`, columnHelp[role]);
  return command
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
    .option('--yes', 'ask about a table without names, too; otherwise a terminal is asked before')
    .option('--quiet', 'no progress and no summary')
    .option('--json', 'the summary as JSON on the standard output');
}

const columnHelp = {
  cpf: 'the column of CPFs: its name, or its number from 1',
  cnpj: 'the column of CNPJs',
  document: 'the column that holds CPFs and CNPJs',
  name: 'the column of names, or: none',
  company_name: 'the column of company names, or: none',
  birth_date: 'the column of birth dates, or: none',
} as const;

export const exitCodesHelp = `
Exit codes:
  0  every row was answered
  1  stopped before the end (service gone, key refused, disk full): the same command goes on
  2  nothing was done: a wrong option, no such column, a file that is there
  3  at its end, but some rows have no answer: confere_problem says why
  130  stopped by Ctrl-C or SIGTERM: the same command goes on
`;

export function toTableOrder(file: string, flags: TableFlags, asks: Asks): TableOrder {
  return {
    input: file,
    url: flags.url,
    asks,
    format: flags.format ?? toFormat(flags.out),
    choices: toChoices(flags),
    text: { delimiter: flags.delimiter, encoding: flags.encoding, hasHeader: flags.header ? undefined : false },
    sheet: flags.sheet,
    dateOrder: flags.dateOrder,
  };
}

function toChoices(flags: TableFlags): ColumnChoices {
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
