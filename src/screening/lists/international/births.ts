// Birth dates as other countries' lists give them: a day, a month, a year, about a year, between two years.

import { parseDate } from '../../../domain/dates/date-format.ts';
import type { ListEntry } from '../../../domain/screening/entry/list-entry.ts';

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
/** A wider span says nothing about anybody, and counts as one that nobody can read. Years of a narrower one all count: beside another birth of the row they exclude nobody of that age. */
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

/** Of all births that a row has: for each what was read of it, empty where nobody can. */
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

/** About then: one year to either side. */
export function toYearsAbout(birth: string): readonly string[] {
  const year = Number(birth.slice(0, 4));
  return toYears(String(year - 1), String(year + 1));
}

function isYear(text: string): boolean {
  return /^(?:1[89]|20)\d{2}$/.test(text);
}
