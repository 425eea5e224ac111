import { expect, test } from 'vitest';
import { blankRow } from '../lists/blank-row.ts';
import { RowIds } from './row-ids.ts';

test('no two entries have one number, not even one that a row has of its own', () => {
  const ids = new RowIds();
  const numbers = ['7', '7', '7-2', '7', '8-2', '8', '8', '8'];
  const taken = numbers.map((number) => ids.take({ ...blankRow, number }));
  expect(taken).toEqual(['7', '7-2', '7-2-2', '7-3', '8-2', '8', '8-3', '8-4']);
  expect(ids.repeated).toBe(5);
});

test('an id that no cell of a spreadsheet and no form would take becomes one of what the row says', () => {
  const ids = new RowIds();
  const long = { ...blankRow, number: 'x'.repeat(101) };
  expect(ids.take({ ...blankRow, number: 'x'.repeat(100) })).toBe('x'.repeat(100));
  expect(ids.take(long)).toMatch(/^[0-9a-f]{16}$/);
});
