import { expect, it } from 'vitest';
import { createPauseUntilCalled } from './pause-until-called.ts';

const { signal } = new AbortController();

function start() {
  const paused: number[] = [];
  const waited: string[] = [];
  const createPause = createPauseUntilCalled({
    source: 'reports',
    leastMs: 1_000,
    pause: async (ms) => void paused.push(ms),
    calls: {
      async waitFor({ source, order }, known, { ms }) {
        waited.push(`${source} ${order} ${known} ${ms}`);
        return `call ${waited.length}`;
      },
    },
  });
  return { paused, waited, createPause };
}

it('a new order is looked at as soon as its party has called, and then no more often than the least pause', async () => {
  const { paused, waited, createPause } = start();
  const pause = createPause('o-1', true);
  await pause(60_000, signal, 0);
  await pause(120_000, signal, 0);
  await pause(500, signal, 0);
  expect(paused).toEqual([0, 1_000, 500]);
  expect(waited).toEqual(['reports o-1 undefined 60000', 'reports o-1 call 1 119000', 'reports o-1 call 2 0']);
});

it('an order from before, and a party that asks to be left alone, get their whole pause', async () => {
  const { paused, createPause } = start();
  const pause = createPause('o-1', false);
  await pause(60_000, signal, 0);
  await pause(60_000, signal, 30_000);
  expect(paused).toEqual([1_000, 30_000]);
});
