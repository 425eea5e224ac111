// The events of one key, read again: in order, page by page, from a time or behind the last one that was read.

import type { KeyId } from '../../domain/access/api-key.ts';
import { toPage } from '../key-owned/list-page.ts';
import type { Seal } from '../seal.ts';
import { openBody } from './new-event.ts';
import type { EventQuery, EventStore, EventType } from './ports.ts';

/** As it is told: the list goes on behind `cursor`. */
export interface ToldEvent {
  readonly id: string;
  readonly cursor: string;
  readonly type: EventType;
  readonly timestamp: string;
  readonly data: object;
}

export interface EventsPage {
  readonly events: readonly ToldEvent[];
  /** The number of the last one; null on the last page. */
  readonly next: number | null;
}

export type ReadEvents = (keyId: KeyId, query: EventQuery, limit: number) => Promise<EventsPage>;

export function createReadEvents(store: Pick<EventStore, 'list'>, seal: Seal): ReadEvents {
  return async (keyId, query, limit) => {
    const { things, next } = toPage(await store.list(keyId, query, limit + 1), limit, ({ number }) => number);
    const events = things.map((event) => ({
      id: event.id,
      cursor: String(event.number),
      ...(JSON.parse(openBody(seal, event)) as Pick<ToldEvent, 'type' | 'timestamp' | 'data'>),
    }));
    return { events, next };
  };
}
