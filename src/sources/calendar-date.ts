// Dates as parties write them. Inside the service a date is always `YYYY-MM-DD` and a day that exists.

import type { DateFormat } from './description.ts';

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
  const isReal = Number(year) >= 1800 && Number(day) >= 1 && Number(day) <= daysInMonth(Number(year), Number(month));
  return isReal ? `${year}-${month}-${day}` : undefined;
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  if (month < 1 || month > 12) return 0;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}
