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

test('exactly the days that the calendar has are real, in ordinary years, leap years and centuries', () => {
  const twoDigits = (number: number) => String(number).padStart(2, '0');
  for (const year of [1900, 2000, 2023, 2024, 2100]) {
    for (let month = 0; month <= 13; month++) {
      for (let day = 0; day <= 32; day++) {
        const text = `${year}-${twoDigits(month)}-${twoDigits(day)}`;
        expect(isRealDay(text), text).toBe(existsInTheCalendar(text));
      }
    }
  }
});

function existsInTheCalendar(text: string): boolean {
  try {
    return Temporal.PlainDate.from(text).toString() === text;
  } catch {
    return false;
  }
}

test('a birth date is neither in the future nor before 1900', () => {
  expect(isBirthDate('1900-01-01', '2026-11-15')).toBe(true);
  expect(isBirthDate('1899-12-31', '2026-11-15')).toBe(false);
  expect(isBirthDate('2026-11-15', '2026-11-15')).toBe(true);
  expect(isBirthDate('2026-11-16', '2026-11-15')).toBe(false);
});

test('a birth date is a day that there was', () => {
  expect(isBirthDate('1985-06-31', '2026-11-15')).toBe(false);
  expect(isBirthDate('1985-02-29', '2026-11-15')).toBe(false);
  expect(isBirthDate('1985-06-30T00:00', '2026-11-15')).toBe(false);
});

test('today is the day in Brazil, three hours behind UTC', () => {
  expect(toBrazilDay(Date.parse('2026-11-15T02:59:59Z'))).toBe('2026-11-14');
  expect(toBrazilDay(Date.parse('2026-11-15T03:00:00Z'))).toBe('2026-11-15');
  // Whatever was asked before: an answer is kept for its own minute only.
  expect(toBrazilDay(Date.parse('2026-11-15T02:59:59Z'))).toBe('2026-11-14');
  expect(toBrazilDay(Date.parse('2026-11-15T02:00:00Z'))).toBe('2026-11-14');
  expect(toBrazilDay(Date.parse('2027-01-01T02:59:59Z'))).toBe('2026-12-31');
});
