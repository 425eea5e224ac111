// An event on its way out. Whoever finishes a piece of work writes this down in the same step, so that neither is there without the other.

import type { Clock } from '../ports.ts';
import type { Seal } from '../seal.ts';
import type { NewDelivery, WebhookEvent } from './ports.ts';

interface NewDeliveryOptions {
  readonly seal: Seal;
  readonly clock: Clock;
  readonly createId: () => string;
}

export type CreateDelivery = (endpointId: string, event: WebhookEvent, data: object) => NewDelivery;

export function createDeliveries({ seal, clock, createId }: NewDeliveryOptions): CreateDelivery {
  return (endpointId, event, data) => {
    const id = createId();
    const createdAtMs = clock.nowMs();
    const body = JSON.stringify({ type: event, timestamp: new Date(createdAtMs).toISOString(), data });
    return { id, endpointId, event, sealedBody: seal.close(body, toBodyPlace(id)), createdAtMs };
  };
}

export function openBody(seal: Seal, { id, sealedBody }: Pick<NewDelivery, 'id' | 'sealedBody'>): string {
  return seal.open(sealedBody, toBodyPlace(id));
}

function toBodyPlace(id: string): string {
  return `webhook body ${id}`;
}
