import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { prefersAsync } from './pending.ts';

test.each([
  ['respond-async', true],
  ['wait=10, Respond-Async; x=1', true],
  ['return=minimal ,respond-async', true],
  ['respond-asynchronously', false],
  ['x-respond-async', false],
  ['note="a, respond-async, \\" b"', false],
  ['', false],
  [undefined, false],
])('Prefer: %s', (prefer, expected) => {
  expect(prefersAsync({ headers: { prefer } } as unknown as FastifyRequest)).toBe(expected);
});
