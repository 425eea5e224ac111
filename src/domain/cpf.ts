// CPF: the number of a person, 11 digits of which the last two check the others.
// Hand-written because the packages that do it accept junk around the number (measured: `npm run bench numbers`).

import { invalidCheckDigits, invalidFormat, type Parsed } from './parsed.ts';

export type Cpf = string & { readonly brand: 'Cpf' };

const zero = 48;

/** Reads `00000000000` or `000.000.000-00`; nothing may stand around it. */
export function parseCpf(text: string): Parsed<Cpf, 'invalid_format' | 'invalid_check_digits'> {
  const digits = stripCpfMask(text);
  if (digits === undefined) return invalidFormat;
  return closes(digits) ? { kind: 'valid', value: digits as Cpf } : invalidCheckDigits;
}

export function isCpf(text: string): boolean {
  const digits = stripCpfMask(text);
  return digits !== undefined && closes(digits);
}

/** `12345678909` becomes `123.456.789-09`. */
export function formatCpf(cpf: Cpf): string {
  return `${cpf.slice(0, 3)}.${cpf.slice(3, 6)}.${cpf.slice(6, 9)}-${cpf.slice(9)}`;
}

/** The only form of a CPF that a person or a log may see: `***.456.789-**`. */
export function maskCpf(cpf: Cpf): string {
  return `***.${cpf.slice(3, 6)}.${cpf.slice(6, 9)}-**`;
}

/** Adds the check digits to nine digits; for making synthetic people. */
export function completeCpf(nineDigits: string): Cpf {
  const first = checkDigit(nineDigits, 9);
  return `${nineDigits}${first}${checkDigit(`${nineDigits}${first}`, 10)}` as Cpf;
}

function stripCpfMask(text: string): string | undefined {
  if (text.length === 11) return isDigits(text) ? text : undefined;
  if (text.length !== 14 || text[3] !== '.' || text[7] !== '.' || text[11] !== '-') return undefined;
  const digits = text.slice(0, 3) + text.slice(4, 7) + text.slice(8, 11) + text.slice(12);
  return isDigits(digits) ? digits : undefined;
}

function isDigits(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index) - zero;
    if (code < 0 || code > 9) return false;
  }
  return true;
}

/** The ten repeated numbers (000…, 111…) close too, but are reserved. */
function closes(digits: string): boolean {
  // Both sums in one pass: a digit's weight is 10 - index in the first and 11 - index in the second.
  let plain = 0;
  let weighted = 0;
  let repeated = true;
  const head = digits.charCodeAt(0);
  for (let index = 0; index < 9; index++) {
    const code = digits.charCodeAt(index);
    if (code !== head) repeated = false;
    plain += code - zero;
    weighted += (code - zero) * (10 - index);
  }
  if (repeated) return false;
  const first = toCheckDigit(weighted);
  const second = toCheckDigit(weighted + plain + first * 2);
  return digits.charCodeAt(9) - zero === first && digits.charCodeAt(10) - zero === second;
}

function checkDigit(digits: string, length: number): number {
  let sum = 0;
  for (let index = 0; index < length; index++) sum += (digits.charCodeAt(index) - zero) * (length + 1 - index);
  return toCheckDigit(sum);
}

function toCheckDigit(sum: number): number {
  const remainder = sum % 11;
  return remainder < 2 ? 0 : 11 - remainder;
}
