// A hit as an answer tells it. It is written down beside the recorded hit, so that it can be shown when the edition of the list is gone.

import { showDocument } from './entry/listed-document.ts';
import type { Hit } from './hit.ts';
import { type IdentityDocument, maskIdentityNumber } from './identity-document.ts';
import type { Screened } from './screened.ts';

type FromEntry = Pick<
  Hit['entry'],
  'from' | 'until' | 'isUntilMinimum' | 'category' | 'authority' | 'process' | 'reach' | 'remarks'
>;
type FromHit = Pick<Hit, 'similarity' | 'agreed' | 'disagreed' | 'establishment'>;

export interface SeenHit extends FromEntry, FromHit {
  /** The day of the list's data, YYYY-MM-DD. */
  readonly asOf: string;
  /** The name is as listed; null if the publisher gives only a number. */
  readonly name: string | null;
  /** As listed, a CPF masked. */
  readonly document: string | null;
  /** Passports and the like of the row; not there where it names none. */
  readonly identityDocuments?: readonly SeenIdentityDocument[];
  /** The field is absent if the row names none. */
  readonly nationalities?: readonly string[];
  /** YYYY, YYYY-MM or YYYY-MM-DD. Not there where the row names none. */
  readonly births?: readonly string[];
  /** The ids of the other rows of the list about the same act or person. */
  readonly otherRows: readonly string[];
  /** The hit concerns this partner of the company that was asked about. */
  readonly partner?: SeenPartner;
}

export interface SeenIdentityDocument extends Pick<IdentityDocument, 'type' | 'country'> {
  /** Masked but for its end. */
  readonly number: string;
  /** Tells whether the document has the number that was asked about. */
  readonly agrees: boolean;
}

/** As the registry of companies has them, a CPF masked. */
export interface SeenPartner {
  readonly name: string | null;
  readonly role: string | null;
  readonly document: string | null;
}

/** `compared`: with whom the entry was. */
export function toSeenHit(hit: Hit, compared: Screened): SeenHit {
  const { dataAsOf, similarity, agreed, disagreed, establishment, otherRows, entry } = hit;
  const { from, until, isUntilMinimum, category, authority, process, reach, remarks } = entry;
  return {
    asOf: dataAsOf,
    name: entry.names[0] ?? null,
    document: showDocument(entry.document),
    ...toSeenIdentity(entry, compared),
    similarity,
    agreed,
    disagreed,
    establishment,
    otherRows: otherRows.map(({ id }) => id),
    ...{ from, until, isUntilMinimum, category, authority, process, reach, remarks },
  };
}

function toSeenIdentity(
  { identityDocuments = [], nationalities = [], births }: Hit['entry'],
  compared: Screened,
): Pick<SeenHit, 'identityDocuments' | 'nationalities' | 'births'> {
  const asked = compared.kind === 'person' ? compared.identityDocument?.number : undefined;
  const seen = identityDocuments.map(({ type, country, number }) => ({
    ...{ type, country, number: maskIdentityNumber(number) },
    agrees: number === asked,
  }));
  return {
    ...(seen.length > 0 && { identityDocuments: seen }),
    ...(nationalities.length > 0 && { nationalities }),
    ...(births.length > 0 && { births }),
  };
}
