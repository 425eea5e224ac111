import { expect, test } from 'vitest';
import type { Person } from './person.ts';
import { createListedPlace, createTraces, type PersonalDataPlace } from './place.ts';

const person = { isNamedIn: (text: string) => text.startsWith('ana') } as Person;

/** Two on a page, so that what is theirs lies on several of them. */
function openPlace(kept: string[]): PersonalDataPlace {
  return createListedPlace<string>({
    list: async (after = '') => kept.filter((name) => name > after).slice(0, 2),
    isTheirs: (name, { isNamedIn }) => isNamedIn(name),
    async erase(name, traces) {
      traces.addText(name);
      kept.splice(kept.indexOf(name), 1);
    },
  });
}

test('a place is walked to its last page, also while what was found there goes', async () => {
  const kept = ['alma', 'ana 1', 'ana 2', 'ana 3', 'bia', 'ana 4'].sort();
  const place = openPlace(kept);
  const traces = createTraces();
  expect(await place.count(person)).toBe(4);
  expect(await place.erase(person, traces, async () => {})).toBe(4);
  expect(kept).toEqual(['alma', 'bia']);
  expect([...traces.pieces]).toEqual(['ana 1', 'ana 2', 'ana 3', 'ana 4']);
  expect(await place.count(person)).toBe(0);
});
