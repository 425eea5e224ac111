import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createManualClock } from '../../../test/support/manual-clock.ts';
import { createLoopStalls } from './loop-stalls.ts';

it('counts the time in which the loop stood still while a call was in flight, and no other', async () => {
  const clock = createManualClock();
  const stalls = createLoopStalls(clock);
  clock.advance(5_000);
  expect(stalls.stoodMs()).toBe(0);
  stalls.begin();
  stalls.begin();
  clock.advance(30);
  expect(stalls.stoodMs()).toBe(0);
  clock.advance(520);
  expect(stalls.stoodMs()).toBe(500);
  stalls.end();
  clock.advance(120);
  expect(stalls.stoodMs()).toBe(600);
  stalls.end();
  clock.advance(5_000);
  await turn();
  expect(stalls.stoodMs()).toBe(600);
});
