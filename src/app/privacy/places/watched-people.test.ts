import { expect, test } from 'vitest';
import { type Cpf, completeCpf } from '../../../domain/numbers/cpf.ts';
import { createSeal } from '../../seal.ts';
import { withDamageTold } from '../../sealed-rows.ts';
import type { PlacedList, WatchStore } from '../../watches/ports.ts';
import { findPeople, sealListText, type WatchedPerson, writePeople } from '../../watches/watched-person.ts';
import type { Person } from '../person.ts';
import { createTraces } from '../place.ts';
import { createWatchedPeoplePlace } from './watched-people.ts';

const seal = withDamageTold(createSeal(Buffer.alloc(32, 7)), () => {});
const [theirs, other] = [completeCpf('300456789') as Cpf, completeCpf('300456780') as Cpf];
const person = { isNamedIn: (text: string) => text.includes(theirs) } as Person;
const toPerson = (cpf: Cpf, reference: string | null): WatchedPerson => ({
  cpf,
  name: 'ANA EXEMPLO',
  birthDate: null,
  reference,
});

test('who is watched under the number of an erased person is watched on, without that number', async () => {
  let list: PlacedList = {
    watchId: 'wat_1',
    ...sealListText(seal, 'wat_1', 0, writePeople([toPerson(theirs, null), toPerson(other, `titular ${theirs}`)])),
  };
  let fewer = 0;
  const store: Partial<WatchStore> = {
    listAllPeople: async (after) => (after === undefined ? [list] : []),
    async replaceList(watchId, rest, removed) {
      list = { watchId, ...rest };
      fewer += removed;
    },
  };
  const place = createWatchedPeoplePlace(store as WatchStore, seal);
  expect(await place.count(person)).toBe(1);
  await place.erase(person, createTraces(), async () => {});
  expect([findPeople(seal, 'wat_1', list), fewer]).toEqual([[toPerson(other, null)], 1]);
  expect(await place.count(person)).toBe(0);
});

test('lists of others stay as they are, a damaged one is told, and what is left of a list that goes is looked for', async () => {
  const others = { watchId: 'wat_1', ...sealListText(seal, 'wat_1', 0, writePeople([toPerson(other, null)])) };
  const mixed = writePeople([toPerson(theirs, null), toPerson(other, 'titular'), toPerson(theirs, theirs)]);
  const lists: readonly PlacedList[] = [
    ...[others, { ...others, watchId: 'wat_2' }],
    { watchId: 'wat_3', ...sealListText(seal, 'wat_3', 4, mixed) },
  ];
  const replaced: unknown[] = [];
  const damaged: unknown[] = [];
  const store: Partial<WatchStore> = {
    listAllPeople: async (after, limit) =>
      lists.filter(({ watchId }) => watchId > (after?.watchId ?? '')).slice(0, Math.min(limit, 2)),
    async replaceList(watchId, rest, removed) {
      replaced.push([watchId, rest.part, findPeople(seal, watchId, rest), removed]);
    },
  };
  const place = createWatchedPeoplePlace(
    store as WatchStore,
    withDamageTold(seal, (row) => damaged.push(row)),
  );
  const traces = createTraces();
  expect(await place.erase(person, traces, async () => {})).toBe(1);
  expect(replaced).toEqual([['wat_3', 4, [toPerson(other, 'titular')], 2]]);
  expect(damaged).toEqual([{ table: 'watch_lists', id: 'wat_2:0' }]);
  expect(traces.pieces).toContain(Buffer.from(lists[2]?.sealed as Uint8Array).toString('latin1', 0, 16));
});
