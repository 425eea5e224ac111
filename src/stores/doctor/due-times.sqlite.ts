// When the oldest of all that is kept in the files of a data directory is due to go. Reads only.

import { existsSync } from 'node:fs';
import { coveringActs } from '../../app/audit/proof/covers.ts';
import { type KeptDays, type ReadDueTimes, toDueMs, toDueTimes } from '../../app/jobs/retention.ts';
import { toAuditPath } from '../audit/audit-database.sqlite.ts';
import { hasColumn, openForReading, type ReadingDatabase } from '../sqlite/connection.ts';
import { databaseExists, toDatabasePath } from '../sqlite/database.ts';
import { toOldestSql } from './due-times.ts';

const oldestSql = {
  ...toOldestSql(''),
  idempotent_call: 'SELECT min(expires_at_ms) AS at FROM idempotent_calls',
};
/** The acts that cover what is gone stay. */
const isCovering = `kind = 'act' AND content ->> 13 IN (${coveringActs.map((act) => `'${act}'`).join(', ')})`;
const toOfAuditSql = (condition: string) =>
  ['records', 'ended_records'].map(
    (table) => `SELECT at_ms FROM ${table} WHERE at_ms IS NOT NULL AND ${condition} ORDER BY at_ms LIMIT 1`,
  );
const evidenceSql = toOfAuditSql('details IS NOT NULL');
const recordSql = toOfAuditSql(`NOT (${isCovering})`);

export function createSqliteDueTimes(dataDirectory: string, days: KeptDays): ReadDueTimes {
  return async () => {
    if (!databaseExists(dataDirectory)) return undefined;
    using database = openForReading(toDatabasePath(dataDirectory));
    if (!hasColumn(database, 'bought_answers', 'expires_at_ms')) return undefined;
    const find = (kind: keyof typeof oldestSql) => database.prepare(oldestSql[kind]).pluck().get() as number | null;
    return toDueTimes({
      ...readAudit(dataDirectory, days),
      batch: find('batch'),
      watch: find('watch'),
      event: toDueMs(find('event'), days.event),
      webhook_event: toDueMs(find('webhook_event'), days.webhook_event),
      kept_answer: find('kept_answer'),
      idempotent_call: find('idempotent_call'),
    });
  };
}

function readAudit(dataDirectory: string, days: KeptDays) {
  const path = toAuditPath(dataDirectory);
  if (!existsSync(path)) return { evidence: undefined, record: undefined };
  using database = openForReading(path);
  if (!hasColumn(database, 'ended_records', 'details')) return { evidence: undefined, record: undefined };
  return {
    evidence: toDueMs(findFirst(database, evidenceSql), days.evidence),
    record: toDueMs(findFirst(database, recordSql), days.record),
  };
}

function findFirst(database: ReadingDatabase, statements: readonly string[]): number | undefined {
  const found = statements.flatMap((sql) => (database.prepare(sql).pluck().get() as number | undefined) ?? []);
  return found.length === 0 ? undefined : Math.min(...found);
}
