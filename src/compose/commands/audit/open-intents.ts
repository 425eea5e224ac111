// Finds verifications that were begun and never recorded, without a record that somebody looked: nothing of a person is shown.

import { listOpenIntents, type OpenIntent } from '../../../app/audit/open-intents.ts';
import { systemClock } from '../../../clock.ts';
import type { Config } from '../../../config.ts';
import type { MasterSecret } from '../../../stores/secrets/secrets.file.ts';
import { toEngine } from '../../backend/engine.ts';
import { toAuditSecrets } from '../../parts/audit/audit-secrets.ts';
import { toInWorkFromMs } from '../../parts/audit/audit-settings.ts';

export async function findOpenIntents(config: Config, secret: MasterSecret): Promise<readonly OpenIntent[]> {
  const trail = await toEngine(config).openProvenTrail(() => toAuditSecrets(secret));
  if (trail === undefined) return [];
  try {
    return await listOpenIntents(trail, toInWorkFromMs(config, systemClock.nowMs()));
  } finally {
    await trail.close();
  }
}
