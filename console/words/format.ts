// Numbers and times as the reader writes them. Days are those of Brazil.

import { languageTag } from './language.ts';

const timeZone = 'America/Sao_Paulo';

export function formatTime(iso: string): string {
  return new Intl.DateTimeFormat(languageTag(), { dateStyle: 'short', timeStyle: 'medium', timeZone }).format(
    new Date(iso),
  );
}

/** `YYYY-MM-DD` without any time zone. */
export function formatDay(day: string): string {
  return new Intl.DateTimeFormat(languageTag(), { dateStyle: 'short', timeZone: 'UTC' }).format(new Date(day));
}

export function formatNumber(value: number): string {
  return new Intl.NumberFormat(languageTag()).format(value);
}

export function formatBytes(bytes: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
  const power = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log(bytes) / Math.log(1024)));
  const unit = units[power] ?? 'byte';
  const options = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: power < 2 ? 0 : 1 } as const;
  return new Intl.NumberFormat(languageTag(), options).format(bytes / 1024 ** power);
}

/** Of a time that is only known roughly: in its largest unit. */
export function formatDuration(seconds: number): string {
  const [unit, length] = seconds < 90 ? ['second', 1] : seconds < 5_400 ? ['minute', 60] : ['hour', 3_600];
  const options = { style: 'unit', unit: unit as string, unitDisplay: 'long', maximumFractionDigits: 0 } as const;
  return new Intl.NumberFormat(languageTag(), options).format(Math.max(1, seconds / (length as number)));
}

/** `1,2 mil`, where there is room for little. */
export function formatCompact(value: number): string {
  return new Intl.NumberFormat(languageTag(), { notation: 'compact', maximumFractionDigits: 1 }).format(value);
}

/** `YYYY-MM`, as `nov. 2026` or in full. */
export function formatMonth(month: string, length: 'short' | 'long'): string {
  const year = length === 'long' ? ({ year: 'numeric' } as const) : {};
  return new Intl.DateTimeFormat(languageTag(), { month: length, ...year, timeZone: 'UTC' }).format(
    new Date(`${month}-01`),
  );
}

export function formatMs(ms: number): string {
  return `${new Intl.NumberFormat(languageTag(), { maximumFractionDigits: ms < 10 ? 1 : 0 }).format(ms)} ms`;
}
