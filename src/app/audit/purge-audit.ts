// Forgets what was kept for its time: sealed details first, whole contents later. A little at a time, so that the audit
// stays writable all the while.

import type { Clock } from '../ports.ts';
import type { AuditPurge, Forgotten } from './ports.ts';

export interface AuditRetention {
  readonly recordDays: number;
  readonly detailsDays: number;
}

interface PurgeAuditOptions {
  readonly store: AuditPurge;
  readonly clock: Clock;
  readonly retention: AuditRetention;
}

const dayMs = 86_400_000;
const recordsAtOnce = 500;

/** Forgets all that is due; says how much it was. */
export async function purgeAudit({
  store,
  clock,
  retention,
}: PurgeAuditOptions): Promise<{ readonly contents: number; readonly details: number }> {
  async function purge(what: Forgotten, days: number): Promise<number> {
    const beforeMs = clock.nowMs() - days * dayMs;
    for (let total = 0; ; ) {
      const purged = await store.purge(what, beforeMs, recordsAtOnce);
      total += purged;
      if (purged < recordsAtOnce) return total;
    }
  }
  return {
    contents: await purge('contents', retention.recordDays),
    details: await purge('details', retention.detailsDays),
  };
}
