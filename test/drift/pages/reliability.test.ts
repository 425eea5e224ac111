import { expect, test } from 'vitest';
import { readResults } from '../../reliability/results.ts';
import { rows } from '../../reliability/rows.ts';

// That the page is made of both is a matter of generated.test.ts.
test('the suite has a row for each of the twenty-seven promises, and results of no other', () => {
  const ids = rows.map(({ id }) => id);
  expect(new Set(ids).size).toBe(27);
  expect(Object.keys(readResults()).filter((id) => !ids.includes(id))).toEqual([]);
});
