import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createRequestIds } from './request-id.ts';

const startMs = Date.parse('2026-11-15T12:00:00Z');

test('a request id is a prefix and 32 hexadecimal digits', () => {
  const createRequestId = createRequestIds({ nowMs: () => startMs, monotonicMs: () => 0 }, randomBytes);
  expect(createRequestId()).toMatch(/^req_[0-9a-f]{32}$/);
});

test('ten thousand requests of one millisecond have ten thousand ids', () => {
  const createRequestId = createRequestIds({ nowMs: () => startMs, monotonicMs: () => 0 }, randomBytes);
  expect(new Set(Array.from({ length: 10_000 }, createRequestId)).size).toBe(10_000);
});

test('ids of later milliseconds sort after earlier ones', () => {
  let nowMs = startMs;
  const createRequestId = createRequestIds({ nowMs: () => nowMs++, monotonicMs: () => 0 }, randomBytes);
  const ids = Array.from({ length: 1_000 }, createRequestId);
  expect([...ids].sort()).toEqual(ids);
});
