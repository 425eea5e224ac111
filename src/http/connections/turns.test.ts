import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

test('a few pieces of work are done at once', () => {
  const done: number[] = [];
  const begin = createTurns<number>((work) => done.push(work));
  for (const work of numbers(10)) begin(work);
  expect(done).toEqual(numbers(10));
});

test('many are done in order, a portion in each turn of the event loop', async () => {
  const done: number[] = [];
  const begin = createTurns<number>((work) => done.push(work));
  for (const work of numbers(5_000)) begin(work);
  const portions = [done.length];
  while (done.length < 5_000) {
    await nextTurn();
    portions.push(done.length - portions.reduce((sum, portion) => sum + portion, 0));
  }
  expect(done).toEqual(numbers(5_000));
  expect(Math.max(...portions)).toBeLessThanOrEqual(16);
});

test('what comes while others wait does not overtake them, and the next quiet turn begins anew', async () => {
  const done: number[] = [];
  const begin = createTurns<number>((work) => done.push(work));
  for (const work of numbers(20)) begin(work);
  await nextTurn();
  begin(20);
  await nextTurn();
  await nextTurn();
  expect(done).toEqual(numbers(21));
  begin(21);
  expect(done.at(-1)).toBe(21);
});
