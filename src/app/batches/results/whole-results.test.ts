import { expect, test } from 'vitest';
import type { StoredBatch, StoredResult } from '../ports.ts';
import { createListWholeResults } from './whole-results.ts';

const batch = { id: 'bat_1', state: 'completed', rows: 5 } as StoredBatch;

function open(there: readonly number[], isDeleted = false) {
  const missing: number[] = [];
  const list = createListWholeResults({
    store: {
      find: async () => (isDeleted ? undefined : batch),
      listResults: async (_id, from, to, limit) =>
        there
          .filter((row) => row >= from && row <= to)
          .slice(0, limit)
          .map((row): StoredResult => ({ row, status: 'answered', sealed: null })),
    },
    onMissing: (_id, row) => missing.push(row),
  });
  const read = async (to = 9, limit = 2, of: StoredBatch = batch) => {
    const all: StoredResult[] = [];
    for (let next = 1; next <= to; ) {
      const found = await list(of, next, to, limit);
      if (found.length === 0) break;
      all.push(...found);
      next = (found.at(-1)?.row ?? to) + 1;
    }
    return all.map(({ row, status }) => `${row} ${status}`);
  };
  return { read, missing };
}

const whole = (...unknown: number[]) =>
  [1, 2, 3, 4, 5].map((row) => `${row} ${unknown.includes(row) ? 'outcome_unknown' : 'answered'}`);

test.for([[[]], [[1]], [[3]], [[5]], [[2, 3, 4]], [[1, 2, 3, 4, 5]]])(
  'a finished batch says which rows it lacks: %j',
  async ([gone = []]) => {
    const { read, missing } = open([1, 2, 3, 4, 5].filter((row) => !gone.includes(row)));
    expect(await read()).toEqual(whole(...gone));
    expect(missing).toEqual(gone);
  },
);

test('a part of it has no more rows than were asked for', async () => {
  expect(await open([1, 2, 4, 5]).read(3, 9)).toEqual(whole(3).slice(0, 3));
});

test('one that is not finished, or deleted at this moment, lacks nothing', async () => {
  expect(await open([1, 3]).read(9, 2, { ...batch, state: 'failed' })).toEqual(['1 answered', '3 answered']);
  expect(await open([1, 3], true).read()).toEqual(['1 answered', '3 answered']);
});
