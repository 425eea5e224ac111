// An event as it is written down: its body sealed, under the id that it is told by.

import type { KeyId } from '../../domain/access/api-key.ts';
import type { Clock } from '../clock.ts';
import { toBodyPlace } from '../kept/events.ts';
import { type KeptText, readKeptText, writeKeptText } from '../kept-text.ts';
import type { Seal } from '../seal.ts';
import type { RowSeal } from '../sealed-rows.ts';
import type { EventType, NewEvent } from './ports.ts';

interface NewEventOptions {
  readonly seal: Seal;
  readonly clock: Clock;
  readonly createId: () => string;
}

export interface EventOwner {
  readonly keyId: KeyId;
  /** `webhookId` names the endpoint that receives the event. The value is null if there is no receiver. */
  readonly webhookId: string | null;
}

export interface EventExtras {
  /** `about` lists whom the event speaks of without naming them, as the audit calls them; of hits, one for each. */
  readonly about?: KeptText['about'];
  /** The event tells of nothing that happened, and says so: a developer tries a receiver with it. */
  readonly isSample?: boolean;
}

export type CreateEvent = (owner: EventOwner, event: EventType, data: object, extras?: EventExtras) => NewEvent;

export function createEvents({ seal, clock, createId }: NewEventOptions): CreateEvent {
  return ({ keyId, webhookId }, event, data, { about = [], isSample = false } = {}) => {
    const id = createId();
    const createdAtMs = clock.nowMs();
    const timestamp = new Date(createdAtMs).toISOString();
    const text = JSON.stringify({ type: event, timestamp, ...(isSample && { sample: true }), data });
    return { id, keyId, endpointId: webhookId, event, sealedBody: sealBody(seal, id, { text, about }), createdAtMs };
  };
}

export function sealBody(seal: Seal, id: string, body: KeptText): Uint8Array {
  return seal.close(writeKeptText(body), toBodyPlace(id));
}

/** Opens the body and returns it with JSON as its text. */
export function openBody(seal: Seal, { id, sealedBody }: Pick<NewEvent, 'id' | 'sealedBody'>): KeptText {
  return readKeptText(seal.open(sealedBody, toBodyPlace(id)));
}

/** Opens the body of an event that is on its way to an endpoint. Returns undefined and reports the damage if the body is damaged. */
export function findDelivered(seal: RowSeal, delivery: Pick<NewEvent, 'id' | 'sealedBody'>): KeptText | undefined {
  return seal.findOpened({ table: 'webhook_deliveries', id: delivery.id }, () => openBody(seal, delivery));
}

/** Opens the body of an event in the list of its key. */
export function findListed(seal: RowSeal, event: Pick<NewEvent, 'id' | 'sealedBody'>): KeptText | undefined {
  return seal.findOpened({ table: 'events', id: event.id }, () => openBody(seal, event));
}
