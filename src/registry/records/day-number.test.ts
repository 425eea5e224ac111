import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDate } from '../files/quirks.ts';
import { fromDayNumber, toDayNumber } from './day-number.ts';

function through(day: string): string | null | 'does not fit' {
  const bytes = Buffer.from(day.replaceAll('-', ''), 'latin1');
  const number = toDayNumber(readDate(bytes, 0, bytes.length));
  return number < 0 ? 'does not fit' : fromDayNumber(number);
}

describe('day numbers', () => {
  it('give every day from 1900 to 2079 back as it was', () => {
    const days = fc.date({ min: new Date('1900-01-01'), max: new Date('2079-06-05'), noInvalidDate: true });
    fc.assert(
      fc.property(days, (date) => {
        const day = date.toISOString().slice(0, 10);
        expect(through(day)).toBe(day);
      }),
    );
    for (const day of ['1900-01-01', '2000-02-29', '2024-02-29', '2024-03-01', '2079-06-05'])
      expect(through(day)).toBe(day);
  });

  it('refuse a day that does not fit, and keep none as none', () => {
    expect([through('1899-12-31'), through('2079-06-06')]).toEqual(['does not fit', 'does not fit']);
    expect(through('00000000')).toBeNull();
  });
});
