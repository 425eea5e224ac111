// What is odd in the Receita's fields and how each oddity is read: blanks, control characters, empty and impossible dates,
// CPFs inside names. Works on bytes (Latin-1); every rule carries its evidence.

import { isDayOfMonth } from '../../domain/dates/calendar.ts';
import { toCheckDigit } from '../../domain/numbers/check-digit.ts';
import { maskCpfInName } from '../../domain/numbers/cpf.ts';

const blank = 32;
const quote = 34;
const zero = 48;
const asterisk = 42;
/** Latin-1's other blank. */
const noBreakSpace = 0xa0;
const cpfDigits = 11;
/** The Receita masks partners by hiding the first three digits and the last two. */
const hiddenCpfDigits = [0, 1, 2, 9, 10];

/**
 * What each byte of a name becomes (the low eight bits), and whether it is a blank, a digit or a quote. A table and arithmetic
 * instead of branches: where words end cannot be predicted, and guessing wrong cost more than all the rest.
 */
const blankBit = 8;
const digitBit = 9;
const isQuote = 1 << 10;
const nameBytes = Uint16Array.from({ length: 256 }, (_, code) => {
  if (code <= blank || (code >= 127 && code <= noBreakSpace)) return blank | (1 << blankBit);
  if (code >= zero && code <= 57) return code | (1 << digitBit);
  return code === quote ? code | isQuote : code;
});

/**
 * Copies a name to `target` as a person would write it: inner quotes single, runs of blanks as one, none at the ends, and every
 * CPF masked. Control characters (NULs in some past dumps, a line break in 7 rows of 2026-09, a handful of bytes 0x80-0x9F)
 * become blanks. Returns the end of the copy; the byte after it may be written too.
 */
export function copyName(bytes: Uint8Array, from: number, to: number, target: Uint8Array, at: number): number {
  let end = at;
  let digits = 0;
  let afterBlank = 1;
  for (let index = from; index < to; index++) {
    const byte = nameBytes[bytes[index] as number] as number;
    const isBlank = (byte >>> blankBit) & 1;
    target[end] = byte;
    end += 1 - (isBlank & afterBlank);
    afterBlank = isBlank;
    digits += (byte >>> digitBit) & 1;
    if (byte >= isQuote) index++;
  }
  if (end > at) end -= afterBlank;
  return digits >= cpfDigits ? maskCpfs(target, at, end, digits) : end;
}

/** The bound applies before cleaning, which shrinks blanks and quotes. The reader stops at this length. */
export const rawTextBytesMax = 2048;

/**
 * Copies a text that may be too long as `copyName` does, and cuts it at `bytesMax`. It keeps names from the files at any length. CPFs are masked
 * before the cut. `target` has room for `rawTextBytesMax` and some bytes more.
 */
export function copyCut(
  bytes: Uint8Array,
  from: number,
  to: number,
  target: Uint8Array,
  bytesMax: number,
): { readonly length: number; readonly isCut: boolean } {
  const until = Math.min(to, from + rawTextBytesMax);
  const whole = copyName(bytes, from, until, target, 0);
  if (until === to && whole <= bytesMax) return { length: whole, isCut: false };
  let length = Math.min(whole, bytesMax);
  // Digits at the cut may be half of a CPF that nobody could recognise any more.
  if (until < to || whole > bytesMax) while (length > 0 && isDigit(target[length - 1] as number)) length--;
  while (length > 0 && target[length - 1] === blank) length--;
  return { length, isCut: true };
}

/** Copies an e-mail address in lower case without blanks or control characters, CPFs masked: 77 % are published in upper case. */
export function copyEmail(bytes: Uint8Array, from: number, to: number, target: Uint8Array, at: number): number {
  let end = at;
  let digits = 0;
  for (let index = from; index < to; index++) {
    const byte = nameBytes[bytes[index] as number] as number;
    digits += (byte >>> digitBit) & 1;
    if (((byte >>> blankBit) & 1) === 0) target[end++] = byte >= 65 && byte <= 90 ? byte + 32 : byte;
    if (byte >= isQuote) index++;
  }
  return digits >= cpfDigits ? maskCpfs(target, at, end, digits) : end;
}

