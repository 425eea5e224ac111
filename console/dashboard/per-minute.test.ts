import { expect, test } from 'vitest';
import { countPerMinute } from './per-minute.ts';

const count = ({ requests }: { readonly requests: number }) => requests;
const toRange = (step_ms: number, requests: readonly number[]) => ({
  step_ms,
  points: requests.map((each, index) => ({ at_ms: index * step_ms, requests: each })),
});

test('a burst of ten seconds is what came in it, for as long as its minute lasts', () => {
  const range = toRange(10_000, [0, 1_667, 0, 0, 0, 0, 0, 5]);
  expect(countPerMinute(range, count, 80_000)).toEqual([0, 1_667, 1_667, 1_667, 1_667, 1_667, 1_667, 5]);
});

test('steps without a point are over all the same', () => {
  const points = [
    { at_ms: 0, requests: 4 },
    { at_ms: 100_000, requests: 1 },
  ];
  expect(countPerMinute({ step_ms: 10_000, points }, count, 110_000)).toEqual([4, 1]);
});

test('a longer step is its average, and the last one, which has only begun, no more than what came in it', () => {
  const range = toRange(300_000, [300, 50]);
  expect(countPerMinute(range, count, 310_000)).toEqual([60, 50]);
  expect(countPerMinute(range, count, 420_000)).toEqual([60, 25]);
});
