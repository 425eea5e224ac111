// Birth dates as other countries' lists give them: a day, a month, a year, about a year, between two years.

import { parseDate } from '../../../domain/dates/date-format.ts';
import type { ListEntry } from '../../../domain/screening/entry/list-entry.ts';
import type { RowNotes } from '../row-notes.ts';

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
/**
 * A wider span identifies no person and counts as unreadable. All years of a narrower span count: beside another birth of the row, they exclude no
 * one of that age.
 */
const yearsMax = 60;

/** `12 Jan 1970`, `Jan 1970`, `1970`, `1970-01-12`; undefined where it is none of them. */
export function toBirth(text: string): string | undefined {
  const iso = parseDate(text, 'yyyy-mm-dd');
  if (iso !== undefined) return iso;
  const [, day, month, year = ''] = /^(?:(\d{1,2}) )?(?:([A-Za-z]{3,9}) )?(\d{4})$/.exec(text) ?? [];
  if (!isYear(year) || (day !== undefined && month === undefined)) return undefined;
  if (month === undefined) return year;
  const index = months.indexOf(month.slice(0, 3).toUpperCase());
  if (index < 0) return undefined;
  const start = `${year}-${String(index + 1).padStart(2, '0')}`;
  return day === undefined ? start : parseDate(`${start}-${day.padStart(2, '0')}`, 'yyyy-mm-dd');
}

/** Builds a birth date from parts. Day and month may be unknown: `00`, `dd`, or nothing. Returns undefined if it is no day or the year is unknown. */
export function toPartialBirth(year: string, month: string, day: string): string | undefined {
  if (!isYear(year)) return undefined;
  if (!isPart(month)) return year;
  const start = `${year}-${month.padStart(2, '0')}`;
  const found = parseDate(`${start}-${isPart(day) ? day.padStart(2, '0') : '01'}`, 'yyyy-mm-dd');
  return found === undefined || isPart(day) ? found : start;
}

/** Reads the births of a list that writes each as one text, and counts those that are unreadable. */
export function readBirths(
  texts: readonly string[],
  read: (text: string) => string | undefined,
  notes: RowNotes,
): ReturnType<typeof joinBirths> {
  return joinBirths(
    texts.map((text) => {
      const birth = read(text);
      if (birth === undefined) notes.unreadableDates++;
      return birth === undefined ? [] : [birth];
    }),
  );
}

/** Joins all births of a row. Each one comes as the texts that were read, which are empty if the birth is unreadable. */
export function joinBirths(read: readonly (readonly string[])[]): Pick<ListEntry, 'births' | 'hasUnreadBirth'> {
  const hasUnread = read.some((births) => births.length === 0);
  return { births: [...new Set(read.flat())], ...(hasUnread && { hasUnreadBirth: true as const }) };
}

/** Each year of it, both included; none where it is too wide, or no span. */
export function toYears(from: string, to: string): readonly string[] {
  if (!isYear(from) || !isYear(to)) return [];
  const count = Number(to) - Number(from) + 1;
  if (count < 1 || count > yearsMax) return [];
  return Array.from({ length: count }, (_, index) => String(Number(from) + index));
}

/** Returns the year of the birth with one year to either side. */
export function toYearsAbout(birth: string): readonly string[] {
  const year = Number(birth.slice(0, 4));
  return toYears(String(year - 1), String(year + 1));
}

function isPart(text: string): boolean {
  return /^\d{1,2}$/.test(text) && Number(text) > 0;
}

function isYear(text: string): boolean {
  return /^(?:1[89]|20)\d{2}$/.test(text);
}
