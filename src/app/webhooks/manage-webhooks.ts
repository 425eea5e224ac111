// Endpoints and deliveries by the operator's hand. The signing secret exists only in the answers to `add` and `rotate`.

import type { KeyId } from '../../domain/access/api-key.ts';
import { OperatorError } from '../../errors.ts';
import type { Clock } from '../clock.ts';
import { type CreateEvent, findDelivered, openBody } from '../events/new-event.ts';
import type { EventType } from '../events/ports.ts';
import { toUnknownKey } from '../keys/manage-keys.ts';
import type { KeyStore } from '../keys/ports.ts';
import type { RowSeal } from '../sealed-rows.ts';
import { openEndpoint, parseUrl, toSigningSecrets, type WebhookRules } from './endpoint.ts';
import type { Endpoint, Endpoints, MadeEndpoint } from './endpoints.ts';
import { createKeyEvents } from './key-events.ts';
import type { Delivery, DeliveryQuery, SendOutcome, SendWebhook, WebhookStore } from './ports.ts';
import { signatureHeader, toWebhookHeaders } from './webhook-message.ts';

export interface TriedCall {
  /** The `webhook-id` of the call. */
  readonly id: string;
  readonly url: string;
  readonly outcome: SendOutcome;
  readonly isTaken: boolean;
  readonly durationMs: number;
  readonly signatureHeader: string;
  readonly signatures: number;
}

export interface ManageWebhooks {
  add(url: string, keyId: string): Promise<MadeEndpoint>;
  list(): Promise<readonly Endpoint[]>;
  /** A new secret, shown once; the one before it signs beside it until the overlap is over. */
  rotate(id: string, overlapMs: number): Promise<MadeEndpoint>;
  /** Removes the endpoint together with its deliveries. */
  remove(id: string): Promise<void>;
  /** Makes one call now, from this machine, and tells the result; it neither keeps nor repeats the call. */
  test(endpointId: string): Promise<TriedCall>;
  /** Puts an event of its own in the queue of a running service; gives the id of the delivery. */
  enqueueTest(endpointId: string): Promise<string>;
  /** Tells a test key of an event that never happened, in its list of events and at each of its endpoints; gives the ids. */
  trigger(type: EventType, keyId: string): Promise<readonly string[]>;
  deliveries(query: DeliveryQuery): Promise<readonly Delivery[]>;
  show(deliveryId: string): Promise<Delivery & { readonly body: string }>;
  resend(deliveryId: string): Promise<void>;
}

interface ManageWebhooksOptions {
  readonly store: WebhookStore;
  readonly endpoints: Endpoints;
  readonly keys: Pick<KeyStore, 'find'>;
  readonly seal: RowSeal;
  readonly clock: Clock;
  readonly send: SendWebhook;
  readonly createEvent: CreateEvent;
  /** Gives the data of a sample. */
  readonly findSample: (type: EventType) => Promise<object>;
  readonly rules: WebhookRules;
}

export function createManageWebhooks(options: ManageWebhooksOptions): ManageWebhooks {
  const { store, endpoints, keys, seal, clock, send, createEvent, findSample, rules } = options;

  async function createTest(endpointId: string) {
    const endpoint = await store.findEndpoint(endpointId);
    if (endpoint === undefined) throw toUnknownEndpoint();
    const owner = { keyId: endpoint.keyId, webhookId: endpointId };
    return { endpoint, event: createEvent(owner, 'webhook.test', { webhook_id: endpointId }) };
  }

  return {
    async add(url, keyId) {
      const parsed = await parseUrl(url, rules);
      if (parsed.kind === 'invalid') throw new OperatorError(`No webhook can go to this address: ${parsed.fault.en}.`);
      if ((await keys.find(keyId)) === undefined) throw toUnknownKey();
      const made = await endpoints.add({ id: endpoints.createId(), url: parsed.url, keyId: keyId as KeyId });
      if (made === undefined) throw new Error('The store refused an endpoint without a bound');
      return made;
    },
    list: () => endpoints.list(),
    async rotate(id, overlapMs) {
      const { secret, ...rotated } = (await endpoints.change(id, { rotation: { overlapMs } })) ?? {};
      if (secret === undefined) throw toUnknownEndpoint();
      return { ...(rotated as Endpoint), secret };
    },
    async remove(id) {
      if (!(await endpoints.remove(id))) throw toUnknownEndpoint();
    },
    async test(endpointId) {
      const { endpoint, event } = await createTest(endpointId);
      const opened = openEndpoint(seal, endpoint);
      const nowMs = clock.nowMs();
      const secrets = toSigningSecrets(opened, nowMs);
      const { text: body } = openBody(seal, event);
      const headers = toWebhookHeaders({ id: event.id, body, secrets, nowMs });
      const startedMs = clock.monotonicMs();
      const outcome = await send({ url: opened.url, body, headers }, new AbortController().signal);
      return {
        id: event.id,
        url: opened.url,
        outcome,
        isTaken: outcome.kind === 'answered' && outcome.status >= 200 && outcome.status < 300,
        durationMs: Math.round(clock.monotonicMs() - startedMs),
        signatureHeader,
        signatures: secrets.length,
      };
    },
    async enqueueTest(endpointId) {
      const { event } = await createTest(endpointId);
      await store.enqueue(event);
      return event.id;
    },
    async trigger(type, keyId) {
      const owner = (await keys.find(keyId))?.record;
      if (owner === undefined) throw toUnknownKey();
      if (owner.mode !== 'test') {
        throw new OperatorError(
          'A sample goes to a test key alone: whoever hears of a live key acts on what it is told. See: confere keys list',
        );
      }
      const parts = { webhooks: store, createEvent };
      const events = await createKeyEvents(parts, owner.id, type, await findSample(type), { isSample: true });
      for (const event of events) await store.enqueue(event);
      return events.map(({ id }) => id);
    },
    deliveries: (query) => store.list(query),
    async show(deliveryId) {
      const delivery = await store.find(deliveryId);
      if (delivery === undefined) throw toUnknownDelivery();
      const body = findDelivered(seal, delivery);
      if (body !== undefined) return { ...delivery, body: body.text };
      throw new OperatorError('The row of this delivery is damaged. See ConfereRowFault in docs/operations.md', 1);
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
