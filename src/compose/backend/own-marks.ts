// Which erasures the databases in a node's data directory have gone through.

import type { ErasureMarks } from '../../app/privacy/ledger.ts';
import type { Config } from '../../config.ts';
import { toAuditPath } from '../../stores/audit/audit-database.sqlite.ts';
import { createSqliteMarks } from '../../stores/erasure/marks.sqlite.ts';
import { toDatabasePath } from '../../stores/sqlite/database.ts';

export function openOwnMarks({ data_dir }: Pick<Config, 'data_dir'>): ErasureMarks {
  return createSqliteMarks(toDatabasePath(data_dir), (at) => Buffer.from(at));
}

export function openAuditMarks({ data_dir }: Pick<Config, 'data_dir'>): ErasureMarks {
  return createSqliteMarks(toAuditPath(data_dir), (at) => at);
}
