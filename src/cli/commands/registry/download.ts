// `confere registry download` and `confere registry update`: the monthly files from the Receita Federal, and the import after it.

import { join } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { type JudgementName, judgementNames } from '../../../app/registry/judge-draft.ts';
import { isPublishedMonth, type MonthDownload, type UpdateOutcome } from '../../../app/registry/update-registry.ts';
import { loadConfig } from '../../../config.ts';
import { OperatorError } from '../../../errors.ts';
import { addForceOption, describeOverridden, type ForceFlag } from '../../options/force-option.ts';
import { upTo } from '../../options/whole-number.ts';
import { createDownloadView, createImportView, formatBytes, toCount } from '../../terminal/progress.ts';
import { withStopSignal } from '../../terminal/stop-signal.ts';
import { print, printJson } from '../../terminal/terminal.ts';
import { loadImportConfig } from '../import-home.ts';

interface DownloadFlags {
  readonly month?: string;
  readonly to: string;
  readonly connections: number;
  readonly factsOnly?: boolean;
  readonly json?: boolean;
}

interface UpdateFlags extends ForceFlag<JudgementName> {
  readonly month?: string;
  readonly to?: string;
  readonly connections: number;
  readonly keepFiles?: boolean;
  readonly factsOnly?: boolean;
  readonly json?: boolean;
}

const partialExitCode = 3;
const connectionsDefault = 4;

export function addDownloadCommands(registry: Command): void {
  registry
    .command('download')
    .description("fetch one month of the Receita Federal's files; resumes where an earlier run stopped")
    .requiredOption('--to <folder>', 'where to put it: the month becomes a folder in here')
    .option('--month <YYYY-MM>', 'the month (default: the newest that is published)', parseMonth)
    .option('--connections <count>', 'files to fetch at one time', upTo(16), connectionsDefault)
    .option('--facts-only', 'leave the partners (Socios) out, which `registry import --facts-only` does not read')
    .option('--json', 'print the result as JSON, and no progress')
    .addHelpText(
      'after',
      '\nEnds with 0 when the month is complete. Ends with 3 when it is partial: run it again later.',
    )
    .action(download);

  addForceOption(registry.command('update'), judgementNames)
    .description('download the newest month and import it, unless it is live already; made for cron')
    .option('--month <YYYY-MM>', 'this month and no other, also while a rollback holds', parseMonth)
    .option('--to <folder>', 'where to download to (default: downloads in the data directory)')
    .option('--connections <count>', 'files to fetch at one time', upTo(16), connectionsDefault)
    .option('--facts-only', 'only the data for verification: no partners, no whole records')
    .option('--keep-files', 'keep the downloaded files after the import')
    .option('--json', 'print the result as JSON, and no progress')
    .addHelpText(
      'after',
      '\nEnds with 0 when the newest month is live or a rollback holds it. Ends with 3 when the month is partial: run it again later.',
    )
    .action(update);
}

async function download(flags: DownloadFlags): Promise<void> {
  const config = loadConfig();
  const { openDownloads } = await import('../../../compose/commands/registry/registry.ts');
  const view = createDownloadView(flags.json === true);
  const result = await withStopSignal(stoppedDownload, async (signal) => {
    const months = await openDownloads(config, {
      folder: flags.to,
      filesAtOnce: flags.connections,
      withPartners: flags.factsOnly !== true,
      signal,
      watch: view,
    });
    try {
      return await months.download(flags.month ?? ((await months.list())[0] as string));
    } finally {
      view.stop();
      await months.close();
    }
  });
  if (flags.json === true) printJson(toDownloadJson(result));
  if (!result.complete) throw toPartial(result);
  if (flags.json !== true) {
    print(`${describeDownload(result)}\nImport it: confere registry import ${result.folder}`);
  }
}

