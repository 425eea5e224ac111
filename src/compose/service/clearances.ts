// Puts clearances together: hits that somebody has judged false, for the screenings of all keys of their mode.

import { randomBytes } from 'node:crypto';
import type { AuditLog } from '../../app/audit/ports.ts';
import { createRequestIds } from '../../app/request-id.ts';
import {
  createFindCustomerHits,
  type FindCustomerHitsOptions,
} from '../../app/screening/clearances/find-customer-hits.ts';
import { createManageClearances } from '../../app/screening/clearances/manage-clearances.ts';
import { createMarkCleared, type MarkCleared } from '../../app/screening/clearances/mark-cleared.ts';
import { addClearanceRoutes } from '../../http/screening/clearances/routes.ts';
import { toSubjects } from '../parts/audit/audit-secrets.ts';
import { createRecordAct } from './audit/record-act.ts';
import type { Core } from './core.ts';
import type { Feature } from './feature.ts';

interface ClearanceParts extends Omit<FindCustomerHitsOptions, 'clock'> {
  readonly audit: Pick<AuditLog, 'append'>;
}

interface Clearances {
  readonly markCleared: MarkCleared;
  readonly routes: NonNullable<Feature['routes']>;
}

export function openClearances({ config, clock, stores }: Core, { audit, ...lookup }: ClearanceParts): Clearances {
  const kept = {
    store: stores.clearances,
    seal: stores.sealFor('clearance'),
    toSubjects: (customerText: string) => toSubjects(stores.secret, customerText),
  };
  const clearances = createManageClearances({
    ...kept,
    findHits: createFindCustomerHits({ ...lookup, clock }),
    record: createRecordAct(audit, clock),
    needsAnother: config['screening.four_eyes'],
    clock,
    createId: createRequestIds(clock, randomBytes, 'clr_'),
  });
  return {
    markCleared: createMarkCleared(kept),
    routes: (server, common) => addClearanceRoutes(server, { ...common, clearances }),
  };
}
