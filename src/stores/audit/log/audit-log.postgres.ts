// The audit in PostgreSQL. It can be appended to; whoever forgets does it as the owner of the database.

import { type AuditLogOptions, openThreadedAuditLog, type ThreadedAuditLog } from './audit-log.ts';
import type { PostgresAuditOptions } from './audit-writer.postgres.ts';

type PostgresAuditLogOptions = AuditLogOptions & Omit<PostgresAuditOptions, 'statementMs'>;

export function openPostgresAuditLog(options: PostgresAuditLogOptions): ThreadedAuditLog {
  const { address, addressFile, lineageFile, secrets, policy, deadlineMs, stateFolder } = options;
  const workerData: PostgresAuditOptions = {
    address,
    ...(addressFile === undefined ? {} : { addressFile }),
    ...(lineageFile === undefined ? {} : { lineageFile }),
    secrets,
    ...(policy === undefined ? {} : { policy }),
    ...(stateFolder === undefined ? {} : { stateFolder }),
    // Less than the deadline: a server that does not answer is reported as what it is.
    statementMs: Math.ceil(deadlineMs * 0.8),
  };
  return openThreadedAuditLog(
    { ...options, isOnServer: true },
    { url: new URL('./audit-thread.postgres.ts', import.meta.url), workerData },
  );
}
