// Puts a backup in place. Everything is verified before anything is touched, and what was there is moved aside, not removed.

import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type BackedUpFile, type BackupManifest, manifestName, parseManifest } from '../../app/backup/manifest.ts';
import { countLost } from '../../app/privacy/erase-person.ts';
import { ledgerName, openSealedErasure, type SealedErasure } from '../../app/privacy/ledger.ts';
import { createSealOfAll } from '../../app/seal.ts';
import { systemClock } from '../../clock.ts';
import type { Config } from '../../config.ts';
import { copyDurably, hashFile, syncFile, syncFolders } from '../../durable-files.ts';
import { OperatorError } from '../../errors.ts';
import { findOpenDatabase } from '../../stores/backup/copy-database.sqlite.ts';
import { findOtherSecrets, placeSecrets, readSecretsCopy } from '../../stores/backup/secrets-copy.file.ts';
import { createLedgerFile } from '../../stores/erasure/ledger.file.ts';
import { masterSecretExists, openMasterSecret } from '../../stores/secrets/secrets.file.ts';
import { openForReading } from '../../stores/sqlite/connection.ts';
import { findForeignness } from '../../stores/sqlite/ownership.ts';
import { toEngine } from '../backend/engine.ts';
import { openAuditMarks, openOwnMarks } from '../backend/own-marks.ts';
import { ledgerSealPurpose, openLedger } from '../parts/erasure/ledger.ts';
import { acceptLoss, findChainFault } from './audit/accept-loss.ts';
import { recordActIfPossible } from './audit/operator-act.ts';
import { reapplyAfterRestore } from './audit/privacy.ts';

interface RestoreOrder {
  readonly directory: string;
  readonly secretsFile: string | undefined;
  /** The newest ledger of erasures, where the one in its place is not it. */
  readonly ledgerFile: string | undefined;
  /** `withoutLedger` allows a restore without any ledger: no person was ever erased, or all copies of the ledger are lost. */
  readonly withoutLedger: boolean;
  /** `force` allows the restore to move existing data aside. */
  readonly force: boolean;
}

export interface Restored {
  readonly manifest: BackupManifest;
  /** The previous data now lies here; null means that there was none. */
  readonly movedTo: string | null;
  /** Erasures that were made again. */
  readonly erasures: number;
}

/** Reads every file of it. Throws an OperatorError that names the first that is not as it was written. */
export async function verifyBackup(directory: string): Promise<BackupManifest> {
  const path = join(directory, manifestName);
  if (!existsSync(path)) {
    throw new OperatorError(`There is no ${path}. Name the folder that confere backup made.`);
  }
  const manifest = parseManifest(readFileSync(path, 'utf8'));
  for (const file of manifest.files) await verifyFile(directory, file);
  return manifest;
}

async function verifyFile(directory: string, { path, bytes, sha256 }: BackedUpFile): Promise<void> {
  const file = join(directory, path);
  if (!existsSync(file)) throw new OperatorError(`${file} is missing. Use another backup; nothing was changed.`, 1);
  // A pipe or a device would be read for ever.
  const entry = statSync(file);
  const isWhole = entry.isFile() && entry.size === bytes;
  if (isWhole && (await hashFile(file)).sha256 === sha256) return;
  throw new OperatorError(`${file} is not what was backed up. Use another backup; nothing was changed.`, 1);
}

