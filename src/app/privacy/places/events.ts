// Events that can be read again as a place of personal data: one that names a person is deleted.

import { openBody } from '../../events/new-event.ts';
import type { EventStore, StoredEvent } from '../../events/ports.ts';
import type { Seal } from '../../seal.ts';
import { createListedPlace, type PersonalDataPlace } from '../place.ts';

const eventsAtOnce = 200;

export function createEventsPlace(store: EventStore, seal: Seal): PersonalDataPlace {
  return createListedPlace<StoredEvent>({
    list: (after) => store.listAll(after, eventsAtOnce),
    isTheirs: (event, person) => event.createdAtMs <= person.untilMs && person.isNamedIn(openBody(seal, event)),
    async erase(event, traces) {
      traces.addBytes(event.sealedBody);
      await store.remove(event);
    },
  });
}
