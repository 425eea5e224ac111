// Events: what happened to the batches and watches of the key, read again in order. The service tells of the same by webhook.

import type { CallOptions, MakeCall } from '../call/call.ts';
import { readJson, toLimits, toQuery } from '../call/exchange.ts';
import type { EventList, ListedEvent } from '../contract.ts';

export interface EventsOptions extends CallOptions {
  /** The list contains only events of this time or later. */
  readonly since?: Date | string | undefined;
  /** The `cursor` of the last event that you have read: only what came behind it is given. */
  readonly after?: string | undefined;
}

export interface Events {
  /**
   * All there are now, in the order in which they happened, page after page. Keep the `cursor` of the last one and come back with it.
   * Decide by `type`, and leave what you do not know: a newer service may have more.
   */
  list(options?: EventsOptions): AsyncGenerator<ListedEvent>;
}

const eventsPerCall = '1000';

export function createEvents(call: MakeCall): Events {
  return {
    async *list(options = {}) {
      const { since: from } = options;
      const since = from instanceof Date ? from.toISOString() : from;
      for (let after: string | null | undefined = options.after; after !== null; ) {
        const path = `/v1/events${toQuery({ since, after, limit: eventsPerCall })}`;
        const page: EventList = await call({ ...toLimits(options), method: 'GET', path }, readJson<EventList>);
        yield* page.events;
        after = page.next_cursor;
      }
    },
  };
}
