// `confere batches …` and `confere watches …`: what keys have handed over, how it stands, and its end. What is in them is not shown.

import type { Command } from 'commander';
import type { StoredBatch } from '../../../app/batches/ports.ts';
import { toTime } from '../../../app/keys/show-key.ts';
import type { StoredWatch } from '../../../app/watches/ports.ts';
import type { KeyThings } from '../../../compose/commands/key-things.ts';
import { loadConfig } from '../../../config.ts';
import { OperatorError } from '../../../errors.ts';
import { upTo } from '../../options/whole-number.ts';
import { print, printJson, printTable } from '../../terminal/terminal.ts';

interface Kind<Thing> {
  /** The command's word. */
  readonly name: string;
  readonly one: string;
  readonly description: string;
  /** `goes` names the data that a deletion removes as well. */
  readonly goes: string;
  readonly header: readonly string[];
  use(work: (things: KeyThings<Thing>) => Promise<void>): Promise<void>;
  toRow(thing: Thing): readonly string[];
  toJson(thing: Thing): object;
}

interface ListFlags {
  readonly key?: string;
  readonly limit: number;
  readonly json?: boolean;
}

const load = () => import('../../../compose/commands/key-things.ts');

export function addBatchesCommands(program: Command): void {
  addCommands<StoredBatch>(program, {
    name: 'batches',
    one: 'batch',
    description: 'list, show and delete the batches of all keys',
    goes: 'its rows and results; what was not yet asked is not asked any more',
    header: ['ID', 'KEY', 'STATE', 'ROWS', 'DONE', 'MADE', 'KEPT UNTIL'],
    use: async (work) => (await load()).withBatches(loadConfig(), work),
    toRow: ({ id, keyId, state, rows, counts, createdAtMs, expiresAtMs }) => {
      const done = Object.values(counts).reduce((sum, count) => sum + count, 0);
      return [id, keyId, state, String(rows), String(done), toTime(createdAtMs), toTime(expiresAtMs) ?? ''];
    },
    toJson: (batch) => ({
      id: batch.id,
      key_id: batch.keyId,
      state: batch.state,
      reason: batch.reason,
      purpose: batch.purpose,
      webhook_id: batch.webhookId,
      rows: batch.rows,
      counts: batch.counts,
      risks: batch.risks,
      created_at: toTime(batch.createdAtMs),
      finished_at: toTime(batch.finishedAtMs),
      expires_at: toTime(batch.expiresAtMs),
    }),
  });
}

export function addWatchesCommands(program: Command): void {
  addCommands<StoredWatch>(program, {
    name: 'watches',
    one: 'watch',
    description: 'list, show and delete the watches of all keys',
    goes: 'its list and its changes',
    header: ['ID', 'KEY', 'KIND', 'WATCHED', 'CHANGES', 'MISSED', 'MADE', 'COMPARED', 'KEPT UNTIL'],
    use: async (work) => (await load()).withWatches(loadConfig(), work),
    toRow: ({ id, keyId, kind, members, lastChange, missed, createdAtMs, comparedAtMs, untilMs }) => [
      id,
      keyId,
      kind,
      String(members),
      String(lastChange),
      String(missed),
      toTime(createdAtMs),
      toTime(comparedAtMs) ?? '',
      toTime(untilMs) ?? '',
    ],
    toJson: (watch) => ({
      id: watch.id,
      key_id: watch.keyId,
      mode: watch.mode,
      state: watch.state,
      webhook_id: watch.webhookId,
      kind: watch.kind,
      companies: watch.kind === 'company' ? watch.members : 0,
      people: watch.kind === 'person' ? watch.members : 0,
      lists: watch.lists !== null,
      purpose: watch.purpose,
      legal_basis: watch.legalBasis,
      until: toTime(watch.untilMs),
      changes: watch.lastChange,
      missed_comparisons: watch.missed,
      snapshot: watch.snapshot,
      created_at: toTime(watch.createdAtMs),
      compared_at: toTime(watch.comparedAtMs),
    }),
  });
}

function addCommands<Thing>(program: Command, kind: Kind<Thing>): void {
  const { name, one, goes, use } = kind;
  const group = program.command(name).description(kind.description);
  const ofId = `the id that \`${name} list\` shows`;
  const toUnknown = () => new OperatorError(`There is no such ${one}. See: confere ${name} list`);

  group
    .command('list')
    .description(`show the ${name}, the newest first`)
    .option('--key <id>', 'only those of this key: the id that `keys list` shows')
    .option('--limit <count>', 'at most this many', upTo(10_000), 50)
    .option('--json', 'print JSON')
    .action(({ key, limit, json }: ListFlags) =>
      use(async (things) => {
        const found = await things.list({ keyId: key ?? null, limit });
        if (json) printJson(found.map(kind.toJson));
        else if (found.length === 0) print('There are none.');
        else printTable(kind.header, found.map(kind.toRow));
      }),
    );

  group
    .command('show')
    .description(`show the state of one ${one}`)
    .argument('<id>', ofId)
    .option('--json', 'print JSON')
    .action((id: string, { json }: { json?: boolean }) =>
      use(async (things) => {
        const thing = await things.find(id);
        if (thing === undefined) throw toUnknown();
        const shown = kind.toJson(thing);
        if (json) return printJson(shown);
        for (const [field, value] of Object.entries(shown)) {
          print(
            `${field.padEnd(20)}${typeof value === 'object' && value !== null ? JSON.stringify(value) : (value ?? '')}`,
          );
        }
      }),
    );

  group
    .command('delete')
    .description(`delete a ${one} with ${goes}`)
    .argument('<id>', ofId)
    .requiredOption('--yes', 'confirm: this cannot be undone')
    .option('--json', 'print JSON')
    .action((id: string, { json }: { json?: boolean }) =>
      use(async (things) => {
        if (!(await things.delete(id))) throw toUnknown();
        if (json) printJson({ id, deleted: true });
        else print(`Deleted: ${id}. It stands in the audit.`);
      }),
    );
}
