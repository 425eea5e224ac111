// CNPJ: the number of a company's establishment. Root (8) and branch (4) hold digits or capital letters since July 2026,
// the two check digits are always digits (IN RFB 2.229/2024). One algorithm serves both kinds of number.

import { toCheckDigit } from './check-digit.ts';
import { invalidCheckDigits, invalidFormat, type Parsed } from './parsed.ts';

export type Cnpj = string & { readonly brand: 'Cnpj' };
/** The first eight characters: the company itself, without the number of an establishment. */
export type CnpjRoot = string & { readonly brand: 'CnpjRoot' };

type CnpjFault = 'invalid_format' | 'invalid_check_digits';

const rootPattern = /^(?:[0-9A-Z]{8}|[0-9A-Z]{2}\.[0-9A-Z]{3}\.[0-9A-Z]{3})$/i;
const zero = 48;
const baseLength = 12;
const firstWeights = [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];
/** The weights belong to the characters of the base; the first check digit itself weighs 2. */
const secondWeights = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3];
const barePositions = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13];
const maskedPositions = [0, 1, 3, 4, 5, 7, 8, 9, 11, 12, 13, 14, 16, 17];

/** Reads 14 characters or the mask `00.000.000/0000-00`; ASCII lower case counts as upper case, nothing may stand around it. */
export function parseCnpj(text: string): Parsed<Cnpj, CnpjFault> {
  const fault = findCnpjFault(text);
  if (fault !== undefined) return fault === 'invalid_format' ? invalidFormat : invalidCheckDigits;
  const characters = text.length === 14 ? text : removeMask(text);
  // Nothing but ASCII is left here, for which upper case is what it seems (`ß`.toUpperCase() is `SS`).
  return { kind: 'valid', value: characters.toUpperCase() as Cnpj };
}

/** Reads eight characters or `00.000.000`; ASCII lower case counts as upper case. There are no check digits to test. */
export function parseCnpjRoot(text: string): Parsed<CnpjRoot, 'invalid_format'> {
  if (!rootPattern.test(text)) return invalidFormat;
  return { kind: 'valid', value: text.replaceAll('.', '').toUpperCase() as CnpjRoot };
}

export function toCnpjRoot(cnpj: Cnpj): CnpjRoot {
  return cnpj.slice(0, 8) as string as CnpjRoot;
}

export function isCnpj(text: string): boolean {
  return findCnpjFault(text) === undefined;
}

/** `12ABC34501DE35` becomes `12.ABC.345/01DE-35`. */
export function formatCnpj(cnpj: Cnpj): string {
  return `${cnpj.slice(0, 2)}.${cnpj.slice(2, 5)}.${cnpj.slice(5, 8)}/${cnpj.slice(8, 12)}-${cnpj.slice(12)}`;
}

/** Adds the check digits to twelve characters of `[0-9A-Z]`. */
export function completeCnpj(base: string): Cnpj {
  let firstSum = 0;
  let secondSum = 0;
  for (let index = 0; index < baseLength; index++) {
    const value = base.charCodeAt(index) - zero;
    firstSum += value * (firstWeights[index] as number);
    secondSum += value * (secondWeights[index] as number);
  }
  const first = toCheckDigit(firstSum);
  return `${base}${first}${toCheckDigit(secondSum + first * 2)}` as Cnpj;
}

/** One pass over the text as it is, mask included: building the bare number first would cost more than checking it. */
function findCnpjFault(text: string): CnpjFault | undefined {
  const positions = findPositions(text);
  if (positions === undefined) return 'invalid_format';
  let firstSum = 0;
  let secondSum = 0;
  for (let index = 0; index < baseLength; index++) {
    const value = toValue(text.charCodeAt(positions[index] as number));
    if (value < 0) return 'invalid_format';
    firstSum += value * (firstWeights[index] as number);
    secondSum += value * (secondWeights[index] as number);
  }
  const first = text.charCodeAt(positions[12] as number) - zero;
  const second = text.charCodeAt(positions[13] as number) - zero;
  if (first < 0 || first > 9 || second < 0 || second > 9) return 'invalid_format';
  // Only all zeros is reserved: root 00000000 is Banco do Brasil, branch 0000 is not forbidden.
  const isReserved = firstSum === 0;
  const closes = first === toCheckDigit(firstSum) && second === toCheckDigit(secondSum + first * 2);
  return closes && !isReserved ? undefined : 'invalid_check_digits';
}

/** Where the fourteen characters must stand, by the form in which the text is written. */
function findPositions(text: string): readonly number[] | undefined {
  if (text.length === 14) return barePositions;
  if (text.length !== 18) return undefined;
  const isMasked = text[2] === '.' && text[6] === '.' && text[10] === '/' && text[15] === '-';
  return isMasked ? maskedPositions : undefined;
}

function removeMask(text: string): string {
  return text.slice(0, 2) + text.slice(3, 6) + text.slice(7, 10) + text.slice(11, 15) + text.slice(16);
}

/** A digit's own value, `A` 17 to `Z` 42, lower case likewise; negative where the character is not allowed. */
function toValue(code: number): number {
  if (code >= 48 && code <= 57) return code - zero;
  if (code >= 65 && code <= 90) return code - zero;
  return code >= 97 && code <= 122 ? code - 32 - zero : -1;
}
