// Puts clearances together: hits that somebody has judged false, for the screenings of all keys of their mode.

import { randomBytes } from 'node:crypto';
import type { AuditLog } from '../../app/audit/ports.ts';
import { createRequestIds } from '../../app/request-id.ts';
import { createManageClearances } from '../../app/screening/clearances/manage-clearances.ts';
import { createMarkCleared, type MarkCleared } from '../../app/screening/clearances/mark-cleared.ts';
import type { Screen } from '../../app/screening/screen.ts';
import { addClearanceRoutes } from '../../http/screening/clearances/routes.ts';
import { toSubjects } from '../parts/audit/audit-secrets.ts';
import { createRecordAct } from './audit/record-act.ts';
import type { Core } from './core.ts';
import type { Feature } from './feature.ts';

interface Clearances {
  readonly markCleared: MarkCleared;
  /** `screen`: who judges a hit is told whether there is one, by a screening like any other. */
  addRoutes(screen: Screen): NonNullable<Feature['routes']>;
}

export function openClearances({ config, clock, stores }: Core, audit: Pick<AuditLog, 'append'>): Clearances {
  const kept = {
    store: stores.clearances,
    seal: stores.sealFor('clearance'),
    toSubjects: (customerText: string) => toSubjects(stores.secret, customerText),
  };
  return {
    markCleared: createMarkCleared(kept),
    addRoutes(screen) {
      const clearances = createManageClearances({
        ...kept,
        screen,
        record: createRecordAct(audit, clock),
        needsAnother: config['screening.four_eyes'],
        clock,
        createId: createRequestIds(clock, randomBytes, 'clr_'),
      });
      return (server, common) => addClearanceRoutes(server, { ...common, clearances });
    },
  };
}
