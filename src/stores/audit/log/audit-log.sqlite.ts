// The audit in SQLite.

import { type AuditLogOptions, openThreadedAuditLog, type ThreadedAuditLog } from './audit-log.ts';
import type { AuditWriterOptions } from './audit-writer.sqlite.ts';

type SqliteAuditLogOptions = AuditLogOptions & Omit<AuditWriterOptions, 'busyTimeoutMs'>;

export function openSqliteAuditLog(options: SqliteAuditLogOptions): ThreadedAuditLog {
  const { dataDirectory, secrets, policy, deadlineMs, stateFolder, packs } = options;
  const workerData: AuditWriterOptions = {
    dataDirectory,
    secrets,
    ...(policy === undefined ? {} : { policy }),
    ...(stateFolder === undefined ? {} : { stateFolder }),
    ...(packs === undefined ? {} : { packs }),
    // Less than the deadline: a lock that another process holds is reported as what it is.
    busyTimeoutMs: Math.ceil(deadlineMs * 0.8),
  };
  return openThreadedAuditLog(options, { url: new URL('./audit-thread.sqlite.ts', import.meta.url), workerData });
}
