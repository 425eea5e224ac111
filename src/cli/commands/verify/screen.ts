// `confere screen FILE --out RESULTS`: looks every row of a table up in the lists, and asks no bureau.

import type { Command } from 'commander';
import { runTable } from './run-table.ts';
import { addTableOptions, exitCodesHelp, type TableFlags, toTableOrder } from './table-flags.ts';

export function addScreenCommand(program: Command): void {
  const command = program
    .command('screen')
    .description('look up every row of a table of customers in the lists, without asking any source');
  addTableOptions(command, 'the lists').addHelpText('after', help).action(screen);
}

const help = `
The lists of this machine need no key. Give names and birth dates: many lists do not have the whole number. It recognises columns and writes
results as confere verify does, and adds confere_screening_status, confere_screening_lists, confere_screening_rows and
confere_screening_as_of, which has the day of each list and names those that are missing.
For one person, give a table of one row on the standard input: every user of the machine can read numbers in arguments.
${exitCodesHelp}
Examples:
  confere screen customers.csv --out results.csv
  confere screen customers.xlsx --out results.xlsx
  printf 'cpf;nome\\n40532176871;Sérgio Ramos\\n' | confere screen - --format ndjson

See docs/bulk.md.`;

async function screen(file: string, flags: TableFlags): Promise<void> {
  await runTable(toTableOrder(file, flags, 'screen'), flags);
}
