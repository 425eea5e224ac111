// Changes of watched companies as a place of personal data: a sole trader may carry their own number in the company's name. The list
// of a watch holds company numbers alone.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Seal } from '../../seal.ts';
import { openChange } from '../../watches/manage-watches.ts';
import type { PlacedChange, WatchStore } from '../../watches/ports.ts';
import type { Person } from '../person.ts';
import type { PersonalDataPlace } from '../place.ts';

const changesAtOnce = 500;

export function createWatchChangesPlace(store: WatchStore, seal: Seal): PersonalDataPlace {
  async function* find(person: Person): AsyncGenerator<PlacedChange> {
    for (let after: PlacedChange | undefined; ; ) {
      const changes = await store.listAllChanges(after, changesAtOnce);
      for (const change of changes) if (person.isNamedIn(openChange(seal, change.watchId, change))) yield change;
      await nextTurn();
      after = changes.at(-1);
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
      for await (const { watchId, number, sealed } of find(person)) {
        traces.addBytes(sealed);
        await store.removeChange(watchId, number);
        count++;
      }
      return count;
    },
  };
}
