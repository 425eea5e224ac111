// Every place that holds something of people, by its name in the list of what is kept: one that is missing here does not compile.

import type { AuditTrail } from '../../../app/audit/ports.ts';
import type { Places } from '../../../app/privacy/erase-person.ts';
import { createAuditPlace } from '../../../app/privacy/places/audit-records.ts';
import { createBatchesPlace } from '../../../app/privacy/places/batches.ts';
import { createCallsPlace } from '../../../app/privacy/places/calls.ts';
import { createDeliveriesPlace } from '../../../app/privacy/places/deliveries.ts';
import { createEventsPlace } from '../../../app/privacy/places/events.ts';
import { createWatchChangesPlace } from '../../../app/privacy/places/watch-changes.ts';
import type { Config } from '../../../config.ts';
import { batchSealPurpose } from '../batch-seal.ts';
import { toOnceSecrets } from '../once-secrets.ts';
import { createSharedAnswersPlace } from '../shared-answers.ts';
import type { Vault } from '../vault.ts';
import { watchSealPurpose } from '../watches.ts';
import { webhookSealPurpose } from '../webhook-parts.ts';

/** What can only look at the audit is for counting alone. */
export function openPlaces(
  config: Config,
  vault: Vault,
  trail: Pick<AuditTrail, 'find'> & Partial<Pick<AuditTrail, 'findErasable' | 'findActsNaming' | 'forget'>>,
): Places {
  const { secret } = vault;
  return {
    // First what may fail because somebody else is needed.
    shared_answers: createSharedAnswersPlace(config, secret),
    audit_records: createAuditPlace(trail),
    idempotent_answers: createCallsPlace(vault.calls, toOnceSecrets(secret)),
    batches: createBatchesPlace(vault.batches, vault.sealFor(batchSealPurpose)),
    webhook_events: createDeliveriesPlace(vault.webhooks, vault.sealFor(webhookSealPurpose)),
    events: createEventsPlace(vault.events, vault.sealFor(webhookSealPurpose)),
    watch_changes: createWatchChangesPlace(vault.watches, vault.sealFor(watchSealPurpose)),
    // Each process looks at the marks of erasures before it looks into its memory.
    kept_answers: { count: async () => (config.file === null ? 0 : 'unknown'), erase: async () => 0 },
  };
}
