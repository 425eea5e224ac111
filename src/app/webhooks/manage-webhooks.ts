// Endpoints and deliveries by the operator's hand. The signing secret exists only in the answer to `add`.

import type { KeyId } from '../../domain/access/api-key.ts';
import { OperatorError } from '../../errors.ts';
import { type CreateEvent, openBody } from '../events/new-event.ts';
import type { Clock, KeyStore, RandomBytes } from '../ports.ts';
import type { Seal } from '../seal.ts';
import { findUrlFault, openEndpoint, sealEndpoint, type WebhookRules } from './endpoint.ts';
import type { Delivery, DeliveryQuery, StoredEndpoint, WebhookStore } from './ports.ts';
import { createWebhookSecret } from './webhook-message.ts';

export interface Endpoint extends Omit<StoredEndpoint, 'sealed'> {
  readonly url: string;
}

export interface ManageWebhooks {
  add(url: string, keyId: string): Promise<Endpoint & { readonly secret: string }>;
  list(): Promise<readonly Endpoint[]>;
  /** Its deliveries go with it. */
  remove(id: string): Promise<void>;
  /** Puts an event of its own in the queue; gives the id of the delivery. */
  test(endpointId: string): Promise<string>;
  deliveries(query: DeliveryQuery): Promise<readonly Delivery[]>;
  show(deliveryId: string): Promise<Delivery & { readonly body: string }>;
  resend(deliveryId: string): Promise<void>;
}

interface ManageWebhooksOptions {
  readonly store: WebhookStore;
  readonly keys: Pick<KeyStore, 'find'>;
  readonly seal: Seal;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly createEvent: CreateEvent;
  readonly rules: WebhookRules;
}

const idBytes = 8;

export function createManageWebhooks(options: ManageWebhooksOptions): ManageWebhooks {
  const { store, keys, seal, clock, randomBytes, createEvent, rules } = options;
  const toEndpoint = (stored: StoredEndpoint): Endpoint => {
    const { id, keyId, createdAtMs } = stored;
    return { id, keyId, createdAtMs, url: openEndpoint(seal, stored).url };
  };
  return {
    async add(url, keyId) {
      const fault = findUrlFault(url, rules);
      if (fault !== undefined) throw new OperatorError(`No webhook can go to this address: ${fault}.`);
      if ((await keys.find(keyId)) === undefined) {
        throw new OperatorError('There is no such key. See: confere keys list');
      }
      const id = `wh_${Buffer.from(randomBytes(idBytes)).toString('hex')}`;
      const secret = createWebhookSecret(randomBytes);
      const sealed = sealEndpoint(seal, id, { url, secret });
      const stored = { id, keyId: keyId as KeyId, sealed, createdAtMs: clock.nowMs() };
      await store.insertEndpoint(stored);
      return { ...toEndpoint(stored), secret };
    },
    list: async () => (await store.listEndpoints()).map(toEndpoint),
    async remove(id) {
      if (!(await store.removeEndpoint(id))) throw toUnknownEndpoint();
    },
    async test(endpointId) {
      const endpoint = await store.findEndpoint(endpointId);
      if (endpoint === undefined) throw toUnknownEndpoint();
      const owner = { keyId: endpoint.keyId, webhookId: endpointId };
      const event = createEvent(owner, 'webhook.test', { webhook_id: endpointId });
      await store.enqueue(event);
      return event.id;
    },
    deliveries: (query) => store.list(query),
    async show(deliveryId) {
      const delivery = await store.find(deliveryId);
      if (delivery === undefined) throw toUnknownDelivery();
      return { ...delivery, body: openBody(seal, delivery) };
    },
    async resend(deliveryId) {
      if (!(await store.resend(deliveryId, clock.nowMs()))) throw toUnknownDelivery();
    },
  };
}

function toUnknownEndpoint(): OperatorError {
  return new OperatorError('There is no such endpoint. See: confere webhooks list');
}

function toUnknownDelivery(): OperatorError {
  return new OperatorError('There is no such delivery. See: confere webhooks deliveries');
}
