// `confere backup DIR` while the service runs, and `confere restore DIR` while it does not.

import type { Command } from 'commander';
import { loadConfig } from '../../config.ts';
import { print, printFault, printJson } from '../terminal/terminal.ts';

interface BackupOptions {
  readonly registry: boolean;
  readonly lists: boolean;
  readonly withSecrets?: string;
  readonly json?: boolean;
}

interface RestoreOptions {
  readonly withSecrets?: string;
  readonly ledger?: string;
  readonly withoutLedger?: boolean;
  readonly force?: boolean;
  readonly check?: boolean;
  readonly json?: boolean;
}

export function addBackupCommand(program: Command, version: string): void {
  program
    .command('backup')
    .description('copy all data of the service into a new folder, also while it runs')
    .argument('<dir>', 'a folder that does not exist yet')
    .option('--no-registry', 'leave the company registry out; it can be imported again')
    .option('--no-lists', 'leave the lists of people and companies out; published ones can be downloaded again')
    .option(
      '--with-secrets <file>',
      'also write the secrets, in clear, to this new file; keep it apart from the backup',
    )
    .option('--json', 'print JSON')
    .action((directory: string, options: BackupOptions) => backup(directory, options, version));
}

export function addRestoreCommand(program: Command): void {
  program
    .command('restore')
    .description('verify a backup and put it in place, while no service runs')
    .argument('<dir>', 'the folder that `confere backup` made')
    .option('--with-secrets <file>', 'also put the secrets of this file in place')
    .option('--ledger <file>', 'the newest ledger of erasures, if the one in its place is older')
    .option('--without-ledger', 'restore without a ledger: nobody was ever erased, or every copy of it is lost')
    .option('--force', 'move existing data aside and replace it')
    .option('--check', 'only verify the backup')
    .option('--json', 'print JSON')
    .action((directory: string, options: RestoreOptions) => restore(directory, options));
}

async function backup(directory: string, options: BackupOptions, version: string): Promise<void> {
  const { makeBackup } = await import('../../compose/commands/backup.ts');
  const made = await makeBackup(loadConfig(), {
    directory,
    withRegistry: options.registry,
    withLists: options.lists,
    secretsFile: options.withSecrets,
    version,
  });
  const { files, bytes, registryDataAsOf, lists, damagedLists } = made;
  if (options.json) {
    const about = { registry_data_as_of: registryDataAsOf, lists, damaged_lists: damagedLists };
    printJson({ directory: made.directory, bytes, files: files.length, ...about });
  } else {
    const registry = registryDataAsOf === null ? 'without a registry' : `with the registry of ${registryDataAsOf}`;
    print(
      `Backed up to ${made.directory}: ${files.length} files, ${Math.ceil(bytes / 1e6)} MB, ${registry}${toLists(lists)}.`,
    );
    print('Verify it where you keep it: confere restore DIR --check');
  }
  for (const damaged of damagedLists) printFault(`Left out, because it is damaged: ${damaged}`);
  if (options.withSecrets === undefined)
    printFault('Without the secrets: keep a copy of secrets_dir, apart from this.');
  else printFault(`${options.withSecrets} opens everything in the backup. Keep it apart from it, and closed.`);
}

function toLists(lists: readonly string[]): string {
  return lists.length === 0 ? '' : ` and ${lists.length} ${lists.length === 1 ? 'list' : 'lists'}`;
}

async function restore(directory: string, options: RestoreOptions): Promise<void> {
  const { restoreBackup, verifyBackup } = await import('../../compose/commands/restore.ts');
  if (options.check) {
    const manifest = await verifyBackup(directory);
    if (options.json) printJson({ whole: true, made_at: manifest.made_at, files: manifest.files.length });
    else print(`Whole: ${manifest.files.length} files, made at ${manifest.made_at}.`);
    return;
  }
  const { manifest, movedTo, erasures } = await restoreBackup(loadConfig(), {
    directory,
    secretsFile: options.withSecrets,
    ledgerFile: options.ledger,
    withoutLedger: options.withoutLedger === true,
    force: options.force === true,
  });
  const { made_at, files } = manifest;
  if (options.json) printJson({ made_at, files: files.length, moved_to: movedTo, erasures_reapplied: erasures });
  else print(`Restored ${manifest.files.length} files of ${manifest.made_at}. Look at it: confere doctor`);
  if (erasures > 0 && !options.json)
    print(`${erasures} ${erasures === 1 ? 'person' : 'people'} erased since then were erased again.`);
  if (movedTo !== null) printFault(`What was there lies in ${movedTo}. Remove it when you are sure.`);
}
