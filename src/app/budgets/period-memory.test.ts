import { expect, test } from 'vitest';
import { createManualClock } from '../../../test/support/manual-clock.ts';
import { getPeriods } from '../../domain/dates/periods.ts';
import { createPeriodMemory } from './period-memory.ts';

const dayMs = 86_400_000;

test('what was known of a day or a month goes once it is over, and nothing else does', () => {
  const clock = createManualClock({ nowMs: Date.parse('2026-11-28T15:00:00-03:00') });
  const memory = createPeriodMemory<number>(clock);
  const keepToday = () => {
    const { day, month } = getPeriods(clock.nowMs());
    memory.keep(day.name, day, 1);
    memory.keep(month.name, month, 2);
  };
  keepToday();
  clock.advance(dayMs);
  keepToday();
  expect([memory.find('2026-11-28'), memory.find('2026-11-29'), memory.find('2026-11')]).toEqual([undefined, 1, 2]);
  clock.advance(2 * dayMs);
  keepToday();
  expect([memory.find('2026-11'), memory.find('2026-12-01'), memory.find('2026-12')]).toEqual([undefined, 1, 2]);
  for (let day = 0; day < 365; day++) {
    clock.advance(dayMs);
    keepToday();
  }
  expect(memory.size).toBe(2);
});
