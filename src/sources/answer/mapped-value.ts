// Reads what a mapping produced, strictly: a value of another type is a fault of the answer, never converted.
// `null` is "not computed or not relayed"; undefined never leaves this file.

import type { DateFormat } from '../describe/description.ts';
import { parseDate } from './calendar-date.ts';

/** The answer holds something that it cannot hold. It says where, never what. */
export class InvalidAnswer extends Error {
  constructor(field: string) {
    super(`the mapped ${field} is not of its type`);
    this.name = 'InvalidAnswer';
  }
}

const textLengthMax = 200;
/** Control and formatting characters: they would forge log lines or turn text around on a screen. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

export function readText(field: string, value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string' || !value.isWellFormed()) throw new InvalidAnswer(field);
  const text = value.replace(invisible, ' ').replace(/\s+/g, ' ').trim().normalize('NFC');
  if (text.length > textLengthMax) throw new InvalidAnswer(field);
  return text === '' ? null : text;
}

export function readBoolean(field: string, value: unknown): boolean | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'boolean') throw new InvalidAnswer(field);
  return value;
}

export function readScore(field: string, value: unknown): number | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > 1000)
    throw new InvalidAnswer(field);
  return value === 0 ? 0 : value;
}

export function readDate(field: string, value: unknown, format: DateFormat): string | null {
  if (value === undefined || value === null || value === '') return null;
  const date = typeof value === 'string' ? parseDate(value, format) : undefined;
  if (date === undefined) throw new InvalidAnswer(field);
  return date;
}

/** Translates a party's code or words. Without a map its word must be ours; anything unmapped is `unknown`. */
export function createCodeReader<Ours extends string>(
  ours: readonly Ours[],
  codes: Readonly<Record<string, Ours>> | undefined,
): (value: unknown) => Ours | 'unknown' {
  const known = new Map(Object.entries(codes ?? Object.fromEntries(ours.map((word) => [word, word]))));
  const folded = new Map([...known].map(([code, word]) => [foldCode(code), word]));
  return (value) => {
    if (typeof value !== 'string' && typeof value !== 'number') return 'unknown';
    return folded.get(foldCode(String(value))) ?? 'unknown';
  };
}

/** Case, accents and blanks do not tell words apart. The whole text is compared: "pendente de regularização" holds "regular". */
function foldCode(code: string): string {
  return code.normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim().toUpperCase();
}
