// Who is looked for in the lists: what the caller knows of them, in canonical form.

import type { Cnpj } from '../numbers/cnpj.ts';
import type { Cpf } from '../numbers/cpf.ts';

export type Screened = ScreenedPerson | ScreenedCompany;

/** Whether numbers alone tell the rows that have one apart: six digits of a CPF do as well. */
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
  /** What the caller calls them: nobody is looked for by it, and it tells a customer without a number from a namesake. */
  readonly reference?: string | null;
}

export interface ScreenedCompany {
  readonly kind: 'company';
  readonly cnpj: Cnpj | null;
  readonly name: string | null;
  readonly reference?: string | null;
}
