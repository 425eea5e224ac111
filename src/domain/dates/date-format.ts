// Days as others write them. Inside the service a day is always `YYYY-MM-DD` and one that exists.

import { isRealDay } from './calendar.ts';

export const dateFormats = ['yyyy-mm-dd', 'ddmmyyyy', 'dd/mm/yyyy', 'yyyymmdd'] as const;
export type DateFormat = (typeof dateFormats)[number];

const patterns: Readonly<Record<DateFormat, RegExp>> = {
  'yyyy-mm-dd': /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})$/,
  ddmmyyyy: /^(?<day>\d{2})(?<month>\d{2})(?<year>\d{4})$/,
  'dd/mm/yyyy': /^(?<day>\d{2})\/(?<month>\d{2})\/(?<year>\d{4})$/,
  yyyymmdd: /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})$/,
};

/** Writes a day of ours as somebody else wants it. */
export function formatDate(day: string, format: DateFormat): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return format.replace('yyyy', year).replace('mm', month).replace('dd', date);
}

/** Returns undefined if the text has another form, or names a day that never was (31 June). */
export function parseDate(text: string, format: DateFormat): string | undefined {
  const { year, month, day } = patterns[format].exec(text)?.groups ?? {};
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const date = `${year}-${month}-${day}`;
  return year >= '1800' && isRealDay(date) ? date : undefined;
}
