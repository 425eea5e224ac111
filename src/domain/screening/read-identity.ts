// Nationality and document as a table or a list has them: what is written, or why it cannot be read. Pure.

import { type CountryCode, parseCountry } from '../countries/country-code.ts';
import { foldText } from '../names/name-text.ts';
import { isCpf } from '../numbers/cpf.ts';
import {
  type IdentityDocument,
  type IdentityDocumentType,
  identityDocumentTypes,
  readIdentityNumber,
} from './identity-document.ts';

/** A field is null or blank if it was not given. */
export interface WrittenIdentity {
  readonly nationality: string | null;
  readonly type: string | null;
  readonly number: string | null;
  readonly country: string | null;
}

export interface ReadIdentity {
  readonly nationality?: CountryCode;
  readonly identityDocument?: IdentityDocument;
}

export type IdentityFault = 'invalid_country' | 'invalid_choice' | 'invalid_format';

/** Returns only the given fields. A document without a type counts as another document. */
export function readIdentity(written: WrittenIdentity): ReadIdentity | { readonly fault: IdentityFault } {
  const nationality = readCountry(written.nationality);
  const country = readCountry(written.country);
  if (nationality === undefined || country === undefined) return { fault: 'invalid_country' };
  const known = nationality === null ? {} : { nationality };
  if (isMissing(written.number)) return known;
  const number = readIdentityNumber((written.number ?? '').trim());
  const type = isMissing(written.type) ? 'other' : types[foldText(written.type ?? '')];
  if (type === undefined) return { fault: 'invalid_choice' };
  // A CPF would be looked for in passports alone, and most lists know people by it.
  if (number === undefined || (country === 'BR' && isCpf(number))) return { fault: 'invalid_format' };
  return { ...known, identityDocument: { type, number, country } };
}

const types: Readonly<Record<string, IdentityDocumentType>> = {
  ...Object.fromEntries(identityDocumentTypes.map((type) => [foldText(type), type])),
  PASSAPORTE: 'passport',
  IDENTIDADE: 'national_id',
  OUTRO: 'other',
};

/** Returns undefined if the text names no country. */
function readCountry(text: string | null): CountryCode | null | undefined {
  return isMissing(text) ? null : parseCountry(text ?? '');
}

function isMissing(text: string | null): boolean {
  return (text ?? '').trim() === '';
}
