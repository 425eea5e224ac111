// `confere lists publish` and `confere lists pull`: one machine imports, the others take its lists.

import type { Command } from 'commander';
import { type ListJudgementName, listJudgementNames } from '../../../app/screening/lists/judge-list.ts';
import type { Shipped } from '../../../compose/commands/lists/share.ts';
import { loadConfig } from '../../../config.ts';
import { laterExitCode, OperatorError } from '../../../errors.ts';
import { addForceOption, type ForceFlag } from '../../options/force-option.ts';
import { connectionsDefault, keepDefault } from '../../options/share-options.ts';
import { upTo } from '../../options/whole-number.ts';
import { print, printJson, printTable } from '../../terminal/terminal.ts';
import { withTransferViews } from '../../terminal/transfer-views.ts';
import { loadImportConfig } from '../import-home.ts';

interface ShareFlags extends ForceFlag<ListJudgementName> {
  readonly only?: readonly string[];
  readonly connections: number;
  readonly json?: boolean;
}

interface PublishFlags extends ShareFlags {
  readonly keep: number;
  readonly sign?: string;
}

export function addShareCommands(lists: Command): void {
  addShareOptions(lists.command('publish'))
    .description('publish the live edition of every list for other machines; sends only what is not there yet')
    .argument('<target>', 'a folder, or s3://BUCKET/PREFIX with credentials in AWS_ACCESS_KEY_ID and its like')
    .option('--keep <count>', 'editions of each list to keep there, with this one', upTo(100), keepDefault)
    .option('--sign <key>', 'sign them with the Ed25519 private key (PEM) in this file; see lists.publisher_key')
    .addHelpText(
      'after',
      '\nEnds with 0 when all of them are there. Ends with 3 when the target did not answer: run it again.',
    )
    .action(publish);

  addShareOptions(lists.command('pull'))
    .description('fetch the newest published edition of every list, check all of it and switch to it; made for a timer')
    .argument('[source]', 'a folder, an http(s) address or s3://BUCKET/PREFIX (default: lists.source)')
    .addHelpText(
      'after',
      '\nEnds with 0 when the newest are live or a rollback holds them. Ends with 3 when nothing is published or the source did not answer: run it again.',
    )
    .action(pull);
}

function addShareOptions(command: Command): Command {
  return addForceOption(command, listJudgementNames)
    .option('--only <lists>', 'these lists, separated by commas (default: all lists)', (text: string) =>
      text.split(',').map((name) => name.trim()),
    )
    .option('--connections <count>', 'pieces to transfer at one time', upTo(16), connectionsDefault)
    .option('--json', 'print the result as JSON, and no progress');
}

/** Each list is checked in no time. */
const onCheck = () => {};

async function publish(target: string, flags: PublishFlags): Promise<void> {
  const config = loadConfig();
  const { publishLists } = await import('../../../compose/commands/lists/share.ts');
  const { only: lists = [], force: overridden = [], json = false, ...rest } = flags;
  const stopped = 'The publishing was stopped: nobody sees half a list, and the same command goes on from there.';
  const shipped = await withTransferViews(json, stopped, (parts) =>
    publishLists(config, { ...rest, ...parts, onCheck, address: target, lists, overridden }),
  );
  report(shipped, json, ({ kind, snapshot }) => ({ outcome: kind, snapshot }));
}

async function pull(source: string | undefined, flags: ShareFlags): Promise<void> {
  const config = await loadImportConfig();
  const address = source ?? config['lists.source'];
  if (address === null) throw new OperatorError('Name the source: confere lists pull SOURCE, or set lists.source.');
  const { pullLists } = await import('../../../compose/commands/lists/share.ts');
  const { only: lists = [], force: overridden = [], json = false, connections } = flags;
  const stopped =
    'The pull was stopped: the live lists stay in use, and the same command resumes where this one stopped.';
  const shipped = await withTransferViews(json, stopped, (parts) =>
    pullLists(config, { ...parts, onCheck, connections, address, lists, overridden }),
  );
  report(shipped, json, (outcome) => ({
    outcome: outcome.kind,
    snapshot: 'snapshot' in outcome ? outcome.snapshot : 'live' in outcome ? outcome.live : undefined,
  }));
  const isNothing = shipped.every((one) => 'outcome' in one && one.outcome.kind === 'nothing_published');
  if (isNothing) throw new OperatorError('No list was published there yet.', laterExitCode);
}

interface Shown {
  readonly outcome: string;
  readonly snapshot: { readonly id: string; readonly dataAsOf: string } | undefined;
}

function report<Outcome>(
  shipped: readonly Shipped<Outcome>[],
  asJson: boolean,
  toShown: (outcome: Outcome) => Shown,
): void {
  const rows = shipped.map((one) => {
    if ('failure' in one)
      return { list: one.list, outcome: 'failed', snapshot: null, data_as_of: null, reason: one.failure };
    const { outcome, snapshot } = toShown(one.outcome);
    return {
      list: one.list,
      outcome,
      snapshot: snapshot?.id ?? null,
      data_as_of: snapshot?.dataAsOf ?? null,
      reason: outcome === 'older' ? 'What is live is newer. If the older one is right: --force older_data' : null,
    };
  });
  if (asJson) printJson(rows);
  else if (rows.length > 0)
    printTable(
      ['LIST', 'OUTCOME', 'DATA OF', 'EDITION'],
      rows.map(({ list, outcome, data_as_of, snapshot }) => [list, outcome, data_as_of ?? '', snapshot ?? '']),
    );
  const bad = rows.flatMap(({ list, reason }) => (reason === null ? [] : [`${list}: ${reason}`]));
  if (bad.length > 0) throw new OperatorError(bad.join('\n'), undefined, bad);
  if (rows.length === 0 && !asJson) print('There is no list.');
}
