// Changes of watched companies as a place of personal data: a sole trader may carry their own number in the company's name. The list
// of a watch holds company numbers alone.

import type { Seal } from '../../seal.ts';
import { openChange } from '../../watches/manage-watches.ts';
import type { PlacedChange, WatchStore } from '../../watches/ports.ts';
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
