import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createManualClock } from '../../test/support/manual-clock.ts';
import { createRequestIds } from './request-id.ts';

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
