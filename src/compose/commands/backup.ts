// Makes a backup while the service runs: what it keeps, as it was at one moment, in a folder that appears only when it is whole.

import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { type BackedUpFile, encodeManifest, manifestName } from '../../app/backup/manifest.ts';
import { ledgerName } from '../../app/privacy/ledger.ts';
import { systemClock } from '../../clock.ts';
import type { Config } from '../../config.ts';
import { planDatasetCopy } from '../../datasets/folder/copied-files.ts';
import { SnapshotDamage } from '../../datasets/folder/damage.ts';
import type { Dataset } from '../../datasets/folder/dataset.ts';
import { copyDurably, hashFile, linkOrCopy, syncFile, syncFolders } from '../../durable-files.ts';
import { OperatorError } from '../../errors.ts';
import { registryDataset } from '../../registry/dataset.ts';
import { findList } from '../../screening/lists/catalogue.ts';
import { toListDataset } from '../../screening/snapshot/list-dataset.ts';
import { copyDatabase, databaseNames } from '../../stores/backup/copy-database.sqlite.ts';
import { copySecrets } from '../../stores/backup/secrets-copy.file.ts';
import { databaseExists } from '../../stores/sqlite/database.ts';
import { openLedger } from '../parts/erasure/ledger.ts';
import { toListsDirectory } from '../parts/lists-directory.ts';
import { toRegistryDirectory } from '../parts/registry/registry-directory.ts';
import { recordAct } from './audit/operator-act.ts';

interface BackupOrder {
  readonly directory: string;
  readonly withRegistry: boolean;
  readonly withLists: boolean;
  /** The secrets go to this file; undefined leaves them out. */
  readonly secretsFile: string | undefined;
  readonly version: string;
}

export interface Backup {
  readonly directory: string;
  readonly bytes: number;
  readonly files: readonly BackedUpFile[];
  readonly registryDataAsOf: string | null;
  readonly lists: readonly string[];
  /** Lists that are damaged here, and why: a copy of them would be worth nothing. */
  readonly damagedLists: readonly string[];
}

export async function makeBackup(config: Config, order: BackupOrder): Promise<Backup> {
  const directory = resolve(order.directory);
  const secretsFile = order.secretsFile === undefined ? undefined : resolve(order.secretsFile);
  checkOrder(config, directory, secretsFile);
  await recordAct(config, 'backup_made', secretsFile === undefined ? null : 'with secrets');
  const draft = `${directory}.partial`;
  mkdirSync(draft, { mode: 0o700 });
  try {
    const backup = await fill(draft, config, order);
    if (secretsFile !== undefined) copySecrets(config.secrets_dir, secretsFile);
    renameSync(draft, directory);
    syncFile(dirname(directory));
    return { ...backup, directory };
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw error;
  }
}

function checkOrder(config: Config, directory: string, secretsFile: string | undefined): void {
  if (!databaseExists(config.data_dir)) {
    throw new OperatorError(`There is nothing to back up in ${config.data_dir}. Check data_dir: docs/settings.md`);
  }
  if (`${directory}${sep}`.startsWith(`${config.data_dir}${sep}`)) {
    throw new OperatorError(`${directory} is inside data_dir, and would be lost with it. Name a folder elsewhere.`);
  }
  for (const path of [directory, `${directory}.partial`, ...(secretsFile === undefined ? [] : [secretsFile])]) {
    if (statSync(path, { throwIfNoEntry: false }) === undefined) continue;
    throw new OperatorError(`${path} exists; a backup never replaces anything. Name a new one, or remove it.`);
  }
  if (secretsFile !== undefined && `${secretsFile}${sep}`.startsWith(`${directory}${sep}`)) {
    throw new OperatorError('The secrets must not be in the backup: whoever has both can read everything.');
  }
}

async function fill(draft: string, config: Config, order: BackupOrder): Promise<Omit<Backup, 'directory'>> {
  const paths: string[] = [];
  for (const name of databaseNames) {
    if (statSync(join(config.data_dir, name), { throwIfNoEntry: false }) === undefined) continue;
    await copyDatabase(join(config.data_dir, name), join(draft, name));
    paths.push(name);
  }
  // Whoever restores this, or an older one, knows whom to forget again.
  const ledger = openLedger(config);
  ledger.create();
  copyDurably(ledger.path, join(draft, ledgerName));
  paths.push(ledgerName);
  const registry = order.withRegistry
    ? copyDataset(registryDataset, toRegistryDirectory(config), join(draft, 'registry'))
    : undefined;
  paths.push(...(registry?.paths ?? []).map((path) => join('registry', path)));
  const lists = order.withLists ? copyLists(toListsDirectory(config), join(draft, 'lists')) : noLists;
  paths.push(...lists.paths.map((path) => join('lists', path)));
  const files: BackedUpFile[] = [];
  for (const path of paths) files.push({ path, ...(await hashFile(join(draft, path))) });
  const registryDataAsOf = registry?.dataAsOf ?? null;
  const made_at = new Date(systemClock.nowMs()).toISOString();
  const about = { confere: order.version, made_at, registry_data_as_of: registryDataAsOf, lists: lists.lists };
  const manifest = encodeManifest({ ...about, files });
  writeFileSync(join(draft, manifestName), manifest, { mode: 0o600, flush: true });
  syncFolders(draft, paths);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return { files, bytes, registryDataAsOf, lists: lists.lists, damagedLists: lists.damaged };
}

const attemptsMax = 3;

const noLists = { paths: [] as string[], lists: [] as string[], damaged: [] as string[] };

/** One that is damaged keeps no other data from being backed up. */
function copyLists(from: string, to: string): typeof noLists {
  const copied = { paths: [] as string[], lists: [] as string[], damaged: [] as string[] };
  if (!existsSync(from)) return copied;
  for (const list of readdirSync(from).filter((name) => findList(name) !== undefined)) {
    try {
      const copy = copyDataset(toListDataset(list), join(from, list), join(to, list));
      if (copy === undefined) continue;
      copied.lists.push(list);
      copied.paths.push(...copy.paths.map((path) => join(list, path)));
    } catch (error) {
      if (!(error instanceof SnapshotDamage)) throw error;
      rmSync(join(to, list), { recursive: true, force: true });
      copied.damaged.push(`${list}: ${error.message}`);
    }
  }
  return copied;
}

/** Again where an import that ended meanwhile has removed a snapshot. */
function copyDataset(
  dataset: Dataset,
  from: string,
  to: string,
  attempt = 1,
): { paths: string[]; dataAsOf: string } | undefined {
  try {
    const plan = planDatasetCopy(dataset, from);
    if (plan === undefined) return undefined;
    const paths = [...plan.unchanging, ...Object.keys(plan.texts)];
    for (const path of paths) mkdirSync(dirname(join(to, path)), { recursive: true, mode: 0o700 });
    for (const path of plan.unchanging) linkOrCopy(join(from, path), join(to, path));
    for (const [path, text] of Object.entries(plan.texts)) {
      writeFileSync(join(to, path), text, { mode: 0o600, flush: true });
    }
    return { paths, dataAsOf: plan.dataAsOf };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || attempt === attemptsMax) throw error;
    rmSync(to, { recursive: true, force: true });
    return copyDataset(dataset, from, to, attempt + 1);
  }
}
