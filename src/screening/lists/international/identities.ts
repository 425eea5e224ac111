// Passports, other documents and nationalities of people, as other countries' lists give them.

import { type CountryCode, parseCountry } from '../../../domain/countries/country-code.ts';
import { isCpf } from '../../../domain/numbers/cpf.ts';
import type { ListEntry } from '../../../domain/screening/entry/list-entry.ts';
import {
  type IdentityDocument,
  type IdentityDocumentType,
  readIdentityNumber,
} from '../../../domain/screening/identity-document.ts';

export interface WrittenDocument {
  readonly type: string;
  /** The number includes the text that the publisher wrote around it. */
  readonly number: string;
  readonly country: string;
}

export interface WrittenIdentity {
  readonly documents: readonly WrittenDocument[];
  readonly nationalities: readonly string[];
}

type Identity = Pick<ListEntry, 'identityDocuments' | 'nationalities'>;

/** Builds the identity and leaves unreadable parts out. The remarks of the entry hold most of them, and a missing part hides no one. */
export function toIdentity({ documents, nationalities }: WrittenIdentity): Identity {
  const byText = new Map(documents.flatMap(readDocuments).map((document) => [JSON.stringify(document), document]));
  const countries = new Set(nationalities.flatMap((text) => parseCountry(text) ?? []));
  return {
    ...(byText.size > 0 && { identityDocuments: [...byText.values()] }),
    ...(countries.size > 0 && { nationalities: [...countries] }),
  };
}

/** Publishers write several into one place, and notes in brackets behind them. A CPF is one that `document` has. */
function readDocuments({ type, number, country }: WrittenDocument): readonly IdentityDocument[] {
  const issuer: CountryCode | null = parseCountry(country) ?? null;
  const numbers = number.replace(/\([^()]*\)/g, ' ').split(/[;,]|\s(?:or|and|issued|expires)\s/i);
  return numbers.flatMap((text): IdentityDocument | [] => {
    const read = readIdentityNumber(text.trim());
    return read === undefined || (issuer === 'BR' && isCpf(read))
      ? []
      : { type: toType(type), country: issuer, number: read };
  });
}

function toType(text: string): IdentityDocumentType {
  if (/passport|travel document/i.test(text)) return 'passport';
  return /national|identi|personal|c[eé]dula|\bid\b/i.test(text) ? 'national_id' : 'other';
}
