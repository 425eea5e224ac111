// An event that concerns a key: one for each of its endpoints, or one in the list of its events alone where it has none.

import type { KeyId } from '../../domain/access/api-key.ts';
import type { CreateEvent, EventExtras } from '../events/new-event.ts';
import type { EventType, NewEvent } from '../events/ports.ts';
import type { WebhookStore } from './ports.ts';

export interface KeyEventsOptions {
  readonly webhooks: Pick<WebhookStore, 'listEndpoints'>;
  readonly createEvent: CreateEvent;
}

export async function createKeyEvents(
  { webhooks, createEvent }: KeyEventsOptions,
  keyId: KeyId,
  event: EventType,
  data: object,
  extras: EventExtras = {},
): Promise<readonly NewEvent[]> {
  const own = (await webhooks.listEndpoints()).flatMap((each) => (each.keyId === keyId ? each.id : []));
  return (own.length === 0 ? [null] : own).map((webhookId) => createEvent({ keyId, webhookId }, event, data, extras));
}
