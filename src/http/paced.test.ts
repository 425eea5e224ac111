import { expect, test } from 'vitest';
import { createManualClock } from '../../test/support/manual-clock.ts';
import { createPaced } from './paced.ts';

function start(tookMs: number) {
  const clock = createManualClock();
  const rests: { readonly ms: number; end(): void }[] = [];
  let rounds = 0;
  const ask = createPaced(
    async () => {
      clock.advance(tookMs);
      rounds++;
      if (rounds === 2) throw new Error('the second fails');
      return rounds;
    },
    { clock, pause: (ms) => new Promise<void>((end) => rests.push({ ms, end })) },
  );
  return { ask, rests, rounds: () => rounds };
}

test('whoever asks while it rests shares the next round, which begins when the rest is over', async () => {
  const { ask, rests, rounds } = start(20);
  expect(await Promise.all([ask(), ask()])).toEqual([1, 1]);
  expect(rests.map(({ ms }) => ms)).toEqual([180]);
  const waiting = [ask(), ask(), ask()];
  for (const each of waiting) each.catch(() => {});
  await Promise.resolve();
  expect(rounds()).toBe(1);
  rests[0]?.end();
  for (const each of waiting) await expect(each).rejects.toThrow('the second fails');
  expect(rounds()).toBe(2);
});

test('it rests for a quarter of a second at most, however long a round took', async () => {
  const { ask, rests } = start(2_000);
  await ask();
  expect(rests.map(({ ms }) => ms)).toEqual([250]);
});

test('a round that fails is rested for as well, and the one after it is whole', async () => {
  const { ask, rests } = start(5);
  await ask();
  rests[0]?.end();
  await expect(ask()).rejects.toThrow();
  const third = ask();
  expect(rests.length).toBe(2);
  rests[1]?.end();
  expect(await third).toBe(3);
});
