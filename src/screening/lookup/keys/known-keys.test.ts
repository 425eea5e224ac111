import fc from 'fast-check';
import { expect, test } from 'vitest';
import { customer } from '../../../../test/support/lists/screened-names.ts';
import type { Screened } from '../../../domain/screening/screened.ts';
import { KeyFilter } from './key-filter.ts';
import { KnownKeys } from './known-keys.ts';
import { toAskedKeys } from './row-keys.ts';

const toKeys = (screened: Screened): Uint32Array => {
  const { numbers, hints, names } = toAskedKeys(screened);
  const byName = names.flatMap(({ parts, others }) => [...parts, ...others]);
  return Uint32Array.from([...numbers, ...hints.map(({ key }) => key), ...byName]);
};

test('where rows have all keys of somebody, these are found in the order in which rows are read', () => {
  fc.assert(
    fc.property(customer, (screened) => {
      const keys = toKeys(screened);
      const found = new KnownKeys(new KeyFilter([keys])).find(screened);
      expect(found).toEqual(keys.length === 0 ? undefined : toAskedKeys(screened));
    }),
    { seed: 20261118, numRuns: 1000 },
  );
});

test('each key of somebody is enough to find them, and others are not', () => {
  fc.assert(
    fc.property(customer, (screened) => {
      const keys = toKeys(screened);
      const isFound = (some: Uint32Array) => new KnownKeys(new KeyFilter([some])).find(screened) !== undefined;
      for (const key of keys) expect(isFound(Uint32Array.of(key))).toBe(true);
      expect(isFound(Uint32Array.of(1, 77_777, 4_000_000_000).filter((key) => !keys.includes(key)))).toBe(false);
    }),
    { seed: 20261118, numRuns: 200 },
  );
});

test('no word is taken for another one that has its place among the words that are kept', () => {
  // So many share 65,536 places that some meet.
  for (let word = 0; word < 800; word++) {
    const letters = [...(word * 229).toString(20).padStart(5, '0')].map(
      (digit) => 'BCDFGJKLMNPQRSTVXZAE'[Number.parseInt(digit, 20)],
    );
    const screened: Screened = { kind: 'person', cpf: null, name: `${letters.join('')} Rossetti`, birthDate: null };
    expect(new KnownKeys(new KeyFilter([toKeys(screened)])).find(screened)).toEqual(toAskedKeys(screened));
  }
});

test('a filter that grows list by list, and is made anew when it is full, loses no key of a list that answers', async () => {
  const filter = new KeyFilter();
  const toList = (list: number) =>
    Uint32Array.from({ length: 3000 }, (_, row) => Math.imul(row + list * 3000, 0x9e3779b1));
  const answering: Uint32Array[] = [];
  for (let list = 0; list < 6; list++) {
    const keys = toList(list);
    await filter.include(keys, answering);
    // From the third on, each takes the place of an older one.
    if (answering.push(keys) > 2) answering.shift();
    for (const some of answering) expect(some.every((key) => filter.mayHave(key))).toBe(true);
  }
  const gone = toList(0);
  expect(gone.filter((key) => filter.mayHave(key)).length).toBeLessThan(gone.length / 10);
});
