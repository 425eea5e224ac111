// Forgets what was kept for its time: sealed details first, whole contents later. A little at a time, so that the audit
// stays writable all the while.

import type { PlainTurn } from '../jobs/watched-work.ts';
import type { AuditPurge, Forgotten } from './ports.ts';

export interface AuditRetention {
  readonly recordDays: number;
  readonly detailsDays: number;
}

interface PurgeAuditOptions {
  readonly store: AuditPurge;
  /** `nowMs` follows the clock of purges. */
  readonly nowMs: number;
  readonly retention: AuditRetention;
  /** The next start forgets the work that is left when this turn ends. */
  readonly turn: PlainTurn;
}

const dayMs = 86_400_000;
const recordsAtOnce = 10_000;

/** Forgets all that is due; says how much it was. */
export async function purgeAudit({
  store,
  nowMs,
  retention,
  turn,
}: PurgeAuditOptions): Promise<{ readonly contents: number; readonly details: number }> {
  async function purge(what: Forgotten, days: number): Promise<number> {
    const beforeMs = nowMs - days * dayMs;
    for (let total = 0; ; ) {
      turn.signal.throwIfAborted();
      turn.beat();
      const purged = await store.purge(what, beforeMs, recordsAtOnce);
      total += purged;
      if (purged === 0) return total;
    }
  }
  return {
    contents: await purge('contents', retention.recordDays),
    details: await purge('details', retention.detailsDays),
  };
}
