// Shows the shape of what a party sent and nothing of whom it is about.

import { maskText } from '../../domain/rows/mask-text.ts';

/** The same JSON with every value masked, except true, false, null and the words that are harmless. */
export function maskJson(value: unknown, harmless: ReadonlySet<string>): unknown {
  if (typeof value === 'string') return harmless.has(value) ? value : maskText(value);
  if (typeof value === 'number') return harmless.has(String(value)) ? value : maskNumber(value);
  if (Array.isArray(value)) return value.map((item) => maskJson(item, harmless));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [maskKey(key), maskJson(child, harmless)]));
}

function maskNumber(value: number): number {
  const masked = Number(String(value).replace(/\d/g, '9'));
  return Number.isFinite(masked) ? masked : 9;
}

/** Keys are the party's own words, unless it files its answers under numbers of people. */
function maskKey(key: string): string {
  return /\d{5}/.test(key) ? maskText(key) : key;
}
