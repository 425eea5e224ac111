// What a node's data directory holds that belongs into the database that nodes share, and the folders that a move makes in it.

import { existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { syncFile } from '../../durable-files.ts';
import { toAuditPath } from '../audit/audit-database.sqlite.ts';
import { databaseNames } from '../backup/copy-database.sqlite.ts';
import { openForReading, type SqliteDatabase } from '../sqlite/connection.ts';
import { databaseExists, toDatabasePath } from '../sqlite/database.ts';
import { auditPart, findMain, transferParts } from './moved-tables.ts';

/** No record is ever deleted. Those of ended chains are there only where our own chain tells of them. */
const auditSql =
  'SELECT coalesce((SELECT first + count - 1 FROM groups WHERE place > 0 ORDER BY place DESC LIMIT 1), 0)';
/** This prefix names the folder that receives files that were taken over or left permanently. */
export const takenOver = 'taken-over-';
export const leftBehind = 'left-behind-';

/** Counts the local data of each kind and leaves out the kinds without any. */
export function findLocalData(dataDirectory: string): Readonly<Record<string, number>> {
  const found: Record<string, number> = {};
  if (existsSync(toAuditPath(dataDirectory))) {
    using audit = openForReading(toAuditPath(dataDirectory));
    found[auditPart] = count(audit, auditSql, 'groups');
  }
  if (databaseExists(dataDirectory)) {
    using database = openForReading(toDatabasePath(dataDirectory));
    for (const part of transferParts.filter((each) => each !== auditPart)) {
      const { sqlite, where = 'true', moved } = findMain(part);
      found[part] = count(database, `SELECT count(*) FROM ${sqlite} WHERE ${moved.counted ?? where}`, sqlite);
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

/** A start that was killed before it made the tables leaves an empty file. */
function count(database: SqliteDatabase, sql: string, table: string): number {
  const isThere = database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(table);
  return isThere === undefined ? 0 : (database.prepare(sql).pluck().get() as number);
}
