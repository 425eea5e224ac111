import { expect, test } from 'vitest';
import { createPooledRandom } from './random.ts';

test('every byte that was drawn is given at most once, in its order, whatever the portions', () => {
  let next = 0;
  let draws = 0;
  const random = createPooledRandom((length) => {
    draws++;
    return Uint8Array.from({ length }, () => next++ % 256);
  });
  const given = Array.from({ length: 341 }, () => random(12));
  expect(draws).toBe(1);
  expect(given.flatMap((portion) => [...portion])).toEqual(Array.from({ length: 341 * 12 }, (_, index) => index % 256));
  given[0]?.fill(0);
  // The four bytes that are left do not do, and are never given.
  expect([...random(12)]).toEqual(Array.from({ length: 12 }, (_, index) => (4_096 + index) % 256));
  expect(random(10_000)).toHaveLength(10_000);
});
