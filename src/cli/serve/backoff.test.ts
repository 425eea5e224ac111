import { expect, test } from 'vitest';
import { createManualClock } from '../../../test/support/manual-clock.ts';
import { createBackoff } from './backoff.ts';

test('a worker that dies young waits twice as long each time, up to half a minute', () => {
  const clock = createManualClock();
  const backoff = createBackoff(clock);
  const waits = Array.from({ length: 11 }, () => {
    backoff.started();
    clock.advance(59_000);
    return backoff.died();
  });
  expect(waits).toEqual([100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800, 25_600, 30_000, 30_000]);
});

test('one that has served for a minute is started anew almost at once', () => {
  const clock = createManualClock();
  const backoff = createBackoff(clock);
  for (let death = 0; death < 8; death++) backoff.died();
  backoff.started();
  clock.advance(60_000);
  expect(backoff.died()).toBe(100);
});
