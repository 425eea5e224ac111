// What the settings say of the audit, for the service and for the commands: where it is written, and how long it is kept.

import type { AuditRetention } from '../../app/audit/purge-audit.ts';
import { type Config, readSecretAddress } from '../../config.ts';
import { openPostgresAuditLog } from '../../stores/audit/audit-log.postgres.ts';
import { openSqliteAuditLog } from '../../stores/audit/audit-log.sqlite.ts';
import type { AuditLogOptions, ThreadedAuditLog } from '../../stores/audit/audit-log.ts';
import type { AuditWriterOptions } from '../../stores/audit/audit-writer.sqlite.ts';
import type { MasterSecret } from '../../stores/secrets/secrets.file.ts';
import { toAuditSecrets } from './audit-secrets.ts';

export function openConfiguredAuditLog(
  config: Config,
  secret: MasterSecret,
  options: AuditLogOptions & Pick<AuditWriterOptions, 'policy'>,
): ThreadedAuditLog {
  const all = { ...options, secrets: toAuditSecrets(secret)[0] };
  return config.store === null
    ? openSqliteAuditLog({ ...all, dataDirectory: config.data_dir })
    : openPostgresAuditLog({ ...all, address: readSecretAddress('store', config.store) });
}

export function toAuditRetention(config: Config): AuditRetention {
  return { recordDays: config['audit.record_days'], detailsDays: config['audit.evidence_days'] };
}
