import { beforeEach, expect, test } from 'vitest';
import { createTurnsByName } from './turns-by-name.ts';

let turns = createTurnsByName();
beforeEach(() => {
  turns = createTurnsByName();
});

/** Work that is done when the test says so. */
function begin(name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const work = { isBegun: false, end: resolve, fail: reject };
  const result = turns.take(name, () => {
    work.isBegun = true;
    return promise;
  });
  return Object.assign(work, { result });
}

const settle = () => new Promise(setImmediate);

test('work under one name is done one after the other, also what comes while others wait', async () => {
  const [first, second] = [begin('ana'), begin('ana')];
  first.end();
  await first.result;
  const third = begin('ana');
  await settle();
  expect([second.isBegun, third.isBegun]).toEqual([true, false]);
  second.end();
  await settle();
  expect(third.isBegun).toBe(true);
  third.end();
  await third.result;
});

test('work that fails lets the next one begin, and tells its own caller alone', async () => {
  const [first, second] = [begin('ana'), begin('ana')];
  first.fail(new Error('wrong'));
  await expect(first.result).rejects.toThrow('wrong');
  await settle();
  expect(second.isBegun).toBe(true);
  second.end();
  await expect(second.result).resolves.toBeUndefined();
});

test('names do not wait for each other, and one without work is forgotten', async () => {
  const [ana, bia] = [begin('ana'), begin('bia')];
  await settle();
  expect([ana.isBegun, bia.isBegun, turns.names]).toEqual([true, true, 2]);
  ana.end();
  bia.fail(new Error('wrong'));
  await expect(bia.result).rejects.toThrow('wrong');
  await settle();
  expect(turns.names).toBe(0);
});
