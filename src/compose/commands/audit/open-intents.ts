// Finds verifications that were begun and never recorded, without a record that somebody looked: nothing of a person is shown.

import { listOpenIntents, type OpenIntent } from '../../../app/audit/open-intents.ts';
import { systemClock } from '../../../clock.ts';
import type { Config } from '../../../config.ts';
import { openSqliteAuditTrailIfThere } from '../../../stores/audit/audit-trail.sqlite.ts';
import { toInWorkFromMs } from '../../parts/audit-settings.ts';
import type { Vault } from '../../parts/vault.ts';

export async function findOpenIntents(config: Config, { sharedAudit }: Vault): Promise<readonly OpenIntent[]> {
  const inWorkFromMs = toInWorkFromMs(config, systemClock.nowMs());
  if (sharedAudit !== undefined) return listOpenIntents(sharedAudit, inWorkFromMs);
  const trail = openSqliteAuditTrailIfThere(config.data_dir);
  if (trail === undefined) return [];
  try {
    return await listOpenIntents(trail, inWorkFromMs);
  } finally {
    trail.close();
  }
}
