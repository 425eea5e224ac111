import { expect, test } from 'vitest';
import { createManualClock } from '../../test/support/manual-clock.ts';
import { createLineLimit } from './line-limit.ts';

test('some lines go at once, then so many a second; the others are counted once', () => {
  const clock = createManualClock();
  const limit = createLineLimit({ clock, linesAtOnce: 3, linesPerSecond: 2 });
  const taken = () => Array.from({ length: 10 }, () => limit.take()).filter(Boolean).length;
  expect(taken()).toBe(3);
  clock.advance(1_000);
  expect(taken()).toBe(2);
  expect([limit.takeRefused(), limit.takeRefused()]).toEqual([15, 0]);
  clock.advance(3_600_000);
  clock.jumpCalendar(-7_200_000);
  expect(taken()).toBe(3);
});
