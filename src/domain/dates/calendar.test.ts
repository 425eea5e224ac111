import { expect, test } from 'vitest';
import {
  isBirthDate,
  isRealDay,
  toBrazilDay,
  toBrazilDayStartMs,
  toBrazilTime,
  toNextDay,
  toNextMonth,
} from './calendar.ts';

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

test('midnights from 2018 to 2045 are those of the time zone: a Node that knows of a new summer time turns this red', () => {
  const zone = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' });
  for (let utcDay = Date.parse('2018-01-01'); utcDay < Date.parse('2045-01-01'); utcDay += 7 * 86_400_000) {
    for (const hour of [2, 3, 4]) {
      for (const epochMs of [utcDay + hour * 3_600_000 - 1, utcDay + hour * 3_600_000]) {
        if (toBrazilDay(epochMs) !== zone.format(epochMs)) expect.fail(new Date(epochMs).toISOString());
      }
    }
  }
});

test.each([
  ['2026-11-15', '2026-11-16'],
  ['2026-12-31', '2027-01-01'],
  ['2024-02-28', '2024-02-29'],
  ['2023-02-28', '2023-03-01'],
])('after %s comes %s', (day, next) => {
  expect(toNextDay(day)).toBe(next);
});

test.each([
  ['2026-01', '2026-02'],
  ['2024-02', '2024-03'],
  ['2023-02', '2023-03'],
  ['2026-04', '2026-05'],
  ['2026-12', '2027-01'],
])('after the month %s comes %s', (month, next) => {
  expect(toNextMonth(month)).toBe(next);
});

test('a day begins in Brazil three hours after it does in UTC, and two while summer time was kept', () => {
  expect(toBrazilDayStartMs('2026-11-15')).toBe(Date.parse('2026-11-15T03:00:00Z'));
  expect(toBrazilDayStartMs('2019-01-15')).toBe(Date.parse('2019-01-15T02:00:00Z'));
});

test('a time is told as clocks in Brazil showed it', () => {
  expect(toBrazilTime(Date.parse('2026-11-15T02:59:59Z'))).toBe('2026-11-14 23:59:59');
  // Summer time was still kept.
  expect(toBrazilTime(Date.parse('2019-01-15T02:59:59Z'))).toBe('2019-01-15 00:59:59');
});
