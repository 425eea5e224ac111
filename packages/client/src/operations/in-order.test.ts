import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runInOrder } from './in-order.ts';

const collect = async <Value>(values: AsyncIterable<Value>): Promise<Value[]> => {
  const all: Value[] = [];
  for await (const value of values) all.push(value);
  return all;
};

test('gives the outcomes in the order of the inputs, whichever ends first, and never works on more than it may', async () => {
  const cases = fc.record({
    scheduler: fc.scheduler(),
    inputs: fc.array(fc.nat(), { maxLength: 30 }),
    concurrency: fc.integer({ min: 1, max: 9 }),
  });
  await fc.assert(
    fc.asyncProperty(cases, async ({ scheduler, inputs, concurrency }) => {
      let running = 0;
      const outcomes = collect(
        runInOrder({
          inputs,
          concurrency,
          work: async (input, index) => {
            expect(++running).toBeLessThanOrEqual(concurrency);
            await scheduler.schedule(Promise.resolve());
            running--;
            return [index, input];
          },
        }),
      );
      await scheduler.waitFor(outcomes);
      expect(await outcomes).toEqual(inputs.map((input, index) => [index, input]));
    }),
  );
});

test('takes no input before there is room for it, and lets go of the list when nobody reads on', async () => {
  let taken = 0;
  let closed = false;
  async function* endless(): AsyncGenerator<number> {
    try {
      for (;;) yield taken++;
    } finally {
      closed = true;
    }
  }
  for await (const outcome of runInOrder({ inputs: endless(), concurrency: 3, work: async (input) => input })) {
    if (outcome === 10) break;
  }
  expect([taken, closed]).toEqual([13, true]);
});
