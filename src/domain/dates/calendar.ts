// Days as `YYYY-MM-DD`. "Today" means today in Brazil, wherever the server stands.

let brazil: Intl.DateTimeFormat | undefined;
const minuteMs = 60_000;
let remembered = { minute: Number.NaN, day: '' };

/** The day in America/Sao_Paulo. Formatting takes microseconds on a hot path, so the last minute's answer is kept. */
export function toBrazilDay(epochMs: number): string {
  const minute = Math.floor(epochMs / minuteMs);
  if (minute !== remembered.minute) remembered = { minute, day: format(epochMs) };
  return remembered.day;
}

/** Brazil has kept no summer time since this moment. */
const plainSinceMs = Date.parse('2019-02-17T03:00:00Z');
const behindMs = 3 * 3_600_000;

/** The rules of summer time take 40 ms and 7 MB to load: only for days that had it. A test compares both for all others. */
function format(epochMs: number): string {
  if (epochMs >= plainSinceMs) return new Date(epochMs - behindMs).toISOString().slice(0, 10);
  brazil ??= new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' });
  return brazil.format(epochMs);
}

/** Returns the time as clocks in Brazil showed it: `2026-11-15 21:30:00`. */
export function toBrazilTime(epochMs: number): string {
  const times = { dateStyle: 'short', timeStyle: 'medium', timeZone: 'America/Sao_Paulo' } as const;
  return new Intl.DateTimeFormat('sv-SE', times).format(epochMs);
}

const dayPattern = /^(\d{4})-(\d{2})-(\d{2})$/;

export function isRealDay(text: string): boolean {
  const match = dayPattern.exec(text);
  if (match === null) return false;
  return isDayOfMonth(Number(match[1]), Number(match[2]), Number(match[3]));
}

/** `YYYY-MM` */
export function isMonth(text: string): boolean {
  return isRealDay(`${text}-01`);
}

/** Tells whether the month has that day. */
export function isDayOfMonth(year: number, month: number, day: number): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
}

export const earliestBirth = '1900-01-01';

/** A real day, not in the future, not before 1900. */
export function isBirthDate(text: string, today: string): boolean {
  return isRealDay(text) && text >= earliestBirth && text <= today;
}

/** The day after. */
export function toNextDay(day: string): string {
  return new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
}

/** The month after, as `YYYY-MM`. */
export function toNextMonth(month: string): string {
  return toNextDay(`${month}-${daysIn(Number(month.slice(0, 4)), Number(month.slice(5)))}`).slice(0, 7);
}

const hourMs = 3_600_000;

/** Returns the moment when a day begins in America/Sao_Paulo. It comes two or three hours after the day begins in UTC, depending on summer time. */
export function toBrazilDayStartMs(day: string): number {
  let startMs = Date.parse(day);
  while (format(startMs) < day) startMs += hourMs;
  return startMs;
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}
