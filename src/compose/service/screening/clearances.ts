// Puts clearances together: what somebody has judged of hits, for the screenings of all keys of their mode.

import { randomBytes } from 'node:crypto';
import type { AuditLog } from '../../../app/audit/ports.ts';
import { createPurgeJob } from '../../../app/jobs/purge-jobs.ts';
import type { Job } from '../../../app/jobs/run-jobs.ts';
import { createRequestIds } from '../../../app/random.ts';
import { createLapseJob } from '../../../app/screening/clearances/lapse-clearances.ts';
import { createLookAtDue } from '../../../app/screening/clearances/look-at-due.ts';
import { createManageClearances, type ManageClearances } from '../../../app/screening/clearances/manage-clearances.ts';
import { createMarkCleared, type MarkCleared } from '../../../app/screening/clearances/mark-cleared.ts';
import type { Screen } from '../../../app/screening/screen.ts';
import { toSubjects } from '../../parts/audit/audit-secrets.ts';
import { createRecordAct } from '../audit/record-act.ts';
import type { Core } from '../core.ts';

const dayMs = 86_400_000;

interface Clearances {
  /** The jobs end what is over, and remove what ended long ago. */
  readonly jobs: readonly Job[];
  readonly due: ReturnType<typeof createLookAtDue>;
  readonly markCleared: MarkCleared;
  /** `screen`: who judges a hit is told whether there is one, by a screening like any other. */
  manage(screen: Screen): ManageClearances;
}

export function openClearances(
  { config, clock, purgeClock, stores }: Core,
  audit: Pick<AuditLog, 'append'>,
): Clearances {
  const kept = {
    store: stores.clearances,
    seal: stores.sealFor('clearance'),
    toSubjects: (customerText: string) => toSubjects(stores.secret, customerText),
    clock,
  };
  const record = createRecordAct(audit, clock);
  const keptMs = config['audit.record_days'] * dayMs;
  const purge = (nowMs: number, max: number) => stores.clearances.purgeEnded(nowMs - keptMs, max);
  return {
    jobs: [
      createLapseJob({ store: stores.clearances, record, clock }),
      createPurgeJob({ name: 'judgement purge', store: { purge }, clock, purgeClock }),
    ],
    due: createLookAtDue({ store: stores.clearances, clock }),
    markCleared: createMarkCleared(kept),
    manage: (screen) =>
      createManageClearances({
        ...kept,
        screen,
        record,
        needsAnother: config['screening.four_eyes'],
        createId: createRequestIds(clock, randomBytes, 'clr_'),
      }),
  };
}
