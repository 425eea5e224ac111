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

/** Whoever finishes a piece of work writes this down in the same step, so that neither is there without the other. */
export interface NewEvent {
  /** Also of the call that tells an endpoint of it: a receiver knows what it has read before. */
  readonly id: string;
  /** Whose event it is. */
  readonly keyId: KeyId;
  /** Who is told of it by webhook, too; null: nobody. */
  readonly endpointId: string | null;
  readonly event: EventType;
  readonly sealedBody: Uint8Array;
  readonly createdAtMs: number;
}

export interface StoredEvent extends Omit<NewEvent, 'endpointId'> {
  /** Counted from 1 for each key, in the order in which they can be read: one that comes to light later has a greater number. */
  readonly number: number;
}

export interface EventQuery {
  /** Only those with a greater number. */
  readonly after: number;
  /** Only those of this time or later. */
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
