// What the public registry says about one establishment, and the decision made from it.

import type { Cnpj } from './cnpj.ts';

export const companyStatuses = ['active', 'suspended', 'unfit', 'closed', 'annulled', 'unknown'] as const;
export type CompanyStatus = (typeof companyStatuses)[number];

export interface Company {
  readonly cnpj: Cnpj;
  /** A CPF inside it is masked before it gets here. */
  readonly legalName: string | null;
  readonly tradeName: string | null;
  readonly status: CompanyStatus;
  /** YYYY-MM-DD */
  readonly foundationDate: string | null;
  readonly meiOpted: boolean;
  /** The first day on which the company is no longer an MEI, which may lie in the future. YYYY-MM-DD */
  readonly meiExcludedOn: string | null;
  readonly headOffice: boolean;
  /** In bankruptcy, judicial recovery, liquidation or any other special situation. */
  readonly specialSituation: boolean;
}
