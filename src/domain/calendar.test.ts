import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isBirthDate, isRealDay, toBrazilDay } from './calendar.ts';

test.each([
  ['2024-02-29', true],
  ['2023-02-29', false],
  ['1900-02-29', false],
  ['2000-02-29', true],
  ['2026-04-31', false],
  ['2026-13-01', false],
  ['2026-00-10', false],
  ['2026-01-00', false],
  ['2026-1-1', false],
  ['02026-01-01', false],
  ['2026-01-01T00:00', false],
  ['２026-01-01', false],
])('%s is a real day: %s', (text, expected) => {
  expect(isRealDay(text)).toBe(expected);
});

test('exactly the days that the calendar has are real', () => {
  fc.assert(
    fc.property(fc.nat(9999), fc.nat(13), fc.nat(32), (year, month, day) => {
      const text = [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join(
        '-',
      );
      let exists = true;
      try {
        Temporal.PlainDate.from(text);
      } catch {
        exists = false;
      }
      expect(isRealDay(text)).toBe(exists);
    }),
  );
});

test('a birth date is neither in the future nor before 1900', () => {
  expect(isBirthDate('1900-01-01', '2026-11-15')).toBe(true);
  expect(isBirthDate('1899-12-31', '2026-11-15')).toBe(false);
  expect(isBirthDate('2026-11-15', '2026-11-15')).toBe(true);
  expect(isBirthDate('2026-11-16', '2026-11-15')).toBe(false);
});

test('today is the day in Brazil, three hours behind UTC', () => {
  expect(toBrazilDay(Date.parse('2026-11-15T02:59:59Z'))).toBe('2026-11-14');
  expect(toBrazilDay(Date.parse('2026-11-15T03:00:00Z'))).toBe('2026-11-15');
});