async function update(flags: UpdateFlags): Promise<void> {
  const config = await loadImportConfig();
  const { openRegistryTools, runUpdate } = await import('../../../compose/commands/registry/registry.ts');
  const tools = await openRegistryTools(config);
  const silent = flags.json === true;
  const factsOnly = flags.factsOnly === true;
  const forced = flags.force ?? [];
  // A month that is asked for by its name is meant, whatever a rollback holds.
  const overridden = flags.month === undefined ? forced : [...forced, 'rollback_hold' as const];
  const watch = createDownloadView(silent);
  let view: ReturnType<typeof createImportView> | undefined;
  const outcome = await withStopSignal(stoppedUpdate, (signal) =>
    runUpdate(config, tools, {
      month: flags.month,
      folder: flags.to ?? join(config.data_dir, 'downloads'),
      filesAtOnce: flags.connections,
      factsOnly,
      keepFiles: flags.keepFiles === true,
      overridden,
      signal,
      watch,
      onProgress(progress) {
        watch.stop();
        view ??= createImportView(silent);
        view.show(progress);
      },
    }).finally(() => {
      watch.stop();
      view?.stop();
    }),
  );
  printOutcome(outcome, silent);
}

const stoppedDownload = 'The download was stopped: what is here is kept, and the same command goes on from there.';
const stoppedUpdate =
  'The update was stopped: the live registry stays in use, and the same command resumes where this one stopped.';

function printOutcome(outcome: UpdateOutcome, asJson: boolean): void {
  if (asJson) printJson(toUpdateJson(outcome));
  if (outcome.kind === 'partial') throw toPartial(outcome.download);
  if (asJson) return;
  if (outcome.kind === 'up_to_date') {
    print(`Nothing to do: the newest month is ${outcome.month}, and the data of ${outcome.dataAsOf} is live.`);
    return;
  }
  if (outcome.kind === 'held') {
    print(
      `Nothing was done: a rollback holds the data of ${outcome.dataAsOf}. \`registry release\` ends that; \`registry update --month YYYY-MM\` imports one month now.`,
    );
    return;
  }
  const { counts, dataAsOf } = outcome.draft;
  print(
    `Live: ${toCount(counts.establishments)} establishments of ${toCount(counts.companies)} companies as of ${dataAsOf}.`,
  );
  for (const line of describeOverridden(outcome.draft)) print(line);
}

function toUpdateJson(outcome: UpdateOutcome): unknown {
  switch (outcome.kind) {
    case 'up_to_date':
      return { outcome: outcome.kind, month: outcome.month, data_as_of: outcome.dataAsOf };
    case 'held':
      return { outcome: outcome.kind, data_as_of: outcome.dataAsOf ?? null };
    case 'partial':
      return { outcome: outcome.kind, ...toDownloadJson(outcome.download) };
    case 'updated':
      return {
        outcome: outcome.kind,
        month: outcome.month,
        data_as_of: outcome.draft.dataAsOf,
        ...outcome.draft.counts,
        overridden: outcome.draft.overridden.map(({ name }) => name),
      };
  }
}

function toDownloadJson({ month, folder, complete, files, notPublished }: MonthDownload) {
  return { month, folder, complete, files, not_published: notPublished };
}

function describeDownload({ month, folder, files }: MonthDownload): string {
  const bytes = files.reduce((sum, file) => sum + (file.kind === 'failed' ? 0 : file.bytes), 0);
  return `${month} is complete: ${files.length} files, ${formatBytes(bytes)}, in ${folder}.`;
}

function toPartial({ month, files, notPublished }: MonthDownload): OperatorError {
  const failed = files.flatMap((file) => (file.kind === 'failed' ? [`${file.name} (${file.reason})`] : []));
  const parts = [
    ...(notPublished.length > 0 ? [`not published yet: ${notPublished.join(', ')}`] : []),
    ...(failed.length > 0 ? [`not fetched: ${failed.join(', ')}`] : []),
  ];
  return new OperatorError(
    `${month} is partial; ${parts.join('; ')}. Run the same command again later: it resumes where it stopped.`,
    partialExitCode,
  );
}

function parseMonth(text: string): string {
  if (!isPublishedMonth(text)) throw new InvalidArgumentError('Give a month as YYYY-MM.');
  return text;
}