export async function restoreBackup(config: Config, order: RestoreOrder): Promise<Restored> {
  const directory = resolve(order.directory);
  const manifest = await verifyBackup(directory);
  const secrets = order.secretsFile === undefined ? undefined : readSecretsCopy(resolve(order.secretsFile));
  checkPlace(config, order.force);
  const ledger = await findLedger(config, order, directory);
  const others = secrets === undefined ? [] : findOtherSecrets(config.secrets_dir, secrets);
  if (others.length > 0) {
    throw new OperatorError(
      `${config.secrets_dir} holds another ${others[0]} than the backup. Move it away, or set secrets_dir to a new folder.`,
    );
  }
  const draft = join(config.data_dir, '.restoring');
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  try {
    for (const { path } of manifest.files) {
      mkdirSync(dirname(join(draft, path)), { recursive: true, mode: 0o700 });
      copyDurably(join(directory, path), join(draft, path));
    }
    syncFolders(
      draft,
      manifest.files.map(({ path }) => path),
    );
    const check = () => {
      checkSecret(config, join(draft, 'confere.db'));
      checkLedger(config, ledger);
    };
    if (secrets === undefined) check();
    else placeSecrets(config.secrets_dir, secrets, check);
    const movedTo = putInPlace(config.data_dir, draft);
    openLedger(config).create();
    openLedger(config).add(ledger);
    await acceptOlderAudit(config, manifest.made_at);
    await recordActIfPossible(config, 'backup_restored', manifest.made_at);
    const { erasures } = await reapplyAfterRestore(config);
    return { manifest, movedTo, erasures };
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Accepts an older audit. The operator has decided on the restore, and records later than the backup are not in it. */
async function acceptOlderAudit(config: Config, madeAt: string): Promise<void> {
  if (toEngine(config).name !== 'sqlite') return;
  const secret = openMasterSecret({ directory: config.secrets_dir, mayCreate: false });
  const fault = await findChainFault(config, secret);
  if (fault === 'AUDIT_REWOUND' || fault === 'AUDIT_LOST') {
    await acceptLoss(config, secret, `the backup of ${madeAt} was restored`);
  }
}

/** All erasures that are known here, in the named file and in the backup itself; throws where the first two are not there. */
async function findLedger(config: Config, order: RestoreOrder, directory: string): Promise<readonly SealedErasure[]> {
  const own = openLedger(config);
  const named = order.ledgerFile === undefined ? undefined : createLedgerFile(resolve(order.ledgerFile));
  if (named !== undefined && !named.exists()) throw new OperatorError(`There is no ${named.path}.`);
  if (!own.exists() && named === undefined && !order.withoutLedger) {
    throw new OperatorError(
      `There is no ledger of erasures at ${own.path}: people who were erased after this backup would come back. Name the newest one with ` +
        `--ledger FILE: ${ledgerName} of the old machine's secrets_dir, or of the newest backup. Where nobody was ever erased, or no copy is left: --without-ledger`,
    );
  }
  const all = [own, ...(named === undefined ? [] : [named]), createLedgerFile(join(directory, ledgerName))];
  const erasures = new Map(all.flatMap((each) => each.read()).map((erasure) => [erasure.id, erasure]));
  const ledger = { read: () => [...erasures.values()], add: () => {} };
  const lost = await countLost({ ledger, marks: [openOwnMarks(config), openAuditMarks(config)] });
  if (lost > 0 && !order.withoutLedger) {
    throw new OperatorError(
      `The ledger of erasures lacks ${lost} that the data in ${config.data_dir} went through: it is an older copy. Name the newest one with --ledger FILE.`,
    );
  }
  return ledger.read();
}

/** Checks that the secret in place opens the ledger. */
function checkLedger({ secrets_dir: directory }: Config, ledger: readonly SealedErasure[]): void {
  const secret = openMasterSecret({ directory, mayCreate: false });
  const seal = createSealOfAll(() => secret.deriveAll(ledgerSealPurpose, 32));
  for (const erasure of ledger) openSealedErasure(seal, erasure);
}

/** A service keeps these entries in its data directory. A restore leaves other entries there alone. */
const kept = [
  'registry',
  'lists',
  'audit.db',
  'audit.db-wal',
  'audit.db-shm',
  'confere.db',
  'confere.db-wal',
  'confere.db-shm',
];

function checkPlace({ data_dir }: Config, force: boolean): void {
  const open = findOpenDatabase(data_dir);
  if (open !== undefined) {
    throw new OperatorError(`A service or a command has ${open} open. Stop it first: systemctl stop confere`, 1);
  }
  const there = kept.find((name) => existsSync(join(data_dir, name)));
  if (there !== undefined && !force) {
    throw new OperatorError(
      `${join(data_dir, there)} exists. With --force it is moved aside and replaced; or set data_dir to a new folder.`,
    );
  }
}

/** Without its secret every key of the backup would be refused, and no sealed data could be read. */
function checkSecret({ secrets_dir }: Config, database: string): void {
  if (!masterSecretExists(secrets_dir)) {
    throw new OperatorError(
      `${secrets_dir} holds no master secret. Put the one of the backup there, or name its copy: --with-secrets FILE`,
    );
  }
  const secret = openMasterSecret({ directory: secrets_dir, mayCreate: false });
  using opened = openForReading(database);
  const foreign = findForeignness(opened, secret.deriveFirst('database-fingerprint', 32));
  if (foreign === 'secret') {
    throw new OperatorError(
      `The backup was made with another master secret than the one in ${secrets_dir}. Point secrets_dir at the right one.`,
    );
  }
  if (foreign === 'newer') throw new OperatorError('The backup was made by a newer Confere. Restore it with that one.');
}

/** The database of keys last: until it is there, nothing works, and restoring again is all it takes. */
function putInPlace(dataDirectory: string, draft: string): string | null {
  const old = kept.filter((name) => existsSync(join(dataDirectory, name)));
  const aside = join(dataDirectory, `replaced-${new Date(systemClock.nowMs()).toISOString().replace(/[:.]/g, '-')}`);
  if (old.length > 0) {
    mkdirSync(aside, { mode: 0o700 });
    for (const name of old) renameSync(join(dataDirectory, name), join(aside, name));
    syncFile(aside);
  }
  const present = new Set(readdirSync(draft));
  for (const name of kept) if (present.has(name)) renameSync(join(draft, name), join(dataDirectory, name));
  syncFile(dataDirectory);
  return old.length > 0 ? aside : null;
}
