// Numbers and times as the reader writes them. Days are those of Brazil.

import { language, languageTag } from './language.ts';

const timeZone = 'America/Sao_Paulo';
/** Days come before months in both languages, as in the fields. */
const dateTag = (): string => (language.value === 'pt' ? 'pt-BR' : 'en-GB');

export function formatTime(iso: string): string {
  return new Intl.DateTimeFormat(dateTag(), { dateStyle: 'short', timeStyle: 'medium', timeZone }).format(
    new Date(iso),
  );
}

/** The time of day. */
export function formatClock(ms: number, withSeconds: boolean): string {
  const second = withSeconds ? ({ second: '2-digit' } as const) : {};
  return new Intl.DateTimeFormat(dateTag(), { hour: '2-digit', minute: '2-digit', ...second, timeZone }).format(ms);
}

/** `YYYY-MM-DD` without any time zone. */
export function formatDay(day: string): string {
  return new Intl.DateTimeFormat(dateTag(), { dateStyle: 'short', timeZone: 'UTC' }).format(new Date(day));
}

/** Every `YYYY-MM-DD` in a sentence of the service. */
export function formatDaysIn(sentence: string): string {
  return sentence.replace(/\b\d{4}-\d{2}-\d{2}\b/g, formatDay);
}

export function formatNumber(value: number): string {
  return new Intl.NumberFormat(languageTag()).format(value);
}

/**
 * Returns the digits of a typed whole number without its thousands separators. The function returns any other text unchanged, and the code that
 * checks it decides.
 */
export function toTypedCount(text: string): string {
  const digits = toPlainCount(text);
  return /^\d{1,15}$/.test(digits) ? formatNumber(Number(digits)) : text;
}

/** `6.000` as `6000`. A decimal mark stays, so that one and a half is not taken for fifteen. */
export function toPlainCount(text: string): string {
  return text.trim().replaceAll(language.value === 'pt' ? '.' : ',', '');
}

/** Formats a decimal text, exact to the cent. */
export function formatMoney(decimal: string): string {
  return formatReais(decimal, 2);
}

/**
 * Of a decimal text with up to four decimals. Only what is less than a real and has parts of a cent keeps all four, because a call may cost
 * less than a cent. Nothing has three: R$ 21,095 reads as 21 thousand.
 */
export function formatPrice(decimal: string): string {
  return formatReais(decimal, /^0\.\d\d0*$/.test(decimal) || !decimal.startsWith('0.') ? 2 : 4);
}

function formatReais(decimal: string, fractionDigits: 2 | 4): string {
  const digits = { minimumFractionDigits: fractionDigits, maximumFractionDigits: fractionDigits };
  const options = { style: 'currency', currency: 'BRL', ...digits } as const;
  return new Intl.NumberFormat(languageTag(), options).format(decimal as unknown as Intl.StringNumericLiteral);
}

const units: readonly (readonly [unit: string, seconds: number, below: number])[] = [
  ['second', 1, 90],
  ['minute', 60, 5_400],
  ['hour', 3_600, 172_800],
];

/** Formats an approximate duration in its largest unit. */
export function formatDuration(seconds: number): string {
  const [unit, length] = units.find(([, , below]) => seconds < below) ?? ['day', 86_400];
  const options = { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 0 } as const;
  return new Intl.NumberFormat(languageTag(), options).format(Math.max(1, seconds / length));
}

/** `1,2 mil`, where there is room for little. */
export function formatCompact(value: number): string {
  return new Intl.NumberFormat(languageTag(), { notation: 'compact', maximumFractionDigits: 1 }).format(value);
}

/** `YYYY-MM`, as `nov. 2026` or in full. */
export function formatMonth(month: string, length: 'short' | 'long'): string {
  const year = length === 'long' ? ({ year: 'numeric' } as const) : {};
  return new Intl.DateTimeFormat(dateTag(), { month: length, ...year, timeZone: 'UTC' }).format(
    new Date(`${month}-01`),
  );
}

export function formatMs(ms: number): string {
  return `${new Intl.NumberFormat(languageTag(), { maximumFractionDigits: ms < 10 ? 1 : 0 }).format(ms)} ms`;
}

/** Formats a rate per minute. Only a small rate gets a decimal. */
export function formatRate(value: number): string {
  return new Intl.NumberFormat(languageTag(), { maximumFractionDigits: value < 10 ? 1 : 0 }).format(value);
}

export function formatShare(share: number): string {
  return new Intl.NumberFormat(languageTag(), { style: 'percent', maximumFractionDigits: share < 0.1 ? 2 : 1 }).format(
    share,
  );
}

export function formatBytes(bytes: number): string {
  const [divisor, unit] = bytes >= 1e9 ? [1e9, 'GB'] : bytes >= 1e6 ? [1e6, 'MB'] : [1e3, 'kB'];
  return `${new Intl.NumberFormat(languageTag(), { maximumFractionDigits: 1 }).format(bytes / divisor)} ${unit}`;
}

/** `a, b e c` */
export function formatList(list: readonly string[]): string {
  return new Intl.ListFormat(languageTag(), { type: 'conjunction' }).format(list);
}
