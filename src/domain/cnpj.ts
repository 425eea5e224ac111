// CNPJ: the number of a company's establishment. Root (8) and branch (4) hold digits or capital letters since July 2026,
// the two check digits are always digits (IN RFB 2.229/2024). One algorithm serves both kinds of number.

import { invalidCheckDigits, invalidFormat, type Parsed } from './parsed.ts';

export type Cnpj = string & { readonly brand: 'Cnpj' };

const zero = 48;
const baseLength = 12;
/** Weights of the second check digit; those of the first are the same without the leading 6. */
const weights = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];

/** Reads 14 characters or the mask `00.000.000/0000-00`; ASCII lower case counts as upper case, nothing may stand around it. */
export function parseCnpj(text: string): Parsed<Cnpj, 'invalid_format' | 'invalid_check_digits'> {
  const characters = stripCnpjMask(text);
  if (characters === undefined) return invalidFormat;
  const folded = foldCase(characters);
  if (folded === undefined) return invalidFormat;
  return closes(folded) ? { kind: 'valid', value: folded as Cnpj } : invalidCheckDigits;
}

export function isCnpj(text: string): boolean {
  const characters = stripCnpjMask(text);
  if (characters === undefined) return false;
  const folded = foldCase(characters);
  return folded !== undefined && closes(folded);
}

/** `12ABC34501DE35` becomes `12.ABC.345/01DE-35`. */
export function formatCnpj(cnpj: Cnpj): string {
  return `${cnpj.slice(0, 2)}.${cnpj.slice(2, 5)}.${cnpj.slice(5, 8)}/${cnpj.slice(8, 12)}-${cnpj.slice(12)}`;
}

/** Adds the check digits to twelve characters of `[0-9A-Z]`. */
export function completeCnpj(base: string): Cnpj {
  const first = checkDigit(base, baseLength);
  return `${base}${first}${checkDigit(`${base}${first}`, baseLength + 1)}` as Cnpj;
}

function stripCnpjMask(text: string): string | undefined {
  if (text.length === 14) return text;
  if (text.length !== 18) return undefined;
  if (text[2] !== '.' || text[6] !== '.' || text[10] !== '/' || text[15] !== '-') return undefined;
  return text.slice(0, 2) + text.slice(3, 6) + text.slice(7, 10) + text.slice(11, 15) + text.slice(16);
}

/** Upper-cases ASCII letters only (`ß`.toUpperCase() is `SS`); undefined where a character is not allowed. */
function foldCase(characters: string): string | undefined {
  let lower = false;
  for (let index = 0; index < 14; index++) {
    const code = characters.charCodeAt(index);
    if (code >= 48 && code <= 57) continue;
    if (index >= baseLength) return undefined;
    if (code >= 65 && code <= 90) continue;
    if (code < 97 || code > 122) return undefined;
    lower = true;
  }
  return lower ? characters.toUpperCase() : characters;
}

/** Only all zeros is reserved: root 00000000 is Banco do Brasil, branch 0000 is not forbidden. */
function closes(characters: string): boolean {
  const first = checkDigit(characters, baseLength);
  if (characters.charCodeAt(12) - zero !== first) return false;
  if (characters.charCodeAt(13) - zero !== checkDigit(characters, baseLength + 1)) return false;
  return characters !== '00000000000000';
}

function checkDigit(characters: string, length: number): number {
  let sum = 0;
  const offset = weights.length - length;
  for (let index = 0; index < length; index++) {
    sum += (characters.charCodeAt(index) - zero) * (weights[index + offset] as number);
  }
  const remainder = sum % 11;
  return remainder < 2 ? 0 : 11 - remainder;
}
