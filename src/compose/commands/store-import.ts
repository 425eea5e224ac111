// Takes what a node keeps in its data directory into the database of `store`: everything is copied, then proven, and only then are the old
// files moved aside. Cut off anywhere, it is run again.

import { randomUUID } from 'node:crypto';
import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { verifyAudit } from '../../app/audit/verify-audit.ts';
import { systemClock } from '../../clock.ts';
import type { Config } from '../../config.ts';
import { syncFile } from '../../durable-files.ts';
import { OperatorError } from '../../errors.ts';
import { toAuditPath } from '../../stores/audit/audit-database.sqlite.ts';
import { openSqliteAuditTrailIfThere } from '../../stores/audit/audit-trail.sqlite.ts';
import { openRememberedHeads } from '../../stores/audit/state/remembered-heads.file.ts';
import { databaseNames, findOpenDatabase } from '../../stores/backup/copy-database.sqlite.ts';
import { createPostgresMarks } from '../../stores/erasure/marks.postgres.ts';
import { createPostgresPool, type PostgresPool, toStoreFault } from '../../stores/postgres/pool.ts';
import { openForReading, openForWriting } from '../../stores/sqlite/connection.ts';
import { toDatabasePath } from '../../stores/sqlite/database.ts';
import { importAudit } from '../../stores/transfer/import-audit.postgres.ts';
import { importTables, type Taken } from '../../stores/transfer/import-tables.postgres.ts';
import {
  findOwnThings,
  leftBehind,
  type TransferPart,
  takenOver,
  transferParts,
} from '../../stores/transfer/source.sqlite.ts';
import { openOwnMarks } from '../backend/own-marks.ts';
import { getStoreAddress } from '../backend/postgres-store.ts';
import { toStateFolder } from '../parts/audit-settings.ts';
import { openLedger } from '../parts/erasure/ledger.ts';
import { openVault } from '../parts/vault.ts';
import { openAuditProof } from './audit/audit-proof.ts';
import { recordAct } from './audit/operator-act.ts';

export interface ImportedPart extends Taken {
  readonly part: TransferPart;
}

export interface Imported {
  readonly parts: readonly ImportedPart[];
  /** Where the old files are; null where there was nothing to take over. */
  readonly movedTo: string | null;
}

export async function importStore(config: Config, onPart: (part: ImportedPart) => void): Promise<Imported> {
  const address = getStoreAddress(config, 'store_maintenance');
  refuseOpen(config);
  if (Object.keys(findOwnThings(config.data_dir)).length === 0) return { parts: [], movedTo: null };
  // Brings the old files forward, and refuses another secret than theirs and the database's.
  const vault = await openVault(config, systemClock);
  const { secret } = vault;
  await vault.close();
  openSqliteAuditTrailIfThere(config.data_dir)?.close();
  const pool = createPostgresPool({ address, connectionsMax: 2 });
  let parts: readonly ImportedPart[];
  try {
    parts = await copyAll(config, pool, onPart);
    await copyMarks(config, pool);
  } catch (error) {
    throw toStoreFault(error, address);
  } finally {
    await pool.close();
  }
  refuseMissing(parts);
  await prove(config, secret);
  await recordAct(config, 'store_imported', parts.map(({ part, found }) => `${found} ${part}`).join(', '));
  return { parts, movedTo: moveAside(config.data_dir, takenOver) };
}

/** They stay on the disk, and nobody reads them any more. */
export async function leaveBehind(config: Config): Promise<string | null> {
  getStoreAddress(config, 'store');
  refuseOpen(config);
  const found = Object.entries(findOwnThings(config.data_dir));
  if (found.length === 0) return null;
  await recordAct(config, 'store_left', found.map(([part, many]) => `${many} ${part}`).join(', '));
  return moveAside(config.data_dir, leftBehind);
}

function refuseOpen({ data_dir: dataDirectory }: Config): void {
  const open = findOpenDatabase(dataDirectory);
  if (open === undefined) return;
  throw new OperatorError(`A service or a command has ${open} open. Stop it first: systemctl stop confere`, 1);
}

async function copyAll(config: Config, pool: PostgresPool, onPart: (part: ImportedPart) => void) {
  const sourceId = nameSource(config.data_dir);
  const today = new Date(systemClock.nowMs()).toISOString().slice(0, 10);
  const audit = openSqliteAuditTrailIfThere(config.data_dir);
  audit?.close();
  const { database: source } = openForReading(toDatabasePath(config.data_dir));
  const records = audit && openForReading(toAuditPath(config.data_dir)).database;
  const parts: ImportedPart[] = [];
  try {
    for (const part of transferParts) {
      if (part === 'audit records' && records === undefined) continue;
      const taken =
        part === 'audit records'
          ? await importAudit({ source: records as NonNullable<typeof records>, target: pool, sourceId, today })
          : await importTables[part]({ source, target: pool, sourceId });
      parts.push({ part, ...taken });
      onPart({ part, ...taken });
    }
    return parts;
  } finally {
    source.close();
    records?.close();
  }
}

/** By which the database knows what it has taken of this data directory. */
function nameSource(dataDirectory: string): string {
  const database = openForWriting(toDatabasePath(dataDirectory), { lockWaitMs: 5_000, mustExist: true });
  try {
    database.prepare("INSERT OR IGNORE INTO meta (name, value) VALUES ('import_id', ?)").run(Buffer.from(randomUUID()));
    return String(database.prepare("SELECT value FROM meta WHERE name = 'import_id'").pluck().get());
  } finally {
    database.close();
  }
}

/** Erasures that the old files went through are not missing in what was taken from them. */
async function copyMarks(config: Config, pool: PostgresPool): Promise<void> {
  const known = (await openOwnMarks(config).list()) ?? new Set();
  const marks = createPostgresMarks(pool);
  for (const erasure of openLedger(config).read()) if (known.has(erasure.id)) await marks.add(erasure);
}

/** An operator's name may be taken there; all else must have arrived. */
function refuseMissing(parts: readonly ImportedPart[]): void {
  const missing = parts.find(({ part, found, there }) => part !== 'operators' && there < found);
  if (missing === undefined) return;
  const { part, found, there } = missing;
  throw new OperatorError(
    `Of ${found} ${part} only ${there} are in the database of store. Nothing was moved; run this again, and report it where it comes again.`,
    1,
  );
}

async function prove(config: Config, secret: Parameters<typeof openAuditProof>[1]): Promise<void> {
  const proof = await openAuditProof(config, secret);
  try {
    const own = openRememberedHeads(toStateFolder({ ...config, store: null })).list();
    const { trail, check, remembered, evidenceSinceMs } = proof;
    const verdict = await verifyAudit({ trail, check, remembered: [...remembered, ...own], evidenceSinceMs });
    if (verdict.kind === 'intact') return;
    throw new OperatorError(
      `The audit in the database of store does not verify: ${verdict.fault} (${verdict.chain}, record ${verdict.sequence}). Nothing was moved. See: confere audit verify`,
      1,
    );
  } finally {
    await proof.close();
  }
}

/** The one that names the source last: until it is moved, running the command again ends what is left. */
function moveAside(dataDirectory: string, prefix: string): string {
  const aside = join(dataDirectory, `${prefix}${new Date(systemClock.nowMs()).toISOString().replace(/[:.]/g, '-')}`);
  mkdirSync(aside, { mode: 0o700 });
  for (const name of databaseNames.toReversed().flatMap((each) => [`${each}-wal`, `${each}-shm`, each])) {
    try {
      renameSync(join(dataDirectory, name), join(aside, name));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  syncFile(aside);
  syncFile(dataDirectory);
  return aside;
}
