// What a node's data directory holds that belongs into the database that nodes share, and the folders that a move makes in it.

import { existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { syncFile } from '../../durable-files.ts';
import { toAuditPath } from '../audit/audit-database.sqlite.ts';
import { databaseNames } from '../backup/copy-database.sqlite.ts';
import { openForReading, type SqliteDatabase } from '../sqlite/connection.ts';
import { databaseExists, toDatabasePath } from '../sqlite/database.ts';
import type { TransferPart } from './moved-tables.ts';

/** The key that every installation makes by itself is none. */
const countSql: Readonly<Record<Exclude<TransferPart, 'audit records'>, string>> = {
  keys: "SELECT count(*) FROM api_keys WHERE id <> 'key_sandbox'",
  operators: 'SELECT count(*) FROM operators',
  usage: 'SELECT count(*) FROM usage_requests',
  webhooks: 'SELECT count(*) FROM webhook_endpoints',
  batches: "SELECT count(*) FROM batches WHERE state NOT IN ('receiving', 'deleted')",
  watches: "SELECT count(*) FROM watches WHERE state = 'active'",
  'idempotent answers': 'SELECT count(*) FROM idempotent_calls',
  'bought answers': 'SELECT count(*) FROM bought_answers',
  clearances: 'SELECT count(*) FROM clearances',
};
/** No record is ever deleted. Those of ended chains are there only where our own chain tells of them. */
const auditSql = 'SELECT coalesce(max(sequence), 0) FROM records';
/** How the folder is named into which files go that were taken over, or left for good. */
export const takenOver = 'taken-over-';
export const leftBehind = 'left-behind-';

/** How many there are of each; only those of which there are any. */
export function findLocalData(dataDirectory: string): Partial<Record<TransferPart, number>> {
  const found: Partial<Record<TransferPart, number>> = {};
  if (existsSync(toAuditPath(dataDirectory))) {
    using audit = openForReading(toAuditPath(dataDirectory));
    found['audit records'] = count(audit, auditSql, 'records');
  }
  if (databaseExists(dataDirectory)) {
    using database = openForReading(toDatabasePath(dataDirectory));
    for (const [part, sql] of Object.entries(countSql)) {
      found[part as TransferPart] = count(database, sql, /FROM (\w+)/.exec(sql)?.[1] ?? '');
    }
  }
  return Object.fromEntries(Object.entries(found).filter(([, many]) => many > 0));
}

/** The folder of files that were taken over; undefined where there is none. */
export function findTakenOver(dataDirectory: string): string | undefined {
  if (!existsSync(dataDirectory)) return undefined;
  const name = readdirSync(dataDirectory).find((each) => each.startsWith(takenOver));
  return name === undefined ? undefined : join(dataDirectory, name);
}

/** Into which the data of a shared database comes before it is put in its place. */
export function toComing(dataDirectory: string): string {
  return join(dataDirectory, 'coming-from-store');
}

/** The one that names the source last: until it is moved, running the command again ends what is left. */
export function moveAside(dataDirectory: string, prefix: string, nowMs: number): string {
  const aside = join(dataDirectory, `${prefix}${new Date(nowMs).toISOString().replace(/[:.]/g, '-')}`);
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

/** An older version may not have had the table yet. */
function count(database: SqliteDatabase, sql: string, table: string): number {
  const isThere = database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(table);
  return isThere === undefined ? 0 : (database.prepare(sql).pluck().get() as number);
}
