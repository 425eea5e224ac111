// Events on their way to an endpoint as a place of personal data: those that wait, those that were told, and those that were given up.
// One that names a person is deleted, and not told any more.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { openBody } from '../../events/new-event.ts';
import type { Seal } from '../../seal.ts';
import type { NewDelivery, WebhookStore } from '../../webhooks/ports.ts';
import type { Person } from '../person.ts';
import type { PersonalDataPlace } from '../place.ts';

const deliveriesAtOnce = 200;

export function createDeliveriesPlace(store: WebhookStore, seal: Seal): PersonalDataPlace {
  async function* find(person: Person): AsyncGenerator<NewDelivery> {
    for (let after = ''; ; ) {
      const deliveries = await store.listAll(after, deliveriesAtOnce);
      for (const delivery of deliveries) {
        if (delivery.createdAtMs <= person.untilMs && person.isNamedIn(openBody(seal, delivery))) yield delivery;
      }
      await nextTurn();
      const last = deliveries.at(-1);
      if (last === undefined) return;
      after = last.id;
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
      for await (const { id, sealedBody } of find(person)) {
        traces.addBytes(sealedBody);
        await store.remove(id);
        count++;
      }
      return count;
    },
  };
}
