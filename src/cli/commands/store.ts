// `confere store …`: the database that several nodes share.

import type { Command } from 'commander';
import { loadConfig } from '../../config.ts';
import { OperatorError } from '../../errors.ts';
import { print, printJson } from '../terminal.ts';

interface MigrateOptions {
  readonly check?: boolean;
  readonly json?: boolean;
}

export function addStoreCommands(program: Command): void {
  const store = program.command('store').description('look after the PostgreSQL that several nodes share');
  store
    .command('migrate')
    .description('bring the tables forward to this version, one command at a time; services that run go on')
    .option('--check', 'only say what is pending; exit 1 when anything is')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
It runs as the owner in store_maintenance, and gives the user in store the rights that the service needs.
In an upgrade it comes first: the version before it serves on what it leaves, and the new one starts on nothing else.`,
    )
    .action(migrate);
  store
    .command('purge')
    .description(
      'drop the months of the audit that are older than audit.record_days, and their evidence after audit.evidence_days',
    )
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
It runs as the owner in store_maintenance, by cron once a week or a month; the service itself has no right to it. A month goes when
all its days are older than what is kept. It also makes the tables of the months to come.`,
    )
    .action(purge);
  store
    .command('accept-server')
    .description('take the server in store for the right one, after a restore or a way back on purpose')
    .option('--yes', 'really do it')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
A node refuses a PostgreSQL that was not promoted last: what was revoked or recorded on the other one would be missing. Run this only when that one is gone
for good, on each node, or on one where counters names a Redis. Keys that were revoked since must be revoked again.`,
    )
    .action(acceptServer);
  addTransferCommands(store);
}

function addTransferCommands(store: Command): void {
  store
    .command('import')
    .description(
      'take keys, audit, usage, operators, batches, watches and webhooks of data_dir into the database of store',
    )
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
For a node that ran without store, and for one of an older version, which kept batches, watches and webhooks to itself. Stop its service first. It runs as the
owner in store_maintenance. Cut off, it is run again and goes on. At the end the audit is verified in the database, and the old files are moved to data_dir/taken-over-TIME.`,
    )
    .action(importStore);
  store
    .command('leave')
    .description('leave what data_dir holds out of the database of store, for good')
    .option('--yes', 'really do it')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
The files are moved to data_dir/left-behind-TIME, and the audit says that you did. Keys in them are refused from then on, their audit is not shown.`,
    )
    .action(leave);
}

async function importStore({ json }: { readonly json?: boolean }): Promise<void> {
  const { importStore: run } = await import('../../compose/commands/store-import.ts');
  const { parts, movedTo } = await run(loadConfig(), ({ part, found, there }) => {
    if (json || found === 0) return;
    const taken = there < found ? `, ${found - there} of them are there under the same name already` : '';
    print(`${part}: ${found}${taken}`);
  });
  if (json) printJson({ parts, moved_to: movedTo });
  else if (movedTo === null) print('There is nothing in data_dir to take over.');
  else
    print(
      `The audit verifies in the database. The old files are in ${movedTo}: remove them once the cluster runs, for nobody can be erased there.`,
    );
}

async function leave({ yes, json }: { readonly yes?: boolean; readonly json?: boolean }): Promise<void> {
  const config = loadConfig();
  if (!yes) {
    throw new OperatorError(
      'This leaves the keys, the audit and all else of data_dir out of the database of store. To do it, add --yes',
    );
  }
  const { leaveBehind } = await import('../../compose/commands/store-import.ts');
  const movedTo = await leaveBehind(config);
  if (json) printJson({ moved_to: movedTo });
  else print(movedTo === null ? 'There is nothing in data_dir to leave.' : `Left: the files are in ${movedTo}.`);
}

async function acceptServer({ yes, json }: { readonly yes?: boolean; readonly json?: boolean }): Promise<void> {
  const config = loadConfig();
  if (!yes) {
    throw new OperatorError(
      'This takes the server in store for the right one. What was written on another since then is lost. To do it, add --yes',
    );
  }
  const { acceptServer: accept } = await import('../../compose/commands/store.ts');
  const { timeline } = await accept(config);
  if (json) printJson({ timeline });
  else print(`Accepted: the server in store, timeline ${timeline}. Revoke again what was revoked since the backup.`);
}

async function migrate({ check, json }: MigrateOptions): Promise<void> {
  const { checkMigrations, runMigrations } = await import('../../compose/commands/store.ts');
  const config = loadConfig();
  if (check) {
    const { version, half, pending } = await checkMigrations(config);
    if (json) printJson({ version, unfinished: half ?? null, pending });
    else if (pending.length === 0) print(`Nothing is pending: schema ${version}.`);
    else for (const name of pending) print(`pending: ${name}`);
    if (pending.length > 0) process.exitCode = 1;
    return;
  }
  const { made, version } = await runMigrations(config);
  if (json) printJson({ version, made });
  else
    print(
      made.length === 0 ? `Nothing was pending: schema ${version}.` : `Made: ${made.join('; ')}. Schema ${version}.`,
    );
}

async function purge({ json }: { readonly json?: boolean }): Promise<void> {
  const { purgeMonths } = await import('../../compose/commands/store.ts');
  const dropped = await purgeMonths(loadConfig());
  if (json) printJson({ dropped });
  else print(dropped.length === 0 ? 'No month is old enough.' : `Dropped: ${dropped.join(', ')}.`);
}
