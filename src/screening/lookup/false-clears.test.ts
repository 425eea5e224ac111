import { expect, test } from 'vitest';
import { countFalseClears } from '../../../test/support/lists/false-clears.ts';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts';

// A small form of `npm run bench screening-slips`, which asks about a million people.
test('somebody on a list is never clear by one slip in the name, alone or beside six digits of the CPF or a birth', async () => {
  const { asked, falseClears } = await countFalseClears(createTemporaryFolder('slips'), 7, 1500);
  expect(asked.get('six digits of the CPF')).toBeGreaterThan(500);
  expect(asked.get('date of birth')).toBeGreaterThan(300);
  expect(asked.get('year of birth')).toBeGreaterThan(100);
  expect(asked.get('nothing')).toBe(1500);
  expect(falseClears).toEqual([]);
});
