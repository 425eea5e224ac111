// Every place that holds something of people, by its name in the list of what is kept: one that is missing here does not compile.

import type { AuditTrail } from '../../../app/audit/ports.ts';
import type { Places } from '../../../app/privacy/erase-person.ts';
import { createAuditPlace } from '../../../app/privacy/places/audit-records.ts';
import { createBatchesPlace } from '../../../app/privacy/places/batches.ts';
import { createCallsPlace } from '../../../app/privacy/places/calls.ts';
import {
  createBoughtAnswersPlace,
  createClearancesPlace,
  createDeliveriesPlace,
  createEventsPlace,
  createWatchChangesPlace,
} from '../../../app/privacy/places/sealed-things.ts';
import { createWatchedPeoplePlace } from '../../../app/privacy/places/watched-people.ts';
import type { DamagedRow } from '../../../app/sealed-rows.ts';
import type { Config } from '../../../config.ts';
import { listOldData } from '../../../stores/erasure/clean-directory.ts';
import type { Stores } from '../stores.ts';
import { findOwnRows } from './own-rows.ts';
import { createSharedAnswersPlace } from './shared-answers.ts';

/** Opens the places. A place that can only look at the audit serves counting alone. `onDamaged` hears of a row that may be about any person. */
export function openPlaces(
  config: Config,
  stores: Stores,
  trail: Pick<AuditTrail, 'find'> & Partial<Pick<AuditTrail, 'findErasable' | 'findActsNaming' | 'forget'>>,
  onDamaged: (row: DamagedRow) => void,
): Places {
  const { secret } = stores;
  const sealFor = (purpose: Parameters<Stores['sealFor']>[0]) => stores.sealFor(purpose, onDamaged);
  return {
    // First what may fail because somebody else is needed.
    shared_answers: createSharedAnswersPlace(config, secret),
    // Then what is still being worked off, and after it what that has written down of them: a comparison that has still read them writes
    // nothing more, and does not finish.
    bought_answers: createBoughtAnswersPlace(stores.boughtAnswers),
    batches: createBatchesPlace(stores.batches, sealFor('batch')),
    watched_people: createWatchedPeoplePlace(stores.watches, sealFor('watch')),
    audit_records: createAuditPlace(trail),
    idempotent_answers: createCallsPlace(stores.calls, sealFor('idempotency-answer')),
    clearances: createClearancesPlace(stores.clearances, sealFor('clearance')),
    webhook_events: createDeliveriesPlace(stores.webhooks, sealFor('webhook')),
    events: createEventsPlace(stores.events, sealFor('webhook')),
    watch_changes: createWatchChangesPlace(stores.watches, sealFor('watch')),
    // Whom an operator lists is theirs to change: the search through the files says which lists, at the end.
    own_lists: {
      count: async (person) => (await findOwnRows(config.data_dir, person)).lists,
      name: async (person) => (await findOwnRows(config.data_dir, person)).rows,
      erase: async () => 0,
    },
    // What is there is refused before anything is erased.
    old_data: {
      count: async () => (listOldData(config.data_dir).length === 0 ? 0 : 'unknown'),
      erase: async () => 0,
    },
    // Each process looks at the marks of erasures before it looks into its memory.
    kept_answers: { count: async () => (config.file === null ? 0 : 'unknown'), erase: async () => 0 },
  };
}
