// `confere verify FILE --out RESULTS`: asks about every row of a table, and writes the result beside it.

import type { Command } from 'commander';
import { loadConfig } from '../../../config.ts';
import { keyVariable } from '../../options/service-key.ts';
import { toEstimateJson, toEstimateText } from '../../terminal/table-notes.ts';
import { print, printJson } from '../../terminal/terminal.ts';
import { runTable, toTableFault } from './run-table.ts';
import { addTableOptions, exitCodesHelp, type TableFlags, toTableOrder } from './table-flags.ts';

interface VerifyFlags extends TableFlags {
  readonly screen?: boolean;
  readonly dryRun?: boolean;
}

export function addVerifyCommand(program: Command): void {
  const command = program
    .command('verify')
    .description('verify every row of a table of customers: CSV, NDJSON or XLSX');
  addTableOptions(command, 'the data and sources')
    .option('--screen', 'look up every row in the lists as well (see confere screen for the lists alone)')
    .option(
      '--dry-run',
      'ask nobody; show the rows, how many people and companies they cover, and the calls to sources and their cost at most',
    )
    .addHelpText('after', help)
    .action(verifyTableFile);
}

const help = `
Every column of the table stays as it is, in its order; columns that begin with confere_ are added. Columns are recognised by their
names in Portuguese and English: cpf, cnpj, documento, nome, razão social, data de nascimento, … The results have the format of the table: a spreadsheet
becomes a copy of it with more columns, or CSV by --format csv.
${exitCodesHelp}
Examples:
  confere verify empresas.csv --out results.csv
  confere verify customers.xlsx --dry-run
  ${keyVariable}=… confere verify customers.xlsx --screen --out results.xlsx --url https://confere.example.com
  zcat customers.ndjson.gz | confere verify - --key-file key.txt --url http://127.0.0.1:8080 > results.ndjson

See docs/bulk.md.`;

async function verifyTableFile(file: string, flags: VerifyFlags): Promise<void> {
  const order = toTableOrder(file, flags, flags.screen === true ? 'verify_and_screen' : 'verify');
  if (flags.dryRun !== true) return runTable(order, flags);
  const { estimateTable } = await import('../../../compose/verify/verify.ts');
  const estimated = await estimateTable(order, loadConfig()).catch((error: unknown) => {
    throw toTableFault(error, flags.out);
  });
  if (flags.json === true) printJson(toEstimateJson(estimated));
  else print(toEstimateText(estimated));
}
