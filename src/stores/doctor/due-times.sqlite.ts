// When the oldest of all that is kept in the files of a data directory is due to go. Reads only.

import { existsSync } from 'node:fs';
import { coveringCode } from '../../app/audit/groups/find.ts';
import { type KeptDays, type ReadDueTimes, toDueMs, toDueTimes } from '../../app/jobs/retention.ts';
import { toAuditPath } from '../audit/audit-database.sqlite.ts';
import { hasColumn, openForReading, type ReadingDatabase } from '../sqlite/connection.ts';
import { databaseExists, toDatabasePath } from '../sqlite/database.ts';
import { listOldest } from './due-times.ts';

/** The acts that cover what is gone stay. */
const isCovering = `substr(find, 11, 1) = x'${coveringCode.toString(16)}'`;
const evidenceSql = 'SELECT min(to_ms) FROM evidence';
const recordSql = `SELECT to_ms FROM groups WHERE contents IS NOT NULL AND NOT (${isCovering}) ORDER BY to_ms LIMIT 1`;

export function createSqliteDueTimes(dataDirectory: string, days: KeptDays): ReadDueTimes {
  return async () => {
    if (!databaseExists(dataDirectory)) return undefined;
    using database = openForReading(toDatabasePath(dataDirectory));
    if (!hasColumn(database, 'bought_answers', 'expires_at_ms')) return undefined;
    const due = listOldest(days).map(({ kind, sql, toDue }) => [
      kind,
      toDue(database.prepare(sql).pluck().get() as number | null),
    ]);
    return toDueTimes({ ...readAudit(dataDirectory, days), ...Object.fromEntries(due) });
  };
}

function readAudit(dataDirectory: string, days: KeptDays) {
  const path = toAuditPath(dataDirectory);
  if (!existsSync(path)) return { evidence: undefined, record: undefined };
  using database = openForReading(path);
  if (!hasColumn(database, 'groups', 'parts')) return { evidence: undefined, record: undefined };
  return {
    evidence: toDueMs(findFirst(database, evidenceSql), days('evidence')),
    record: toDueMs(findFirst(database, recordSql), days('record')),
  };
}

function findFirst(database: ReadingDatabase, sql: string): number | undefined {
  return (database.prepare(sql).pluck().get() as number | null | undefined) ?? undefined;
}
