// `confere lists …`: imports the lists of people and companies that one must know of, shows what is live and one row, goes back.

import type { Command } from 'commander';
import type { ListStatus } from '../../../app/screening/lists/list-counts.ts';
import { systemClock } from '../../../clock.ts';
import type { ListTools } from '../../../compose/commands/lists/lists.ts';
import { loadConfig } from '../../../config.ts';
import { toBrazilDay } from '../../../domain/dates/calendar.ts';
import { toEntryState } from '../../../domain/screening/entry/list-entry.ts';
import { showDocument } from '../../../domain/screening/entry/listed-document.ts';
import { formatBytes, toCount } from '../../terminal/progress.ts';
import { print, printJson, printTable } from '../../terminal/terminal.ts';
import { addImportCommand } from './import.ts';

interface JsonFlag {
  readonly json?: boolean;
}

export function addListsCommands(program: Command): Command {
  const lists = program
    .command('lists')
    .description('load lists of sanctioned and exposed people, and see what is live');

  addImportCommand(lists);

  lists
    .command('status')
    .description('show every list: the day of its data, its entries, and whether it is too old')
    .option('--json', 'print JSON')
    .action(async ({ json }: JsonFlag) => printStatus((await openTools()).status(), json === true));

  lists
    .command('show')
    .description('show one row of a list; CPFs are masked')
    .argument('<row>', 'LIST:ID, such as ceis:123456')
    .option('--json', 'print JSON')
    .action(showRow);

  lists
    .command('rollback')
    .description('check the previous edition of a list and make it live again')
    .argument('<list>', 'the list')
    .option('--json', 'print JSON')
    .action(async (list: string, { json }: JsonFlag) =>
      printStatus([await (await openTools()).rollBack(list)], json === true),
    );

  return lists;
}

async function openTools(): Promise<ListTools> {
  const { openListTools } = await import('../../../compose/commands/lists/lists.ts');
  return openListTools(loadConfig());
}

function printStatus(lists: readonly ListStatus[], asJson: boolean): void {
  if (asJson) {
    printJson(lists);
    return;
  }
  printTable(
    ['LIST', 'STATE', 'DATA OF', 'SAME SINCE', 'ENTRIES', 'IMPORTED', 'PREVIOUS', 'EDITIONS', 'ON DISK'],
    lists.map(({ list, state, is_off, live, previous, held, stored }) => [
      list,
      held ? `${state}, held by a rollback` : is_off === true ? 'off' : state,
      live?.data_as_of ?? '',
      live?.unchanged_since ?? '',
      live?.entries === null || live === null ? '' : toCount(live.entries),
      live?.imported_at ?? '',
      previous?.data_as_of ?? '',
      ...(stored.editions === 0 ? [] : [toCount(stored.editions), formatBytes(stored.bytes)]),
    ]),
  );
  if (lists.every(({ state }) => state === 'missing'))
    print('\nNo list is here yet: confere lists update downloads them, and confere lists import takes a file.');
  for (const { list, problem } of lists) if (problem !== null) print(`\n${list} is damaged: ${problem}`);
  for (const { list, last_import: last } of lists)
    if (last !== null && last['outcome'] !== 'succeeded' && last['outcome'] !== 'unchanged')
      print(`\nLast import of ${list}: ${last['outcome']}, started ${last['started_at']}${toReason(last['reason'])}`);
  for (const { list, last_update: last } of lists)
    if (last?.outcome === 'failed')
      print(`\nLast update of ${list}: failed, ${last.looked_at}${toReason(last.reason)}`);
}

function toReason(reason: unknown): string {
  return typeof reason === 'string' ? `: ${reason}` : '';
}

async function showRow(row: string, { json }: JsonFlag): Promise<void> {
  const { list, dataAsOf, entry } = (await openTools()).show(row);
  const document = showDocument(entry.document);
  const state = toEntryState(entry, toBrazilDay(systemClock.nowMs()));
  const shown = {
    row,
    list,
    data_as_of: dataAsOf,
    state,
    kind: entry.kind,
    names: entry.names,
    weak_names: entry.weakNames,
    document,
    births: entry.births,
    from: entry.from,
    until: entry.until,
    until_is_minimum: entry.isUntilMinimum,
    category: entry.category,
    authority: entry.authority,
    process: entry.process,
    reach: entry.reach,
    remarks: entry.remarks,
  };
  if (json === true) return printJson(shown);
  const lines = Object.entries(shown).filter(
    ([, value]) => value !== null && value !== false && !(Array.isArray(value) && value.length === 0),
  );
  printTable(
    ['FIELD', 'VALUE'],
    lines.map(([name, value]) => [name, Array.isArray(value) ? value.join(' / ') : String(value)]),
  );
}
