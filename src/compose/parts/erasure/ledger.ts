// Where the ledger of erasures lies, and which databases remember what they went through.

import { join } from 'node:path';
import { type ErasureMarks, ledgerName } from '../../../app/privacy/ledger.ts';
import type { Config } from '../../../config.ts';
import { toAuditPath } from '../../../stores/audit/audit-database.sqlite.ts';
import { createLedgerFile, type LedgerFile } from '../../../stores/erasure/ledger.file.ts';
import { createSqliteMarks } from '../../../stores/erasure/marks.sqlite.ts';
import { toDatabasePath } from '../../../stores/sqlite/database.ts';

export const ledgerSealPurpose = 'erasure-ledger';

export function openLedger(config: Config): LedgerFile {
  return createLedgerFile(config['privacy.ledger'] ?? join(config.secrets_dir, ledgerName));
}

export function openOwnMarks({ data_dir }: Pick<Config, 'data_dir'>): ErasureMarks {
  return createSqliteMarks(toDatabasePath(data_dir), (at) => Buffer.from(at));
}

export function openAuditMarks({ data_dir }: Pick<Config, 'data_dir'>): ErasureMarks {
  return createSqliteMarks(toAuditPath(data_dir), (at) => at);
}
