// CPF: the number of a person, 11 digits of which the last two check the others.
// Hand-written because the packages that do it accept junk around the number (measured: `npm run bench numbers`).

import { toCheckDigit } from './check-digit.ts';
import { invalidCheckDigits, invalidFormat, type Parsed } from './parsed.ts';

export type Cpf = string & { readonly brand: 'Cpf' };

type CpfFault = 'invalid_format' | 'invalid_check_digits';

const blank = 32;
const zero = 48;
const nine = 57;
const barePositions = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const maskedPositions = [0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13];

/** Reads `00000000000` or `000.000.000-00`; nothing may stand around it. */
export function parseCpf(text: string): Parsed<Cpf, CpfFault> {
  const fault = findCpfFault(text);
  if (fault !== undefined) return fault === 'invalid_format' ? invalidFormat : invalidCheckDigits;
  const digits = text.length === 11 ? text : text.slice(0, 3) + text.slice(4, 7) + text.slice(8, 11) + text.slice(12);
  return { kind: 'valid', value: digits as Cpf };
}

export function isCpf(text: string): boolean {
  return findCpfFault(text) === undefined;
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
  let plain = 0;
  let weighted = 0;
  for (let index = 0; index < 9; index++) {
    const digit = nineDigits.charCodeAt(index) - zero;
    plain += digit;
    weighted += digit * (10 - index);
  }
  const first = toCheckDigit(weighted);
  return `${nineDigits}${first}${toCheckDigit(weighted + plain + first * 2)}` as Cpf;
}

/** One pass over the text as it is, mask included: building the bare number first would cost more than checking it. */
function findCpfFault(text: string): CpfFault | undefined {
  const positions = findPositions(text);
  if (positions === undefined) return 'invalid_format';
  const head = text.charCodeAt(0) - zero;
  let repeated = true;
  // A digit's weight is 10 - index in the first sum and one more in the second.
  let plain = 0;
  let weighted = 0;
  for (let index = 0; index < 9; index++) {
    const digit = text.charCodeAt(positions[index] as number) - zero;
    if (digit < 0 || digit > 9) return 'invalid_format';
    if (digit !== head) repeated = false;
    plain += digit;
    weighted += digit * (10 - index);
  }
  const first = text.charCodeAt(positions[9] as number) - zero;
  const second = text.charCodeAt(positions[10] as number) - zero;
  if (first < 0 || first > 9 || second < 0 || second > 9) return 'invalid_format';
  // The ten repeated numbers (000…, 111…) close too, but are reserved.
  const closes = first === toCheckDigit(weighted) && second === toCheckDigit(weighted + plain + first * 2);
  return closes && !repeated ? undefined : 'invalid_check_digits';
}

/** Where the eleven digits must stand, by the form in which the text is written. */
function findPositions(text: string): readonly number[] | undefined {
  if (text.length === 11) return barePositions;
  const isMasked = text.length === 14 && text[3] === '.' && text[7] === '.' && text[11] === '-';
  return isMasked ? maskedPositions : undefined;
}

/** The pattern finds eleven digits with the separators that people type, and no digit around. */
export const cpfInText = /(?<!\d)(\d{3})[. ]{0,2}(\d{3})[. ]{0,2}(\d{3})[-/. ]{0,3}(\d{2})(?!\d)/g;

/**
 * Masks a CPF in a registered name as the Receita masks partners: `MARIA SILVA 12345678909` becomes `MARIA SILVA ***456789**`.
 * Called for every name of an import (70 million), so the usual form, at the end and bare, needs no regular expression.
 */
export function maskCpfInName(name: string): string {
  const start = name.length - 11;
  if (isDigitAt(name, name.length - 1) && !isDigitAt(name, start - 1) && isCpf(name.slice(start))) {
    return `${maskCpfInName(name.slice(0, start))}***${name.slice(start + 3, start + 9)}**`;
  }
  // A CPF is at least eleven characters long, so one of them shows when every eleventh is looked at.
  for (let index = 10; index < name.length; index += 11) {
    const code = name.charCodeAt(index);
    // Up to three separators stand between two groups, so that a digit is within reach of a blank among them.
    if (code <= nine && (code !== blank || isDigitAt(name, index - 1) || isDigitAt(name, index + 2))) {
      return name.replace(cpfInText, maskIfCpf);
    }
  }
  return name;
}

function isDigitAt(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code >= zero && code <= nine;
}

function maskIfCpf(text: string, first: string, second: string, third: string, check: string): string {
  return isCpf(first + second + third + check) ? `***${second}${third}**` : text;
}