/**
 * The rule is `maskCpfInName`. MEI names registered before about 2023 end in the person's CPF (16 to 53 % of sampled rows),
 * so that case, and only that case, is decided on the bytes.
 */
function maskCpfs(target: Uint8Array, from: number, to: number, digits: number): number {
  const cpfAt = to - cpfDigits;
  if (digits === cpfDigits && (cpfAt === from || target[cpfAt - 1] === blank) && isAllDigits(target, cpfAt, to)) {
    if (!isCpfAt(target, cpfAt)) return to;
    for (const hidden of hiddenCpfDigits) target[cpfAt + hidden] = asterisk;
    return to;
  }
  const name = Buffer.from(target.buffer, target.byteOffset + from, to - from).toString('latin1');
  const masked = Buffer.from(maskCpfInName(name), 'latin1');
  target.set(masked, from);
  return from + masked.length;
}

function isAllDigits(bytes: Uint8Array, from: number, to: number): boolean {
  for (let index = from; index < to; index++) if (!isDigit(bytes[index] as number)) return false;
  return true;
}

/** The check digits of `isCpf`, on bytes that are known to be digits. */
function isCpfAt(bytes: Uint8Array, at: number): boolean {
  let first = 0;
  let second = 0;
  let same = true;
  for (let index = 0; index < 9; index++) {
    const digit = (bytes[at + index] as number) - zero;
    first += digit * (10 - index);
    second += digit * (11 - index);
    same &&= bytes[at + index] === bytes[at];
  }
  const firstDigit = toCheckDigit(first);
  if (same || (bytes[at + 9] as number) - zero !== firstDigit) return false;
  return (bytes[at + 10] as number) - zero === toCheckDigit(second + firstDigit * 2);
}

function isDigit(code: number): boolean {
  return code >= zero && code <= 57;
}

/** Openings in the years 202 and 4100 reached production dumps (minha-receita): such a year is a slip, not a date. */
const firstYear = 1800;
const lastYear = 2199;

/** A day as one number of 23 bits (year, month, day); 0 where there is none, -1 where the text is not a day. */
export function readDate(bytes: Uint8Array, from: number, to: number): number {
  if (to - from !== 8) return isEmptyDate(bytes, from, to) ? 0 : -1;
  let value = 0;
  for (let index = from; index < to; index++) {
    const digit = (bytes[index] as number) - zero;
    if (digit < 0 || digit > 9) return isEmptyDate(bytes, from, to) ? 0 : -1;
    value = value * 10 + digit;
  }
  if (value === 0) return 0;
  const year = Math.trunc(value / 10_000);
  const month = Math.trunc(value / 100) % 100;
  const day = value % 100;
  if (year < firstYear || year > lastYear || !isDayOfMonth(year, month, day)) return -1;
  return (year << 9) | (month << 5) | day;
}

/** `day` is YYYY-MM-DD. Packed days compare as the days do. */
export function toPackedDate(day: string): number {
  return (Number(day.slice(0, 4)) << 9) | (Number(day.slice(5, 7)) << 5) | Number(day.slice(8, 10));
}

export function fromPackedDate(packed: number): string | null {
  if (packed === 0) return null;
  const year = String(packed >>> 9).padStart(4, '0');
  return `${year}-${twoDigits((packed >>> 5) & 15)}-${twoDigits(packed & 31)}`;
}

/** The Receita writes "no date" as nothing, `0` or `00000000`; blanks occur too. */
function isEmptyDate(bytes: Uint8Array, from: number, to: number): boolean {
  for (let index = from; index < to; index++) {
    const code = bytes[index] as number;
    if (code !== zero && code > blank) return false;
  }
  return true;
}

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}
