// Chains of one audit moved into another, as they come out of a shared database.

import Database from 'better-sqlite3';
import { openAuditDatabase, toAuditPath } from '../../../src/stores/audit/audit-database.sqlite.ts';
import { createSqliteAuditSide } from '../../../src/stores/transfer/audit-side.sqlite.ts';
import { copyAudit } from '../../../src/stores/transfer/copy-audit.ts';

/** All chains of one data directory into another, which is empty. */
export async function moveAudit(from: string, to: string): Promise<void> {
  const source = openAuditDatabase({ dataDirectory: from, busyTimeoutMs: 5_000 });
  const target = openAuditDatabase({ dataDirectory: to, busyTimeoutMs: 5_000 });
  try {
    await copyAudit({
      from: createSqliteAuditSide(source),
      to: createSqliteAuditSide(target),
      sourceId: 'test',
    });
  } finally {
    source.close();
    target.close();
  }
}

/** For whoever does what nobody may. */
export function openRawAudit(directory: string): Database.Database {
  return new Database(toAuditPath(directory));
}
