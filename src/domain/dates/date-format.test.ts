import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dateFormats, formatDate, parseDate } from './date-format.ts';

describe('a date of a party', () => {
  it('is read back as it was written, in every form', () => {
    const days = fc.date({ min: new Date('1800-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(days, fc.constantFrom(...dateFormats), (day, format) => {
        const date = day.toISOString().slice(0, 10);
        expect(parseDate(formatDate(date, format), format)).toBe(date);
      }),
    );
  });

  it('exists exactly where the calendar has it', () => {
    const numbers = fc.tuple(
      fc.integer({ min: 1800, max: 2200 }),
      fc.integer({ min: 0, max: 13 }),
      fc.integer({ min: 0, max: 32 }),
    );
    fc.assert(
      fc.property(numbers, ([year, month, day]) => {
        const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
        const real = new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10) === text;
        expect(parseDate(text, 'yyyy-mm-dd')).toBe(real ? text : undefined);
      }),
      { numRuns: 2000 },
    );
  });

  it.each(['', '1987-5-21', '1987-05-21T00:00:00', ' 1987-05-21', '٣٣٣٣-٠١-٠١', '0000-01-01'])('is not %o', (text) => {
    expect(parseDate(text, 'yyyy-mm-dd')).toBeUndefined();
  });
});
