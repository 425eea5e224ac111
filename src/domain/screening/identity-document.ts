// A passport or another document of a person, by its number as it is compared: of whom a list may know no CPF. Pure.

import type { CountryCode } from '../countries/country-code.ts';

export const identityDocumentTypes = ['passport', 'national_id', 'other'] as const;
export type IdentityDocumentType = (typeof identityDocumentTypes)[number];

export interface IdentityDocument {
  readonly type: IdentityDocumentType;
  /** This country issued the document; null means that no source names it. */
  readonly country: CountryCode | null;
  /** The number has the form that `readIdentityNumber` returns. */
  readonly number: string;
}

/** As written, with what stands between its characters. */
export const identityNumberLengthMax = 60;
const lengths = { min: 5, max: 40 } as const;
/** These characters may stand in a written number. */
const written = /^[\p{L}\p{N} ./\\()#№:\-\u2010-\u2015]+$/u;

/** The table maps Cyrillic letters that look like Latin ones, because a reader cannot see which of them was typed. */
const alike: Readonly<Record<string, string>> = {
  А: 'A',
  В: 'B',
  Е: 'E',
  К: 'K',
  М: 'M',
  Н: 'H',
  О: 'O',
  Р: 'P',
  С: 'C',
  Т: 'T',
  Х: 'X',
};

/**
 * Returns the form in which numbers are compared: letters and digits alone. Returns undefined for a text that is too short to tell one number from
 * another.
 */
export function readIdentityNumber(text: string): string | undefined {
  if (text.length > identityNumberLengthMax || !written.test(text)) return undefined;
  const bare = text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/[АВЕКМНОРСТХ]/g, (letter) => alike[letter] ?? letter);
  return bare.length >= lengths.min && bare.length <= lengths.max && /\p{Nd}/u.test(bare) ? bare : undefined;
}

/** Returns the number as a person may see it. Its end tells one document from another. */
export function maskIdentityNumber(number: string): string {
  const shown = number.length < 8 ? 2 : 3;
  return '*'.repeat(number.length - shown) + number.slice(-shown);
}
