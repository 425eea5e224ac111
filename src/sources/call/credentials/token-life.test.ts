import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLifeMs } from './token-life.ts';

const nowMs = Date.UTC(2026, 10, 15, 12);
const hourMs = 3_600_000;
const twelveHoursMs = 12 * hourMs;

describe('the life of a token', () => {
  it.each([
    ['seconds', 3600],
    ['seconds as text', '3600'],
    ['seconds with a fraction', '3600.0'],
    ['a moment in seconds', nowMs / 1000 + 3600],
    ['a moment in seconds as text', String(nowMs / 1000 + 3600)],
    ['a moment in milliseconds', nowMs + hourMs],
    ['a moment in milliseconds as text', ` ${nowMs + hourMs} `],
    ['a date of Greenwich', '2026-11-15T13:00:00Z'],
    ['a date with an offset', '2026-11-15T10:00:00.000-03:00'],
    ['a date without an offset that is Greenwich’s', '2026-11-15T13:00:00'],
    ['a date without an offset that is Brazil’s', '2026-11-15 10:00:00'],
  ])('is read as %s', (_form, written) => {
    expect(readLifeMs(written, nowMs)).toBe(hourMs);
  });

  it('is five minutes where the issuer does not say', () => {
    expect(readLifeMs(undefined, nowMs)).toBe(300_000);
    expect(readLifeMs(null, nowMs)).toBe(300_000);
  });

  it.each([
    ['a day in seconds', 86_400],
    ['an hour in milliseconds, taken for seconds', 3_600_000],
    ['a number just below the moments', 999_999_999],
    ['a moment of the year 2100', 4_102_444_800],
    ['a date of the year 9999', '9999-12-31T23:59:59Z'],
    ['more than any date', 1e300],
  ])('is never more than twelve hours: %s', (_form, written) => {
    expect(readLifeMs(written, nowMs)).toBe(twelveHoursMs);
  });

  it.each([
    ['nothing', 0],
    ['less than nothing', -3600],
    ['no number', Number.NaN],
    ['endless', Number.POSITIVE_INFINITY],
    ['words', 'soon'],
    ['an empty text', ''],
    ['true', true],
    ['a list', [3600]],
    ['hexadecimal', '0xe10'],
    ['an exponent', '1e9'],
    ['a moment that has passed', nowMs / 1000],
    ['a date that has passed', '2026-11-15T08:59:59'],
    ['a text without end', '9'.repeat(100_000)],
  ])('is none: %s', (_form, written) => {
    expect(readLifeMs(written, nowMs)).toBeUndefined();
  });

  it('is positive and bounded, or none, for anything', () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.double(), fc.nat().map(String), fc.date().map(String)), (written) => {
        const lifeMs = readLifeMs(written, nowMs);
        expect(lifeMs === undefined || (lifeMs > 0 && lifeMs <= twelveHoursMs)).toBe(true);
      }),
    );
  });
});
