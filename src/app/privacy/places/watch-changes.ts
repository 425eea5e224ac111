// Changes of those who are watched as a place of personal data: hits of people, and companies of a sole trader, who may carry their own
// number in the name.

import type { Seal } from '../../seal.ts';
import type { PlacedChange, WatchStore } from '../../watches/ports.ts';
import { openChange } from '../../watches/told-changes.ts';
import { createListedPlace, type PersonalDataPlace } from '../place.ts';

const changesAtOnce = 500;

export function createWatchChangesPlace(store: WatchStore, seal: Seal): PersonalDataPlace {
  return createListedPlace<PlacedChange>({
    list: (after) => store.listAllChanges(after, changesAtOnce),
    isTheirs: (change, person) => person.isNamedIn(openChange(seal, change.watchId, change)),
    async erase({ watchId, number, sealed }, traces) {
      traces.addBytes(sealed);
      await store.removeChange(watchId, number);
    },
  });
}
