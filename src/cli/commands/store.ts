// `confere store …`: the database that several nodes share.

import type { Command } from 'commander';
import type { planMigrations } from '../../compose/commands/store/maintenance.ts';
import { loadConfig } from '../../config.ts';
import { OperatorError } from '../../errors.ts';
import { formatBytes, toCount } from '../terminal/progress.ts';
import { print, printJson } from '../terminal/terminal.ts';

type PlannedMigration = Awaited<ReturnType<typeof planMigrations>>[number];

interface MigrateOptions {
  readonly check?: boolean;
  readonly plan?: boolean;
  readonly json?: boolean;
}

export function addStoreCommands(program: Command): void {
  const store = program
    .command('store')
    .description('create, update, purge and move the data in the PostgreSQL that several nodes share');
  store
    .command('migrate')
    .description('update the tables to this version, one command at a time; running services keep working')
    .option('--check', 'only say what is pending; exit 1 when anything is')
    .option('--plan', 'only show the statements that are pending, and how large the tables are that they change')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
It runs as the owner in store_maintenance, and gives the user in store the rights that the service needs.
Run it first in an upgrade: the previous version works with the updated tables, and the new one starts only with them.`,
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
It runs as the owner in store_maintenance, by cron once a week or a month; the service itself may not do it. It drops a month when
all its days are older than the time of keeping. It also makes the tables of the coming months.`,
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
A node refuses a PostgreSQL that was not promoted last: what you revoked or recorded on the other one would be missing. Run this only when the other one is gone
for good: on each node, or on one node if counters names a Redis. Then revoke again the keys that you revoked since then.`,
    )
    .action(acceptServer);
  addTransferCommands(store);
}

function addTransferCommands(store: Command): void {
  store
    .command('import')
    .description(
      'move keys, audit, usage, operators, batches, watches and webhooks of data_dir into the database of store',
    )
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
For a node that ran without store. Stop its service first. It runs as the owner in store_maintenance. As soon as it begins, no service starts
on the files. If it is cut off, run it again: it continues. At the end it verifies the audit in the database, and moves the old files to
data_dir/taken-over-TIME.`,
    )
    .action(importStore);
  store
    .command('export')
    .description('move all data of the database of store back into data_dir of this node')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Stop every node first, and leave store in the settings until it is done. It runs as the owner in store_maintenance. As soon as it begins, no node starts on the database.
If it is cut off, run it again: it continues. At the end it verifies the audit in data_dir. The database keeps its data, and is marked as abandoned.`,
    )
    .action(exportStore);
  store
    .command('stay')
    .description('abandon an import or an export, and keep using the data where it was')
    .option('--yes', 'really do it')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
After a finished export, the database is as it was at that time: keys that you revoked since then work again. Both sides keep their data.`,
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
It moves the files to data_dir/left-behind-TIME, and the audit records that. From then on, Confere refuses the keys in them and does not show their audit.`,
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

function refuseUnconfirmed(yes: boolean | undefined, what: string): void {
  if (!yes) throw new OperatorError(`${what} To do it, add --yes`);
}

async function leave({ yes, json }: { readonly yes?: boolean; readonly json?: boolean }): Promise<void> {
  const config = loadConfig();
  refuseUnconfirmed(
    yes,
    'This keeps the keys, the audit and everything else in data_dir out of the database of store.',
  );
  const { leaveBehind } = await import('../../compose/commands/store/give-up-move.ts');
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
  refuseUnconfirmed(
    yes,
    'This cancels a move of the data and keeps using the data where it was. Data that was written on the other side since then is not in it.',
  );
  const { giveUpMove: run } = await import('../../compose/commands/store/give-up-move.ts');
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
  refuseUnconfirmed(
    yes,
    'This accepts the server in store as the right one. Data that was written on another one since then is lost.',
  );
  const { acceptServer: accept } = await import('../../compose/commands/store/maintenance.ts');
  const { timeline } = await accept(config);
  if (json) printJson({ timeline });
  else
    print(
      `Accepted: the server in store, timeline ${timeline}. Revoke again what was revoked since the backup: confere keys list --since-restore`,
    );
}

function describePlan({ name, sql, changes }: PlannedMigration): string {
  const sizes = changes.map(
    ({ table, bytes, rows }) => `  changes ${table}: ${formatBytes(bytes)}, about ${toCount(rows)} rows`,
  );
  return [`pending: ${name}`, ...sizes, ...sql.split('\n').map((line) => `    ${line}`), ''].join('\n');
}

async function migrate({ check, plan, json }: MigrateOptions): Promise<void> {
  const maintenance = await import('../../compose/commands/store/maintenance.ts');
  const config = loadConfig();
  if (check) {
    const { version, half, pending } = await maintenance.checkMigrations(config);
    if (json) printJson({ version, unfinished: half ?? null, pending });
    else if (pending.length === 0) print(`Nothing is pending: schema ${version}.`);
    else for (const name of pending) print(`pending: ${name}`);
    if (pending.length > 0) process.exitCode = 1;
    return;
  }
  if (plan) {
    const planned = await maintenance.planMigrations(config);
    if (json) printJson({ pending: planned });
    else if (planned.length === 0) print('Nothing is pending.');
    else for (const migration of planned) print(describePlan(migration));
    return;
  }
  const { made, version } = await maintenance.runMigrations(config);
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
