// A birth date as files have it. Days come before months, as Brazil writes them, unless told otherwise.

import { isBirthDate } from '../../domain/dates/calendar.ts';

export const dateOrders = ['dmy', 'mdy'] as const;
export type DateOrder = (typeof dateOrders)[number];

const dayMs = 86_400_000;
/** Day 1 of spreadsheets is 1900-01-01, and they count 1900-02-29, which never was; all that matters here comes after it. */
const serialZeroMs = Date.UTC(1899, 11, 30);

/** Returns the date as YYYY-MM-DD. Returns undefined if the cell is no date, lies in the future or before 1900, or has a two-digit year. */
export function readBirthDate(cell: string, today: string, order: DateOrder = 'dmy'): string | undefined {
  const text = cell.trim();
  const day = readWritten(text, order) ?? readSerial(text);
  return day !== undefined && isBirthDate(day, today) ? day : undefined;
}

function readWritten(text: string, order: DateOrder): string | undefined {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ][\d:.]+(?:Z|[+-][\d:]+)?)?$/.exec(text);
  if (iso !== null) return joinDay(iso[1], iso[2], iso[3]);
  const local = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?: [\d:.]+)?$/.exec(text) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(text);
  if (local === null) return undefined;
  const [, first, second, year] = local;
  return order === 'dmy' ? joinDay(year, second, first) : joinDay(year, first, second);
}

function readSerial(text: string): string | undefined {
  const match = /^(\d{3,5})(?:[.,]\d+)?$/.exec(text);
  return match === null ? undefined : fromSheetDay(Number(match[1]));
}

/** The day that a spreadsheet keeps as a number. */
export function fromSheetDay(days: number): string {
  return new Date(serialZeroMs + Math.floor(days) * dayMs).toISOString().slice(0, 10);
}

function joinDay(year = '', month = '', day = ''): string {
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
