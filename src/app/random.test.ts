import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createManualClock } from '../../test/support/manual-clock.ts';
import { createPooledRandom, createRequestIds } from './random.ts';

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

test('a request id is a prefix and 32 hexadecimal digits', () => {
  const createRequestId = createRequestIds(createManualClock(), randomBytes);
  expect(createRequestId()).toMatch(/^req_[0-9a-f]{32}$/);
});

test('ten thousand requests of one millisecond have ten thousand ids', () => {
  const createRequestId = createRequestIds(createManualClock(), randomBytes);
  expect(new Set(Array.from({ length: 10_000 }, createRequestId)).size).toBe(10_000);
});

test('ids of later milliseconds sort after earlier ones', () => {
  const clock = createManualClock();
  const createRequestId = createRequestIds(clock, randomBytes);
  const ids = Array.from({ length: 1_000 }, () => {
    clock.advance(1);
    return createRequestId();
  });
  expect([...ids].sort()).toEqual(ids);
});
