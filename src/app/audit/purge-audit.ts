// Forgets what was kept for its time: sealed details first, whole contents later. A little at a time, so that the audit
// stays writable all the while.

import type { Clock } from '../clock.ts';
import type { AuditPurge, Forgotten } from './ports.ts';

export interface AuditRetention {
  readonly recordDays: number;
  readonly detailsDays: number;
}

interface PurgeAuditOptions {
  readonly store: AuditPurge;
  readonly clock: Clock;
  readonly retention: AuditRetention;
  /** The time of the newest record when the process began; undefined where there was none. */
  readonly findNewestMs: () => Promise<number | undefined>;
  /** When the process began, by both clocks. */
  readonly begun: { readonly wallMs: number; readonly monotonicMs: number };
  /** Aborts when the audit is about to be closed: what is left is forgotten after the next start. */
  readonly signal: AbortSignal;
}

/** Why nothing is purged: forgetting cannot be taken back, and a clock that is wrong for a moment would forget everything. */
class WrongClock extends Error {}

/** So far may the newest record lie back, or ahead; and so far may the calendar have moved against the monotonic clock. */
const aheadDaysMax = 30;
const behindDaysMax = 1;
const jumpDaysMax = 1;
const dayMs = 86_400_000;
const recordsAtOnce = 500;

/** Forgets all that is due; says how much it was. */
export async function purgeAudit({
  store,
  clock,
  retention,
  findNewestMs,
  begun,
  signal,
}: PurgeAuditOptions): Promise<{ readonly contents: number; readonly details: number }> {
  const nowMs = clock.nowMs();
  refuseWrongClock(nowMs, await findNewestMs(), begun.wallMs + clock.monotonicMs() - begun.monotonicMs);
  async function purge(what: Forgotten, days: number): Promise<number> {
    const beforeMs = nowMs - days * dayMs;
    for (let total = 0; ; ) {
      signal.throwIfAborted();
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

function refuseWrongClock(nowMs: number, newestMs: number | undefined, expectedMs: number): void {
  const say = (atMs: number) => new Date(atMs).toISOString();
  if (Math.abs(nowMs - expectedMs) > jumpDaysMax * dayMs) {
    throw new WrongClock(`nothing is purged: the clock jumped to ${say(nowMs)} while the service ran`);
  }
  if (newestMs === undefined) return;
  if (nowMs - newestMs > aheadDaysMax * dayMs || newestMs - nowMs > behindDaysMax * dayMs) {
    throw new WrongClock(
      `nothing is purged: the clock says ${say(nowMs)}, the newest record was written at ${say(newestMs)}. ` +
        'Set the clock right; where it is right, restart once something was recorded',
    );
  }
}
