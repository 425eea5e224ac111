import { describe, expect, it } from 'vitest';
import { parseRetryAfter } from './retry-after.ts';

const nowMs = Date.UTC(2026, 10, 15, 12);

describe('Retry-After', () => {
  it.each([
    ['120', 120_000],
    [' 0 ', 0],
    ['Sun, 15 Nov 2026 12:00:30 GMT', 30_000],
    ['Sun, 15 Nov 2026 11:00:00 GMT', 0],
  ])('%j is a wait of %i ms', (text, waitMs) => {
    expect(parseRetryAfter(text, nowMs)).toBe(waitMs);
  });

  it.each([[undefined], [''], ['soon'], ['-5'], ['1e9'], ['99999999999']])('%j is none', (text) => {
    expect(parseRetryAfter(text, nowMs)).toBeUndefined();
  });
});
