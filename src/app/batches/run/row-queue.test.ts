import { expect, test } from 'vitest';
import type { Portion, PortionName } from '../ports.ts';
import { createRenewal, createRowQueue } from './row-queue.ts';

/** Gives these portions one after the other, and notes what was let go of. */
function createQueue(...portions: Portion[]) {
  const released: number[] = [];
  const store = {
    take: async () => portions.shift() ?? ('none' as const),
    release: async (_: string, firstRow: number) => void released.push(firstRow),
  };
  return { queue: createRowQueue({ store, batch: { id: 'batch_1' }, rowsAtOnce: 8 }), released };
}

test('a portion is let go of once all of its rows are settled', async () => {
  const { queue, released } = createQueue({ firstRow: 1, rows: [1, 2] });
  const [one, two] = [await queue.next(), await queue.next()];
  if (one === undefined || two === undefined) throw new Error('no rows');
  await queue.settled(one);
  expect(released).toEqual([]);
  await queue.settled(two);
  expect(released).toEqual([1]);
  expect(queue.held()).toEqual([]);
});

test('rows of a portion that was taken again meanwhile let nothing go of what is not settled in it', async () => {
  // Its time was over while the database was away; the claim of row 1 was given up, and row 2 is still to be done.
  const { queue, released } = createQueue({ firstRow: 1, rows: [1] }, { firstRow: 1, rows: [2] });
  const [late, left] = [await queue.next(), await queue.next()];
  if (late === undefined || left === undefined) throw new Error('no rows');
  expect([late.row, left.row]).toEqual([1, 2]);
  await queue.settled(late);
  expect(released).toEqual([]);
  expect(queue.held()).toEqual([1]);
  // Nor is it dropped with the older one.
  queue.drop(late);
  expect(queue.held()).toEqual([1]);
  await queue.settled(left);
  expect(released).toEqual([1]);
});

test('of a portion that is taken again, rows that wait are not done twice', async () => {
  const { queue } = createQueue({ firstRow: 1, rows: [1, 2] }, { firstRow: 1, rows: [2] });
  expect((await queue.next())?.row).toBe(1);
  expect(await queue.hasMore()).toBe(true);
  expect((await queue.next())?.row).toBe(2);
  expect(await queue.next()).toBeUndefined();
});

test('a portion that was dropped is renewed no longer: another row may wait for one of its rows', async () => {
  const { queue } = createQueue({ firstRow: 1, rows: [1] }, { firstRow: 2, rows: [2] });
  const [lost] = [await queue.next(), await queue.next()];
  if (lost === undefined) throw new Error('no row');
  queue.drop(lost);
  const renewed = Promise.withResolvers<readonly PortionName[]>();
  const store = { renew: async (portions: readonly PortionName[]) => renewed.resolve(portions) };
  const stop = createRenewal(store, 1, undefined).begin('batch_1', queue, new AbortController().signal);
  expect(await renewed.promise).toEqual([{ id: 'batch_1', firstRow: 2 }]);
  stop();
});
