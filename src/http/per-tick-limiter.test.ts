import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { createManualClock } from '../../test/support/manual-clock.ts';
import { createPerTickLimiter } from './per-tick-limiter.ts';

const clock = createManualClock();
const start = (done: number[], givenUp: number[] = []) =>
  createPerTickLimiter<number>({
    run: (work) => done.push(work),
    perTick: 16,
    late: { giveUp: (work) => givenUp.push(work), waitMsMax: 100, clock },
  });
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

test('a few pieces of work are done at once', () => {
  const done: number[] = [];
  const begin = start(done);
  for (const work of numbers(10)) begin(work);
  expect(done).toEqual(numbers(10));
});

test('many are done in order, a portion in each turn of the event loop', async () => {
  const done: number[] = [];
  const begin = start(done);
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
  const begin = start(done);
  for (const work of numbers(20)) begin(work);
  await nextTurn();
  begin(20);
  await nextTurn();
  await nextTurn();
  expect(done).toEqual(numbers(21));
  begin(21);
  expect(done.at(-1)).toBe(21);
});

test('what waits longer than it may while turns are run is given up, in order and a portion a turn', async () => {
  const done: number[] = [];
  const givenUp: number[] = [];
  const begin = start(done, givenUp);
  for (const work of numbers(200)) begin(work);
  // Six turns of 18 ms are more than 100 ms; the first of them are not counted, since nothing was measured before.
  while (done.length + givenUp.length < 200) {
    clock.advance(18);
    await nextTurn();
  }
  expect([...done, ...givenUp]).toEqual(numbers(200));
  expect(givenUp.length).toBeGreaterThan(0);
  expect(givenUp.length % 16).toBe(200 % 16);
  begin(200);
  expect(done.at(-1)).toBe(200);
});

test.each([0, 1, 2])('a process that was held up for however long gives nothing up (after %i turns)', async (turns) => {
  const done: number[] = [];
  const givenUp: number[] = [];
  const begin = start(done, givenUp);
  for (const work of numbers(64)) begin(work);
  for (let turn = 0; turn < turns; turn++) await nextTurn();
  clock.advance(700_000);
  while (done.length + givenUp.length < 64) await nextTurn();
  expect([done, givenUp]).toEqual([numbers(64), []]);
});

test('a process that is held up in every turn gives up only what many turns would not reach', async () => {
  const done: number[] = [];
  const givenUp: number[] = [];
  const begin = start(done, givenUp);
  for (const work of numbers(1_000)) begin(work);
  while (done.length + givenUp.length < 1_000) {
    clock.advance(700);
    await nextTurn();
  }
  expect(done).toEqual(numbers(done.length));
  expect(done.length).toBeGreaterThanOrEqual(64);
  expect(givenUp.length).toBeGreaterThan(800);
});

test('without a limit of time, everything is run, however late', async () => {
  const done: number[] = [];
  const begin = createPerTickLimiter<number>({ run: (work) => done.push(work), perTick: 2 });
  for (const work of numbers(5)) begin(work);
  clock.advance(1_000_000);
  expect(done).toEqual(numbers(2));
  await nextTurn();
  expect(done).toEqual(numbers(4));
  await nextTurn();
  expect(done).toEqual(numbers(5));
});

test('what has been run is let go, although others still wait behind it', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const begin = createPerTickLimiter<object>({ run: () => {}, perTick: 1 });
  const held: WeakRef<object>[] = [];
  for (let count = 0; count < 100; count++) {
    const work = {};
    held.push(new WeakRef(work));
    begin(work);
  }
  for (let turn = 0; turn < 50; turn++) await nextTurn();
  collectGarbage();
  const isHeld = held.map((reference) => reference.deref() !== undefined);
  expect(isHeld.indexOf(true)).toBeGreaterThanOrEqual(50);
  expect(isHeld.at(-1)).toBe(true);
});
