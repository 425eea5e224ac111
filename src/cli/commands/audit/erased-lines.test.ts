import { expect, test } from 'vitest';
import { type PersonalDataName, personalData } from '../../../app/kept/stores.ts';
import type { ErasedCounts } from '../../../app/privacy/erase-person.ts';
import { listErasedLines } from './erased-lines.ts';

const toCounts = (some: Partial<Record<PersonalDataName, number>>) =>
  ({ ...Object.fromEntries(Object.keys(personalData).map((name) => [name, 0])), ...some }) as ErasedCounts;
const shared = [expect.stringContaining('what it reached first is not counted here')];

test('an erasure says what it took, and that there was nothing only where nobody else took anything', () => {
  expect(listErasedLines(toCounts({ audit_records: 2 }), false)).toEqual([expect.stringMatching(/^2 records erased/)]);
  expect(listErasedLines(toCounts({}), false)).toEqual(['Found nothing of this person.']);
  expect(listErasedLines(toCounts({}), true)).toEqual(shared);
  expect(listErasedLines(toCounts({ audit_records: 2 }), true)).toEqual([expect.stringMatching(/^2 /), ...shared]);
});
