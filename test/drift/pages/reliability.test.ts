import { expect, test } from 'vitest';
import { readResults } from '../../reliability/results.ts';
import { rows } from '../../reliability/rows.ts';

// That the page is made of both is a matter of generated.test.ts.
test('every promise of the suite has a name of its own, none was taken away, and results are of no other', () => {
  const ids = rows.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThanOrEqual(28);
  expect(Object.keys(readResults()).filter((id) => !ids.includes(id))).toEqual([]);
});
