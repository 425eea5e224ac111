// What happened to what belongs to a key, as its owner is told of it: kept for a while, so that it can be read again by whoever was not
// there to hear of it.

import type { KeyId } from '../../domain/access/api-key.ts';

export const eventTypes = [
  'webhook.test',
  'batch.finished',
  'watch.changed',
  'watch.hits',
  'watch.ended',
  'budget.reached',
  'verification.completed',
] as const;
export type EventType = (typeof eventTypes)[number];

/** The code that finishes a piece of work records the event in the same step, so that neither exists without the other. */
export interface NewEvent {
  /** The call that tells an endpoint of the event carries the same id, so a receiver recognizes what it has already read. */
  readonly id: string;
  /** `keyId` names the key that owns the event. */
  readonly keyId: KeyId;
  /** `endpointId` names the endpoint that also receives the event by webhook. The value is null if there is none. */
  readonly endpointId: string | null;
  readonly event: EventType;
  readonly sealedBody: Uint8Array;
  readonly createdAtMs: number;
}

export interface StoredEvent extends Omit<NewEvent, 'endpointId'> {
  /** Each key numbers its events from 1 in the order in which they can be read. An event that appears later has a greater number. */
  readonly number: number;
}

export interface EventQuery {
  /** The list contains only events with a number greater than `after`. */
  readonly after: number;
  /** The list contains only events of this time or later. */
  readonly sinceMs: number;
}

/** Events are written by the stores of what they tell of. Every write is durable when its promise resolves. */
export interface EventStore {
  /** The key's own, in the order of their numbers. */
  list(keyId: KeyId, query: EventQuery, limit: number): Promise<readonly StoredEvent[]>;
  hasOld(beforeMs: number): Promise<boolean>;
  /** Deletes at most `max` from before, the oldest first. No number is given away a second time. */
  purge(beforeMs: number, max: number): Promise<void>;
  /** The events of all keys, by key and number. */
  listAll(after: EventPlace | undefined, limit: number): Promise<readonly StoredEvent[]>;
  remove(place: EventPlace): Promise<void>;
  replace(place: EventPlace, sealedBody: Uint8Array): Promise<void>;
}

export interface EventPlace {
  readonly keyId: KeyId;
  readonly number: number;
}
