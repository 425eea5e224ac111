// The events of one key, read again: in order, page by page, from a time or behind the last one that was read.

import type { KeyId } from '../../domain/access/api-key.ts';
import { toPage } from '../key-owned/list-page.ts';
import type { RowSeal } from '../sealed-rows.ts';
import { findListed } from './new-event.ts';
import type { EventQuery, EventStore, EventType } from './ports.ts';

/** This is the event in the form that callers receive. The list continues after `cursor`. */
export interface ToldEvent {
  readonly id: string;
  readonly cursor: string;
  readonly type: EventType;
  readonly timestamp: string;
  /** Only a sample has it: it tells of nothing that happened. */
  readonly sample?: true;
  readonly data: object;
}

export interface EventsPage {
  readonly events: readonly ToldEvent[];
  /** The number of the last one; null on the last page. */
  readonly next: number | null;
}

export type ReadEvents = (keyId: KeyId, query: EventQuery, limit: number) => Promise<EventsPage>;

export function createReadEvents(store: Pick<EventStore, 'list'>, seal: RowSeal): ReadEvents {
  return async (keyId, query, limit) => {
    const { things, next } = toPage(await store.list(keyId, query, limit + 1), limit, ({ number }) => number);
    const events = things.flatMap((event): ToldEvent | [] => {
      const body = findListed(seal, event);
      if (body === undefined) return [];
      const told = JSON.parse(body.text) as Pick<ToldEvent, 'type' | 'timestamp' | 'sample' | 'data'>;
      return { id: event.id, cursor: String(event.number), ...told };
    });
    return { events, next };
  };
}
