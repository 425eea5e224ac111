// Dates as parties write them. Inside the service a date is always `YYYY-MM-DD` and a day that exists.

import { isRealDay } from '../../domain/calendar.ts';
import type { DateFormat } from '../describe/description.ts';

const patterns: Readonly<Record<DateFormat, RegExp>> = {
  'yyyy-mm-dd': /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})$/,
  ddmmyyyy: /^(?<day>\d{2})(?<month>\d{2})(?<year>\d{4})$/,
  'dd/mm/yyyy': /^(?<day>\d{2})\/(?<month>\d{2})\/(?<year>\d{4})$/,
  yyyymmdd: /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})$/,
};

/** Writes a date of ours as the party wants it. */
export function formatDate(date: string, format: DateFormat): string {
  const [year = '', month = '', day = ''] = date.split('-');
  return format.replace('yyyy', year).replace('mm', month).replace('dd', day);
}

/** Reads a party's date; undefined where it is written otherwise, or is a day that never was (31 June). */
export function parseDate(text: string, format: DateFormat): string | undefined {
  const { year, month, day } = patterns[format].exec(text)?.groups ?? {};
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const date = `${year}-${month}-${day}`;
  return year >= '1800' && isRealDay(date) ? date : undefined;
}
