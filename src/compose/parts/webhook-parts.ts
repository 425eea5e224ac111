// How events and webhooks are sealed and named, for the service that sends them and the command line that manages them.

import { randomBytes } from 'node:crypto';
import type { Clock } from '../../app/clock.ts';
import { type CreateEvent, createEvents } from '../../app/events/new-event.ts';
import { createRequestIds } from '../../app/random.ts';
import { createEndpoints, type Endpoints } from '../../app/webhooks/endpoints.ts';
import type { Stores } from './stores.ts';

export function openEvents(stores: Pick<Stores, 'sealFor'>, clock: Clock): CreateEvent {
  return createEvents({
    seal: stores.sealFor('webhook'),
    clock,
    createId: createRequestIds(clock, randomBytes, 'msg_'),
  });
}

export function openEndpoints(stores: Pick<Stores, 'webhooks' | 'sealFor'>, clock: Clock): Endpoints {
  return createEndpoints({ store: stores.webhooks, seal: stores.sealFor('webhook'), clock, randomBytes });
}
