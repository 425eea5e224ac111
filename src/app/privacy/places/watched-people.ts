// The lists of watched people as a place of personal data. A list is written anew without the person; a comparison that has read it before
// is made again.

import type { RowSeal } from '../../sealed-rows.ts';
import type { PlacedList, WatchStore } from '../../watches/ports.ts';
import { findPeople, sealListText, type WatchedPerson, writePeople } from '../../watches/watched-person.ts';
import type { Person } from '../person.ts';
import { createListedPlace, type PersonalDataPlace } from '../place.ts';

/** Each holds a thousand people. */
const listsAtOnce = 10;

export function createWatchedPeoplePlace(store: WatchStore, seal: RowSeal): PersonalDataPlace {
  const open = (list: PlacedList) => findPeople(seal, list.watchId, list) ?? [];
  return createListedPlace<PlacedList>({
    list: (after) => store.listAllPeople(after, listsAtOnce),
    isTheirs: (list, person) => open(list).some((each) => person.isNamedIn(writePeople([each]))),
    async erase(list, traces, person) {
      const { watchId, part, sealed } = list;
      traces.addBytes(sealed);
      const people = open(list);
      const others = people.flatMap((each) => withoutPerson(each, person));
      const rest = sealListText(seal, watchId, part, writePeople(others));
      await store.replaceList(watchId, rest, people.length - others.length);
    },
  });
}

/** Somebody else may be watched under their number, as a child is under a parent's: they are watched on, without the reference. */
function withoutPerson(each: WatchedPerson, person: Person): readonly WatchedPerson[] {
  const isTheirs = (some: WatchedPerson) => person.isNamedIn(writePeople([some]));
  if (!isTheirs(each)) return [each];
  const bare = { ...each, reference: null };
  return isTheirs(bare) ? [] : [bare];
}
