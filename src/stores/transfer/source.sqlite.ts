// What a node's data directory holds that belongs into the database that nodes share. Reads only.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { toAuditPath } from '../audit/audit-database.sqlite.ts';
import { openForReading, type SqliteDatabase } from '../sqlite/connection.ts';
import { databaseExists, toDatabasePath } from '../sqlite/database.ts';

/** What is told of each kind of thing, in this order. */
export const transferParts = [
  'audit records',
  'keys',
  'operators',
  'usage',
  'webhooks',
  'batches',
  'watches',
  'idempotent answers',
] as const;
export type TransferPart = (typeof transferParts)[number];

/** The key that every installation makes by itself is none. */
const countSql: Readonly<Record<Exclude<TransferPart, 'audit records'>, string>> = {
  keys: "SELECT count(*) FROM api_keys WHERE id <> 'key_sandbox'",
  operators: 'SELECT count(*) FROM operators',
  usage: 'SELECT count(*) FROM usage_requests',
  webhooks: 'SELECT count(*) FROM webhook_endpoints',
  batches: "SELECT count(*) FROM batches WHERE state NOT IN ('receiving', 'deleted')",
  watches: "SELECT count(*) FROM watches WHERE state = 'active'",
  'idempotent answers': 'SELECT count(*) FROM idempotent_calls',
};
/** No record is ever deleted. */
const auditSql = 'SELECT coalesce(max(sequence), 0) FROM records';
/** How the folder is named into which files go that were taken over, or left for good. */
export const takenOver = 'taken-over-';
export const leftBehind = 'left-behind-';

/** How many there are of each; only those of which there are any. */
export function findOwnThings(dataDirectory: string): Partial<Record<TransferPart, number>> {
  const found: Partial<Record<TransferPart, number>> = {};
  if (existsSync(toAuditPath(dataDirectory))) {
    found['audit records'] = using(toAuditPath(dataDirectory), (audit) => count(audit, auditSql, 'records'));
  }
  if (databaseExists(dataDirectory)) {
    using(toDatabasePath(dataDirectory), (database) => {
      for (const [part, sql] of Object.entries(countSql)) {
        found[part as TransferPart] = count(database, sql, /FROM (\w+)/.exec(sql)?.[1] ?? '');
      }
    });
  }
  return Object.fromEntries(Object.entries(found).filter(([, many]) => many > 0));
}

/** The folder of files that were taken over; undefined where there is none. */
export function findTakenOver(dataDirectory: string): string | undefined {
  if (!existsSync(dataDirectory)) return undefined;
  const name = readdirSync(dataDirectory).find((each) => each.startsWith(takenOver));
  return name === undefined ? undefined : join(dataDirectory, name);
}

/** An older version may not have had the table yet. */
function count(database: SqliteDatabase, sql: string, table: string): number {
  const isThere = database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(table);
  return isThere === undefined ? 0 : (database.prepare(sql).pluck().get() as number);
}

function using<Result>(path: string, work: (database: SqliteDatabase) => Result): Result {
  const { database } = openForReading(path);
  try {
    return work(database);
  } finally {
    database.close();
  }
}
