import { expect, test } from 'vitest';
import type { CheckedSources } from '../../../sources/read/checked-party.ts';
import { toShareOfCalls } from './share-of-calls.ts';

test('several processes together make about as many calls at one time as a party is to have, and each of them at least one', () => {
  const sources = {
    people: [{ concurrency: 256 }, { concurrency: 1 }],
    companyFallback: { concurrency: 9 },
    warnings: [],
  } as unknown as CheckedSources;
  expect(toShareOfCalls(sources, 4)).toEqual({
    people: [{ concurrency: 64 }, { concurrency: 1 }],
    companyFallback: { concurrency: 3 },
    warnings: [],
  });
  expect(toShareOfCalls(sources, 1)).toEqual(sources);
});
