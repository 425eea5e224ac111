// `confere lists import`: builds a new edition from the file of a list, or says what it would change.

import type { Command } from 'commander';
import type { ImportedList } from '../../../app/screening/lists/import-list.ts';
import { type ListJudgementName, listJudgementNames } from '../../../app/screening/lists/judge-list.ts';
import { loadConfig } from '../../../config.ts';
import { addForceOption, describeOverridden, type ForceFlag } from '../../options/force-option.ts';
import { addReasonOption, type ReasonFlag } from '../../options/reason-option.ts';
import { toCount } from '../../terminal/progress.ts';
import { withStopSignal } from '../../terminal/stop-signal.ts';
import { print, printJson } from '../../terminal/terminal.ts';
import { loadImportConfig } from '../import-home.ts';
import { describeEntryChanges, describeLeft } from './entry-changes.ts';
import { printTried } from './print-tried.ts';
import { describeUnreadNames } from './unread-names.ts';

interface ImportFlags extends ForceFlag<ListJudgementName>, ReasonFlag {
  readonly asOf?: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

export function addImportCommand(lists: Command): void {
  addReasonOption(addForceOption(lists.command('import'), listJudgementNames))
    .description('build a new edition of a list from its file, check it and switch to it')
    .argument('<list>', 'as in `lists status`, or own-NAME for a list of your own')
    .argument(
      '<files...>',
      'the file as published, zipped or extracted; for OFAC, all its files or their folder; for a list of your own, CSV',
    )
    .option(
      '--as-of <day>',
      'the day on which the publisher offered the file (YYYY-MM-DD), if its name does not give the day of the data',
    )
    .option(
      '--dry-run',
      'import nothing: say what speaks against the file, what it changes, and for which watched customers',
    )
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nEnds with 2 when something speaks against the file; --force overrides it by its name. A dry run ends in the same way, and changes nothing.',
    )
    .action(importFile);
}

async function importFile(list: string, paths: readonly string[], flags: ImportFlags): Promise<void> {
  if (flags.dryRun === true) return tryFile(list, paths, flags);
  const { openListTools } = await import('../../../compose/commands/lists/lists.ts');
  const tools = await openListTools(await loadImportConfig());
  const stopped = 'The import was stopped: nothing was published, and the live list stays in use.';
  const imported = await withStopSignal(stopped, (signal) =>
    tools.importList({ list, paths, asOf: flags.asOf }, flags.force ?? [], signal, flags.reason),
  );
  printImported(imported, flags.json === true);
}

async function tryFile(list: string, paths: readonly string[], flags: ImportFlags): Promise<void> {
  const config = loadConfig();
  const { tryImport } = await import('../../../compose/commands/lists/trial.ts');
  const order = { list, paths, asOf: flags.asOf };
  const tried = await withStopSignal('The dry run was stopped: nothing has changed.', (signal) =>
    tryImport(config, order, flags.force ?? [], signal),
  );
  printTried(tried, flags.json === true);
}

function printImported(imported: ImportedList, asJson: boolean): void {
  const { list, id, dataAsOf, counts, changes, overridden, unreadNames, rejectedReport } = imported;
  if (asJson) {
    printJson({
      list,
      snapshot: id,
      data_as_of: dataAsOf,
      ...counts,
      changes: changes ?? null,
      unread_names_rows: unreadNames.map((row) => `${list}:${row}`),
      rejected_rows_report: rejectedReport ?? null,
      overridden: overridden.map(({ name }) => name),
    });
    return;
  }
  print(`Live: ${toCount(counts.entries)} ${counts.entries === 1 ? 'entry' : 'entries'} of ${list} as of ${dataAsOf}.`);
  if (changes !== undefined) print(`Against the edition before: ${describeEntryChanges(changes)}.`);
  for (const line of describeLeft(changes)) print(line);
  const byName = counts.without_document + counts.unusable_documents;
  if (byName > 0) print(`Found by name alone, without a usable CPF or CNPJ: ${toCount(byName)}.`);
  if (counts.unreadable_dates > 0) print(`Dates that are none, and do not count: ${toCount(counts.unreadable_dates)}.`);
  for (const line of describeUnreadNames(imported)) print(line);
  for (const line of describeOverridden(imported)) print(line);
  if (rejectedReport !== undefined)
    print(`${toCount(counts.rejected)} rows could not be read; they are listed in ${rejectedReport}.`);
}
