// `confere store …`: the database that several nodes share.

import type { Command } from 'commander';
import { loadConfig } from '../../config.ts';
import { OperatorError } from '../../errors.ts';
import { print, printJson } from '../terminal/terminal.ts';

interface MigrateOptions {
  readonly check?: boolean;
  readonly json?: boolean;
}

export function addStoreCommands(program: Command): void {
  const store = program.command('store').description('look after the PostgreSQL that several nodes share');
  store
    .command('migrate')
    .description('update the tables to this version, one command at a time; running services go on')
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
    .description('accept the server in store as the right one, after a restore or a deliberate way back')
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
owner in store_maintenance. From its beginning on no service starts on the files. Cut off, it is run again and goes on. At the end the audit is verified in the database,
and the old files are moved to data_dir/taken-over-TIME.`,
    )
    .action(importStore);
  store
    .command('export')
    .description('the way back: take all that the database of store holds into data_dir of this node')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Stop every node first, and leave store in the settings until it is done. It runs as the owner in store_maintenance. From its beginning on no node starts on the database.
Cut off, it is run again and goes on. At the end the audit is verified in data_dir. The database keeps what it held, marked as left.`,
    )
    .action(exportStore);
  store
    .command('stay')
    .description('abandon an import or an export, and go on with the data where it was')
    .option('--yes', 'really do it')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
After an export that was finished, the database is as it was then: keys that were revoked since work again. Both sides keep their data.`,
    )
    .action(stay);
  store
    .command('leave')
    .description('never move the data of data_dir into the database of store')
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
  const { importStore: run } = await import('../../compose/commands/store/import.ts');
  const { parts, movedTo } = await run(loadConfig(), json ? () => {} : printPart);
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
  const { leaveBehind } = await import('../../compose/commands/store/stay.ts');
  const movedTo = await leaveBehind(config);
  if (json) printJson({ moved_to: movedTo });
  else print(movedTo === null ? 'There is nothing in data_dir to leave.' : `Left: the files are in ${movedTo}.`);
}

async function exportStore({ json }: { readonly json?: boolean }): Promise<void> {
  const { exportStore: run } = await import('../../compose/commands/store/export.ts');
  const config = loadConfig();
  const { parts } = await run(config, json ? () => {} : printPart);
  if (json) printJson({ parts });
  else
    print(
      `The audit verifies in ${config.data_dir}. Take store out of the settings and start the service. The database keeps what it held, and no node starts on it: remove it once this one runs, for nobody can be erased there.`,
    );
}

async function stay({ yes, json }: { readonly yes?: boolean; readonly json?: boolean }): Promise<void> {
  const config = loadConfig();
  if (!yes) {
    throw new OperatorError(
      'This gives up a move of the data, and goes on with the data where it was. What came since on the other side is not in it. To do it, add --yes',
    );
  }
  const { stay: run } = await import('../../compose/commands/store/stay.ts');
  const place = await run(config);
  if (json) printJson({ place });
  else if (place === null) print('No data was moved, and none is on its way.');
  else print(place === 'data_dir' ? `Stayed: the files in ${config.data_dir}.` : 'Stayed: the database of store.');
}

function printPart({ part, found, there }: { part: string; found: number; there: number }): void {
  if (found === 0) return;
  const taken = there < found ? `, ${found - there} of them are there under the same name already` : '';
  print(`${part}: ${found}${taken}`);
}

async function acceptServer({ yes, json }: { readonly yes?: boolean; readonly json?: boolean }): Promise<void> {
  const config = loadConfig();
  if (!yes) {
    throw new OperatorError(
      'This takes the server in store for the right one. What was written on another since then is lost. To do it, add --yes',
    );
  }
  const { acceptServer: accept } = await import('../../compose/commands/store/maintenance.ts');
  const { timeline } = await accept(config);
  if (json) printJson({ timeline });
  else
    print(
      `Accepted: the server in store, timeline ${timeline}. Revoke again what was revoked since the backup: confere keys list --since-restore`,
    );
}

async function migrate({ check, json }: MigrateOptions): Promise<void> {
  const { checkMigrations, runMigrations } = await import('../../compose/commands/store/maintenance.ts');
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
  const { purgeMonths } = await import('../../compose/commands/store/maintenance.ts');
  const dropped = await purgeMonths(loadConfig());
  if (json) printJson({ dropped });
  else print(dropped.length === 0 ? 'No month is old enough.' : `Dropped: ${dropped.join(', ')}.`);
}
