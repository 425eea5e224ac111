// `confere lists update`: asks the publishers of lists for what is newer, and imports it.

import type { Command } from 'commander';
import { type ListJudgementName, listJudgementNames } from '../../../app/screening/lists/judge-list.ts';
import { type ListUpdate, toExitCode } from '../../../app/screening/lists/update-lists.ts';
import type { ListsWatch } from '../../../compose/commands/lists/update.ts';
import { OperatorError } from '../../../errors.ts';
import { addForceOption, type ForceFlag } from '../../options/force-option.ts';
import { addReasonOption, type ReasonFlag } from '../../options/reason-option.ts';
import { createDownloadView, toCount } from '../../terminal/progress.ts';
import { withStopSignal } from '../../terminal/stop-signal.ts';
import { print, printJson, printTable } from '../../terminal/terminal.ts';
import { loadImportConfig } from '../import-home.ts';
import { describeEntryChanges } from './entry-changes.ts';

interface UpdateFlags extends ForceFlag<ListJudgementName>, ReasonFlag {
  readonly due?: boolean;
  readonly json?: boolean;
}

export function addUpdateCommand(lists: Command): void {
  addReasonOption(addForceOption(lists.command('update'), listJudgementNames))
    .description('download lists from their publishers and import what has changed; made for a timer')
    .argument('[list...]', 'these lists (default: every list that a program can download)')
    .option('--due', 'only lists that are due: the UN list every hour, any other every day')
    .option('--json', 'print the result as JSON, and no progress')
    .addHelpText(
      'after',
      '\nEnds with 0 when every list is as its publisher has it, or a rollback holds it. Ends with 3 when a publisher did not answer: run it again later. A list that fails does not stop the others.',
    )
    .action(update);
}

const stopped = 'The update was stopped: the live lists stay in use, and finished updates stay.';

async function update(lists: readonly string[], flags: UpdateFlags): Promise<void> {
  const config = await loadImportConfig();
  const { runListsUpdate } = await import('../../../compose/commands/lists/update.ts');
  const { json: asJson = false, due: isDue = false, force: overridden = [], reason } = flags;
  const watch = createListsView(asJson);
  const updates = await withStopSignal(stopped, (signal) =>
    runListsUpdate(config, { lists, isDue, overridden, reason, signal, watch }).finally(() => watch.onEnd()),
  );
  if (asJson) printJson(updates.map(toUpdateJson));
  else printUpdates(updates);
  const failed = updates.flatMap((one) => (one.kind === 'failed' ? [`${one.list}: ${one.reason}`] : []));
  if (failed.length > 0) throw new OperatorError(failed.join('\n'), toExitCode(updates), failed);
}

/** A bar for each list in its turn. */
function createListsView(silent: boolean): ListsWatch {
  let view: ReturnType<typeof createDownloadView> | undefined;
  return {
    onBegin(list) {
      view = createDownloadView(silent, `${list}: `);
    },
    onStart: (bytes) => view?.onStart(1, bytes),
    onBytes: (bytes) => view?.onBytes(bytes),
    onRetry: (what, reason) => view?.onRetry(what, reason),
    onEnd() {
      view?.stop();
      view = undefined;
    },
  };
}

function printUpdates(updates: readonly ListUpdate[]): void {
  if (updates.length === 0) {
    print('Nothing to do: no list is due.');
    return;
  }
  printTable(
    ['LIST', 'OUTCOME', 'DATA OF', 'ENTRIES', 'CHANGES'],
    updates.map((one) => {
      const { data_as_of, entries, changes } = toUpdateJson(one);
      const figures = [entries === null ? '' : toCount(entries), changes === null ? '' : describeEntryChanges(changes)];
      return [one.list, one.kind, data_as_of ?? '', ...figures];
    }),
  );
}

function toUpdateJson(update: ListUpdate) {
  const imported = update.kind === 'updated' ? update.imported : undefined;
  return {
    list: update.list,
    outcome: update.kind,
    snapshot: imported?.id ?? null,
    data_as_of: imported?.dataAsOf ?? ('dataAsOf' in update ? (update.dataAsOf ?? null) : null),
    entries: imported?.counts.entries ?? null,
    changes: imported?.changes ?? null,
    overridden: imported?.overridden.map(({ name }) => name) ?? [],
    reason: update.kind === 'failed' ? update.reason : null,
  };
}
