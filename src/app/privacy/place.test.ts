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

test('a place of one page is asked once more, and an empty one once', async () => {
  const asked: (string | undefined)[] = [];
  const place = createListedPlace<string>({
    async list(after) {
      asked.push(after);
      return after === undefined ? ['ana'] : [];
    },
    isTheirs: () => true,
    erase: async () => {},
  });
  expect(await place.count(person)).toBe(1);
  expect(asked).toEqual([undefined, 'ana']);
});

test('other work has its turn between two pages', async () => {
  let hadTurn = false;
  const place = createListedPlace<number>({
    list: async (after = 0) => (after < 3 ? [after + 1] : []),
    isTheirs: () => false,
    erase: async () => {},
  });
  setImmediate(() => {
    hadTurn = true;
  });
  expect(await place.count(person)).toBe(0);
  expect(hadTurn).toBe(true);
});

test('of bytes a piece is looked for in every thousand, and the end', () => {
  const toPieces = (length: number) => {
    const traces = createTraces();
    const bytes = Uint8Array.from({ length: length + 5 }, (_, index) => (index * 7 + (index >> 8)) % 251);
    // Part of a larger buffer, as those of a database are.
    traces.addBytes(bytes.subarray(5));
    const all = Buffer.from(bytes.subarray(5)).toString('latin1');
    return { pieces: [...traces.pieces], at: (from: number) => all.slice(from, from + 16) };
  };
  expect(toPieces(15).pieces).toEqual([]);
  const whole = toPieces(16);
  expect(whole.pieces).toEqual([whole.at(0)]);
  const longer = toPieces(17);
  expect(longer.pieces).toEqual([longer.at(0), longer.at(1)]);
  const long = toPieces(2_016);
  expect(long.pieces).toEqual([long.at(0), long.at(1_000), long.at(2_000)]);
  const uneven = toPieces(2_015);
  expect(uneven.pieces).toEqual([uneven.at(0), uneven.at(1_000), uneven.at(1_999)]);
});

test('of a text its bytes are looked for', () => {
  const traces = createTraces();
  traces.addText('João');
  expect([...traces.pieces]).toEqual(['JoÃ£o']);
});
