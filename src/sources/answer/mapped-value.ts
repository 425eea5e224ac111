// Reads what a mapping produced, strictly: a value of another type is a fault of the answer, never converted.
// `null` is "not computed or not relayed"; undefined never leaves this file.

import { type DateFormat, parseDate } from '../../domain/dates/date-format.ts';
import type { AnswerFault } from '../reply.ts';

/** The answer holds something that it cannot hold. It says where and what was expected, never what was found. */
export class InvalidAnswer extends Error {
  readonly fault: AnswerFault;

  constructor(field: string, problem: string) {
    super(`${field}: ${problem}`);
    this.name = 'InvalidAnswer';
    this.fault = { field, problem };
  }
}

const textLengthMax = 200;
/** Formatting characters would turn text around on a screen. An invisible one must not split a word in two. */
const formatting = /\p{Cf}+/gu;
/** They would forge log lines. */
const controls = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

export function readMappedText(field: string, value: unknown): string | null {
  if ((value ?? null) === null) return null;
  if (typeof value !== 'string') throw wrongType(field, 'text', value);
  if (!value.isWellFormed()) throw new InvalidAnswer(field, 'it holds half a character');
  const text = value.replace(formatting, '').replace(controls, ' ').replace(/\s+/g, ' ').trim().normalize('NFC');
  if (text.length > textLengthMax) {
    throw new InvalidAnswer(field, `it must have at most ${textLengthMax} characters, but is longer`);
  }
  return text === '' ? null : text;
}

export function readBoolean(field: string, value: unknown): boolean | null {
  if ((value ?? null) === null) return null;
  if (typeof value !== 'boolean') throw wrongType(field, 'true or false', value);
  return value;
}

export function readScore(field: string, value: unknown): number | null {
  if ((value ?? null) === null) return null;
  if (typeof value !== 'number') throw wrongType(field, 'a whole number from 0 to 1000', value);
  if (!Number.isInteger(value) || value < 0 || value > 1000) {
    throw new InvalidAnswer(field, 'it must be a whole number from 0 to 1000, but is another number');
  }
  return value === 0 ? 0 : value;
}

interface DateRange {
  readonly format: DateFormat;
  /** Both YYYY-MM-DD; a day outside is as impossible as 31 June. */
  readonly earliest: string;
  readonly latest: string;
}

export function readDate(field: string, value: unknown, { format, earliest, latest }: DateRange): string | null {
  if ((value ?? null) === null || value === '') return null;
  if (typeof value !== 'string') throw wrongType(field, `a date as ${format}`, value);
  const date = parseDate(value, format);
  if (date === undefined) throw new InvalidAnswer(field, `it must be a date as ${format}, but is other text`);
  if (date < earliest || date > latest) {
    throw new InvalidAnswer(field, `it must be a day from ${earliest} to ${latest}, but is another`);
  }
  return date;
}

/** Translates a party's code or words. Without a map its word must be ours; anything unmapped is `unknown`. */
export function createCodeReader<Ours extends string>(
  field: string,
  ours: readonly Ours[],
  codes: Readonly<Record<string, Ours>> | undefined,
): (value: unknown) => Ours | 'unknown' {
  const known = new Map(Object.entries(codes ?? Object.fromEntries(ours.map((word) => [word, word]))));
  const folded = new Map([...known].map(([code, word]) => [foldCode(code), word]));
  return (value) => {
    if ((value ?? null) === null) return 'unknown';
    if (typeof value !== 'string' && typeof value !== 'number')
      throw wrongType(field, 'a code: text or a number', value);
    return folded.get(foldCode(String(value))) ?? 'unknown';
  };
}

/** Case, accents and blanks do not tell words apart. The whole text is compared: "pendente de regularização" holds "regular". */
export function foldCode(code: string): string {
  return code.normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim().toUpperCase();
}

function wrongType(field: string, expected: string, value: unknown): InvalidAnswer {
  const found = Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : nameOfType(typeof value);
  return new InvalidAnswer(field, `it must be ${expected}, but is ${found}`);
}

function nameOfType(type: string): string {
  return { string: 'text', number: 'a number', boolean: 'true or false' }[type] ?? 'something else';
}
