// Events that can be read again as a place of personal data: one that names a person is deleted.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { openBody } from '../../events/new-event.ts';
import type { EventStore, StoredEvent } from '../../events/ports.ts';
import type { Seal } from '../../seal.ts';
import type { Person } from '../person.ts';
import type { PersonalDataPlace } from '../place.ts';

const eventsAtOnce = 200;

export function createEventsPlace(store: EventStore, seal: Seal): PersonalDataPlace {
  async function* find(person: Person): AsyncGenerator<StoredEvent> {
    for (let after: StoredEvent | undefined; ; ) {
      const events = await store.listAll(after, eventsAtOnce);
      for (const event of events) {
        if (event.createdAtMs <= person.untilMs && person.isNamedIn(openBody(seal, event))) yield event;
      }
      await nextTurn();
      after = events.at(-1);
      if (after === undefined) return;
    }
  }

  return {
    async count(person) {
      let count = 0;
      for await (const _ of find(person)) count++;
      return count;
    },
    async erase(person, traces) {
      let count = 0;
      for await (const event of find(person)) {
        traces.addBytes(event.sealedBody);
        await store.remove(event);
        count++;
      }
      return count;
    },
  };
}
