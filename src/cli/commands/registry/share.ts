// `confere registry publish` and `confere registry pull`: one machine imports, the others take its snapshot.

import type { Command } from 'commander';
import type { PullOutcome } from '../../../app/datasets/pull-snapshot.ts';
import { type JudgementName, judgementNames } from '../../../app/registry/judge-draft.ts';
import { loadConfig } from '../../../config.ts';
import { laterExitCode, OperatorError } from '../../../errors.ts';
import { addForceOption, describeOverridden, type ForceFlag } from '../../options/force-option.ts';
import { connectionsDefault, keepDefault } from '../../options/share-options.ts';
import { upTo } from '../../options/whole-number.ts';
import { formatBytes } from '../../terminal/progress.ts';
import { print, printJson } from '../../terminal/terminal.ts';
import { withTransferViews } from '../../terminal/transfer-views.ts';
import { loadImportConfig } from '../import-home.ts';

interface PublishFlags extends ForceFlag<JudgementName> {
  readonly snapshot: string;
  readonly keep: number;
  readonly sign?: string;
  readonly connections: number;
  readonly json?: boolean;
}

interface PullFlags extends ForceFlag<JudgementName> {
  readonly snapshot?: string;
  readonly connections: number;
  readonly json?: boolean;
}

export function addShareCommands(registry: Command): void {
  addForceOption(registry.command('publish'), judgementNames)
    .description('publish a snapshot for other machines; resumes where an earlier run stopped')
    .argument('<target>', 'a folder, or s3://BUCKET/PREFIX with credentials in AWS_ACCESS_KEY_ID and its like')
    .option('--snapshot <which>', '`live`, `previous` or the id of one', 'live')
    .option('--keep <count>', 'snapshots to keep there, with this one', upTo(100), keepDefault)
    .option('--sign <key>', 'sign it with the Ed25519 private key (PEM) in this file; see registry.publisher_key')
    .option('--connections <count>', 'pieces to send at one time', upTo(16), connectionsDefault)
    .option('--json', 'print the result as JSON, and no progress')
    .addHelpText(
      'after',
      '\nEnds with 0 when the snapshot is there. Ends with 3 when the target did not answer: run it again.',
    )
    .action(publish);

  addForceOption(registry.command('pull'), judgementNames)
    .description('fetch the newest published snapshot, check all of it and switch to it; made for cron')
    .argument('[source]', 'a folder, an http(s) address or s3://BUCKET/PREFIX (default: registry.source)')
    .option('--snapshot <id>', 'this snapshot and no other, also while a rollback holds')
    .option('--connections <count>', 'pieces to fetch at one time', upTo(16), connectionsDefault)
    .option('--json', 'print the result as JSON, and no progress')
    .addHelpText(
      'after',
      '\nEnds with 0 when the newest is live or a rollback holds it. Ends with 3 when nothing is published or the source did not answer: run it again.',
    )
    .action(pull);
}

async function publish(target: string, flags: PublishFlags): Promise<void> {
  const config = loadConfig();
  const { publishRegistry } = await import('../../../compose/commands/registry/share.ts');
  const { json = false, force = [], ...rest } = flags;
  const stopped = 'The publishing was stopped: nobody sees any of it, and the same command goes on from there.';
  const published = await withTransferViews(json, stopped, (parts) =>
    publishRegistry(config, { ...rest, ...parts, address: target, overridden: force }),
  );
  const { kind, snapshot, bytes, storedBytes, sentBytes, removed, cleared, notCleared, overridden } = published;
  if (json)
    return printJson({
      outcome: kind,
      snapshot: snapshot.id,
      data_as_of: snapshot.dataAsOf,
      bytes,
      stored_bytes: storedBytes,
      sent_bytes: sentBytes,
      removed,
      cleared,
      not_cleared: notCleared,
      overridden: overridden.map(({ name }) => name),
    });
  if (kind === 'already_there')
    return print(
      `Nothing to do: the snapshot ${snapshot.id} with the data of ${snapshot.dataAsOf} is the newest there.`,
    );
  print(
    `Published: ${snapshot.id} with the data of ${snapshot.dataAsOf}, ${formatBytes(bytes)} as ${formatBytes(storedBytes)}, of which ${formatBytes(sentBytes)} were sent now.`,
  );
  for (const line of describeOverridden(published)) print(line);
  if (removed.length > 0) print(`No longer there: ${removed.join(', ')}.`);
  if (cleared.length > 0) print(`Cleared away, of uploads that were given up: ${cleared.join(', ')}.`);
  if (notCleared !== null) print(`What uploads that were given up have left was not looked for: ${notCleared}.`);
}

async function pull(source: string | undefined, flags: PullFlags): Promise<void> {
  const config = await loadImportConfig();
  const address = source ?? config['registry.source'];
  if (address === null)
    throw new OperatorError('Name the source: confere registry pull SOURCE, or set registry.source.');
  const { pullSharedRegistry } = await import('../../../compose/commands/registry/share.ts');
  const { json = false, force = [], connections, snapshot } = flags;
  const stopped =
    'The pull was stopped: the live registry stays in use, and the same command resumes where this one stopped.';
  const outcome = await withTransferViews(json, stopped, (parts) =>
    pullSharedRegistry(config, { ...parts, address, connections, snapshot, overridden: force }),
  );
  printOutcome(outcome, json);
}

function printOutcome(outcome: PullOutcome<{ id: string; dataAsOf: string; importedAt: string }>, asJson: boolean) {
  if (asJson) printJson(toPullJson(outcome));
  switch (outcome.kind) {
    case 'nothing_published':
      throw new OperatorError(
        'There is no such snapshot: nothing was published there yet, or the snapshot was removed.',
        laterExitCode,
      );
    case 'older':
      throw new OperatorError(
        `The published data is of ${outcome.snapshot.dataAsOf}, the live data of ${outcome.live.dataAsOf}: older data would replace newer. If you know that it is right: --force older_data`,
      );
  }
  if (asJson) return;
  if (outcome.kind === 'held')
    print(
      `Nothing was done: a rollback holds the data of ${outcome.live?.dataAsOf}. \`registry release\` ends that; \`registry pull --snapshot ID\` takes one now.`,
    );
  else if (outcome.kind === 'up_to_date') print(`Nothing to do: the data of ${outcome.live.dataAsOf} is live.`);
  else print(`Live: ${outcome.snapshot.id} with the data of ${outcome.snapshot.dataAsOf}.`);
}

function toPullJson(outcome: PullOutcome<{ id: string; dataAsOf: string; importedAt: string }>) {
  const shown = 'snapshot' in outcome ? outcome.snapshot : 'live' in outcome ? outcome.live : undefined;
  return { outcome: outcome.kind, snapshot: shown?.id ?? null, data_as_of: shown?.dataAsOf ?? null };
}
