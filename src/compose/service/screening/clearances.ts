// Puts clearances together: hits that somebody has judged false, for the screenings of all keys of their mode.

import { randomBytes } from 'node:crypto';
import type { AuditLog } from '../../../app/audit/ports.ts';
import { createRequestIds } from '../../../app/random.ts';
import { createManageClearances, type ManageClearances } from '../../../app/screening/clearances/manage-clearances.ts';
import { createMarkCleared, type MarkCleared } from '../../../app/screening/clearances/mark-cleared.ts';
import type { Screen } from '../../../app/screening/screen.ts';
import { toSubjects } from '../../parts/audit/audit-secrets.ts';
import { createRecordAct } from '../audit/record-act.ts';
import type { Core } from '../core.ts';

interface Clearances {
  readonly markCleared: MarkCleared;
  /** `screen`: who judges a hit is told whether there is one, by a screening like any other. */
  manage(screen: Screen): ManageClearances;
}

export function openClearances({ config, clock, stores }: Core, audit: Pick<AuditLog, 'append'>): Clearances {
  const kept = {
    store: stores.clearances,
    seal: stores.sealFor('clearance'),
    toSubjects: (customerText: string) => toSubjects(stores.secret, customerText),
  };
  return {
    markCleared: createMarkCleared(kept),
    manage: (screen) =>
      createManageClearances({
        ...kept,
        screen,
        record: createRecordAct(audit, clock),
        needsAnother: config['screening.four_eyes'],
        clock,
        createId: createRequestIds(clock, randomBytes, 'clr_'),
      }),
  };
}
