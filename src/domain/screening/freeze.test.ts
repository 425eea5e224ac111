import { expect, test } from 'vitest';
import { isFreezeOverdue, listOpenSteps, toFreezeDueMs } from './freeze.ts';

const hour = 3_600_000;
const done = (atMs: number) => ({ atMs, by: 'key_1', notedAtMs: 0 });

test('a day is given from the freeze or from the judgement, whichever was first', () => {
  expect(toFreezeDueMs({}, 10 * hour)).toBe(34 * hour);
  expect(toFreezeDueMs({ frozen: done(2 * hour) }, 10 * hour)).toBe(26 * hour);
  expect(toFreezeDueMs({ frozen: done(12 * hour) }, 10 * hour)).toBe(34 * hour);
});

test('a freeze is overdue while any step is open after its day, the freeze itself too', () => {
  const told = { coaf: done(hour), mjsp: done(hour), bcb: done(hour) };
  expect(listOpenSteps(told)).toEqual(['frozen']);
  expect([24, 24.1].map((hours) => isFreezeOverdue(told, 0, hours * hour))).toEqual([false, true]);
  expect(isFreezeOverdue({ ...told, frozen: done(hour) }, 0, 99 * hour)).toBe(false);
});
