// Events on their way to an endpoint as a place of personal data: those that wait, those that were told, and those that were given up.
// One that names a person is deleted, and not told any more.

import { openBody } from '../../events/new-event.ts';
import type { Seal } from '../../seal.ts';
import type { NewDelivery, WebhookStore } from '../../webhooks/ports.ts';
import { createListedPlace, type PersonalDataPlace } from '../place.ts';

const deliveriesAtOnce = 200;

export function createDeliveriesPlace(store: WebhookStore, seal: Seal): PersonalDataPlace {
  return createListedPlace<NewDelivery>({
    list: (after) => store.listAll(after?.id ?? '', deliveriesAtOnce),
    isTheirs: (delivery, person) =>
      delivery.createdAtMs <= person.untilMs && person.isNamedIn(openBody(seal, delivery)),
    async erase({ id, sealedBody }, traces) {
      traces.addBytes(sealedBody);
      await store.remove(id);
    },
  });
}
