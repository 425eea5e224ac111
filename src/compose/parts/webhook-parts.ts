// How events and webhooks are sealed and named, for the service that sends them and the command line that manages them.

import { randomBytes } from 'node:crypto';
import { type CreateEvent, createEvents } from '../../app/events/new-event.ts';
import type { Clock } from '../../app/ports.ts';
import { createRequestIds } from '../../app/request-id.ts';
import { createEndpoints, type Endpoints } from '../../app/webhooks/endpoints.ts';
import type { Vault } from './vault.ts';

export const webhookSealPurpose = 'webhook';

export function openEvents(vault: Pick<Vault, 'sealFor'>, clock: Clock): CreateEvent {
  return createEvents({
    seal: vault.sealFor(webhookSealPurpose),
    clock,
    createId: createRequestIds(clock, randomBytes, 'msg_'),
  });
}

export function openEndpoints(vault: Pick<Vault, 'webhooks' | 'sealFor'>, clock: Clock): Endpoints {
  return createEndpoints({ store: vault.webhooks, seal: vault.sealFor(webhookSealPurpose), clock, randomBytes });
}
