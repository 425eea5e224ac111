// Who is looked for in the lists: what the caller knows of them, in canonical form.

import type { CountryCode } from '../countries/country-code.ts';
import type { Cnpj } from '../numbers/cnpj.ts';
import type { Cpf } from '../numbers/cpf.ts';
import type { IdentityDocument } from './identity-document.ts';

export type Screened = ScreenedPerson | ScreenedCompany;

/** Tells whether numbers alone distinguish the rows that have one. Six digits of a CPF suffice. */
export function hasNumber(screened: Screened): boolean {
  if (screened.kind === 'company') return screened.cnpj !== null;
  return screened.cpf !== null || (screened.maskedCpf ?? null) !== null;
}

export interface ScreenedPerson {
  readonly kind: 'person';
  readonly cpf: Cpf | null;
  /** The six digits that a publisher shows of a CPF, where only they are known: partners in the registry of companies. */
  readonly maskedCpf?: string | null;
  readonly name: string | null;
  /** YYYY-MM-DD */
  readonly birthDate: string | null;
  /**
   * The document serves a foreigner, who may have no CPF. Another document in a list excludes no match, because people have several and renew them.
   */
  readonly identityDocument?: IdentityDocument | null;
  /** Likewise. */
  readonly nationality?: CountryCode | null;
  /** The caller uses this reference for the customer. No list is searched by it, but it tells a customer without a number from a namesake. */
  readonly reference?: string | null;
}

export interface ScreenedCompany {
  readonly kind: 'company';
  readonly cnpj: Cnpj | null;
  readonly name: string | null;
  readonly reference?: string | null;
}
