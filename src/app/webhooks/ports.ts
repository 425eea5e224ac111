// What telling others of an event needs from the world.

import type { KeyId } from '../../domain/access/api-key.ts';
import type { NewEvent } from '../events/ports.ts';

/** `sealed` holds the address and the signing secret. */
export interface StoredEndpoint {
  readonly id: string;
  /** The endpoint receives the events of this key. */
  readonly keyId: KeyId;
  readonly sealed: Uint8Array;
  readonly createdAtMs: number;
}

export const deliveryStates = ['pending', 'delivered', 'dead'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** One event for one endpoint. Its id goes with every attempt, so that a receiver knows one that it has seen. */
export interface NewDelivery extends Omit<NewEvent, 'keyId' | 'endpointId'> {
  readonly endpointId: string;
}

export interface Attempted {
  readonly state: DeliveryState;
  readonly attempts: number;
  /** When it is due next, while it is pending. */
  readonly dueAtMs: number;
  /** The last attempt left this outcome: a status, or the reason why there is none. */
  readonly lastOutcome: string | null;
  /** The value is null while the delivery is pending. */
  readonly settledAtMs: number | null;
}

export interface Delivery extends NewDelivery, Attempted {}

export interface WebhookTrouble {
  readonly endpointId: string;
  /** `waiting` counts the deliveries that were refused and are tried again. */
  readonly waiting: number;
  /** `dead` counts the deliveries that are not tried again, while Confere keeps them. */
  readonly dead: number;
}

export interface DeliveryQuery {
  readonly state: DeliveryState | null;
  readonly limit: number;
}

/**
 * Endpoints, and what is to be told or was told to them. Every write is durable when its promise resolves. An endpoint whose row was made or
 * changed by other means is found by nothing, and reported.
 */
export interface WebhookStore {
  /** Returns false if the key already has the maximum number of endpoints. */
  insertEndpoint(endpoint: StoredEndpoint, perKeyMax?: number): Promise<boolean>;
  findEndpoint(id: string): Promise<StoredEndpoint | undefined>;
  listEndpoints(): Promise<readonly StoredEndpoint[]>;
  /** Returns false if the endpoint is gone or no longer matches `before`. */
  replaceEndpoint(id: string, before: Uint8Array, after: Uint8Array): Promise<boolean>;
  /** Removes the endpoint with its deliveries. Returns false if there is none. */
  removeEndpoint(id: string): Promise<boolean>;
  /** For its endpoint, due at once, and in the list of its key; neither where the endpoint is gone. Where it names none, in the list alone. */
  enqueue(event: NewEvent): Promise<void>;
  find(id: string): Promise<Delivery | undefined>;
  /** The latest first. */
  list(query: DeliveryQuery): Promise<readonly Delivery[]>;
  /** Pending ones whose time has come, the longest due first, but none for those endpoints. */
  findDue(nowMs: number, limit: number, exceptEndpoints?: readonly string[]): Promise<readonly Delivery[]>;
  recordAttempt(id: string, attempted: Attempted): Promise<void>;
  /** Makes it pending and due now, with all its attempts before it; false where there is none. */
  resend(id: string, nowMs: number): Promise<boolean>;
  /** Counts by endpoint what was tried in vain. Endpoints without any are left out. */
  countTroubles(): Promise<readonly WebhookTrouble[]>;
  hasSettled(beforeMs: number): Promise<boolean>;
  /** Deletes at most `max` that were settled before, the oldest first. */
  purge(settledBeforeMs: number, max: number): Promise<void>;
  /** Lists deliveries in every state, in the order of their ids. */
  listAll(afterId: string, limit: number): Promise<readonly Delivery[]>;
  remove(id: string): Promise<void>;
  replaceBody(id: string, sealedBody: Uint8Array): Promise<void>;
}

export interface OutgoingWebhook {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type SendOutcome =
  | { readonly kind: 'answered'; readonly status: number; readonly retryAfter: string | undefined }
  | { readonly kind: 'failed'; readonly reason: SendFailure };

export type SendFailure =
  /** The address is none that webhooks may go to, now that its name was looked up. */
  | 'address_refused'
  | 'name_not_found'
  | 'connection_failed'
  | 'timeout'
  | 'invalid_answer'
  /** The event of the delivery does not open. */
  | 'row_damaged';

/** One call, ended by its deadline or the signal. Follows no redirect. Never rejects. */
export type SendWebhook = (webhook: OutgoingWebhook, signal: AbortSignal) => Promise<SendOutcome>;
