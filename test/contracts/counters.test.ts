import { expect, test } from 'vitest';
import { createMemoryCounters } from '../../src/stores/counters.memory.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { describeCounters } from './counters.contract.ts';

describeCounters('Memory', createMemoryCounters);

test('Memory counters stay bounded under a flood of names, and forget the oldest first', async () => {
  const counters = createMemoryCounters(createManualClock());
  for (let index = 0; index < 100_050; index++) await counters.hit(`name ${index}`, 60_000);
  expect((await counters.peek('name 0')).count).toBe(0);
  expect((await counters.peek('name 100049')).count).toBe(1);
});
