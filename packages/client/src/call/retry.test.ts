import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { errorKinds } from '../../../../src/error-codes.ts';
import { ConfereError } from './confere-error.ts';
import { createRetryBudget, decideRetry, parseRetryAfter } from './retry.ts';

const toError = (code: string, status?: number, retryAfterMs?: number) =>
  new ConfereError({
    code,
    message: '',
    ...(status === undefined ? {} : { status }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });

describe('what an error says of itself', () => {
  test.each(Object.entries(errorKinds))(
    '%s is retryable where the service says so',
    (code, { status, retryable = false }) => {
      expect(toError(code, status).retryable).toBe(retryable);
    },
  );

  test.each([
    ['connection_failed', true],
    ['deadline_exceeded', true],
    ['aborted', false],
    ['unexpected_answer', false],
  ])('%s without a status: %s', (code, retryable) => {
    expect(toError(code).retryable).toBe(retryable);
  });
});

describe('a second try', () => {
  test('is made by itself for a full service, a turn to wait for and a broken connection, and for nothing else', () => {
    for (const [code, { status, retryable = false }] of Object.entries(errorKinds)) {
      const isMade = decideRetry(toError(code, status), 1, 0).kind !== 'never';
      expect([code, isMade]).toEqual([code, retryable && code !== 'internal_error']);
    }
    expect(decideRetry(toError('connection_failed'), 1, 0).kind).toBe('guessed');
    expect(decideRetry(toError('unexpected_answer', 502), 1, 0).kind).toBe('guessed');
    expect(decideRetry(toError('unexpected_answer', 302), 1, 0).kind).toBe('never');
    expect(decideRetry(toError('deadline_exceeded'), 1, 0).kind).toBe('never');
  });

  test('never comes before the time that the service gave', () => {
    const waits = fc.record({
      status: fc.constantFrom(429, 503),
      wait: fc.nat(100_000),
      attempt: fc.integer({ min: 1, max: 50 }),
      random: fc.double({ min: 0, max: 0.999, noNaN: true }),
    });
    fc.assert(
      fc.property(waits, ({ status, wait, attempt, random }) => {
        const retry = decideRetry(toError('overloaded', status, wait), attempt, random);
        expect(retry.kind === 'never' ? -1 : retry.afterMs).toBeGreaterThanOrEqual(wait);
      }),
    );
  });

  test('comes later and later where nobody said when, but within eight seconds', () => {
    const pauses = [1, 2, 3, 4, 5, 6, 7].map((attempt) => decideRetry(toError('connection_failed'), attempt, 0.5));
    expect(pauses.map((retry) => (retry.kind === 'never' ? 0 : retry.afterMs))).toEqual([
      187.5, 375, 750, 1500, 3000, 6000, 6000,
    ]);
  });
});

test('the budget allows ten second tries at once, and then one for every five calls', () => {
  const budget = createRetryBudget();
  const spend = (times: number) => Array.from({ length: times }, () => budget.spend()).filter(Boolean).length;
  expect(spend(20)).toBe(10);
  for (let call = 0; call < 6; call++) budget.earn();
  expect(spend(5)).toBe(1);
  for (let call = 0; call < 1_000; call++) budget.earn();
  expect(spend(20)).toBe(10);
});

test.each([
  ['7', 7_000],
  [' 0 ', 0],
  ['Sun, 15 Nov 2026 12:00:30 GMT', 30_000],
  ['Sun, 15 Nov 2026 11:00:00 GMT', 0],
  ['soon', undefined],
  ['-3', undefined],
  [null, undefined],
])('Retry-After %j is %j milliseconds', (text, expected) => {
  expect(parseRetryAfter(text, Date.UTC(2026, 10, 15, 12))).toBe(expected);
});
