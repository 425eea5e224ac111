import { expect, test } from 'vitest';
import { findElectionYear } from './election-year.ts';

test.each([
  [2022, '2026-10-05', 2022],
  [2022, '2026-11-14', 2022],
  [2022, '2026-11-15', 2026],
  [2022, '2029-12-31', 2026],
  [2024, '2026-11-19', 2024],
  [2024, '2028-11-20', 2028],
])('of the elections since %i, on %s the newest with results is that of %i', (first, today, year) => {
  expect(findElectionYear(first, today)).toBe(year);
});
