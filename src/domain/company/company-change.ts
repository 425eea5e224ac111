// What two looks at one establishment differ in, as far as its verification is concerned. Each look is judged on a day of its own:
// a company grows old, and an MEI's exclusion comes into force, without a word in the registry.

import type { Cnpj } from '../numbers/cnpj.ts';
import type { RiskLevel } from '../risk/risk-policy.ts';
import { type Company, type CompanyStatus, decideCompany } from './company.ts';

export interface CompanyState {
  readonly status: CompanyStatus;
  readonly legal_name: string | null;
  readonly trade_name: string | null;
  readonly mei: boolean | null;
  /** The level equals that of a verification without a typed name. */
  readonly risk_level: RiskLevel;
}

export const companyStateFields = ['status', 'legal_name', 'trade_name', 'mei', 'risk_level'] as const;
export type CompanyStateField = (typeof companyStateFields)[number];

export const companyChangeKinds = ['added', 'changed', 'removed'] as const;

/** `added` has nothing before it, `removed` nothing after it. */
export interface CompanyChange {
  readonly cnpj: Cnpj;
  readonly kind: (typeof companyChangeKinds)[number];
  /** Empty unless the kind is `changed`. */
  readonly changed: readonly CompanyStateField[];
  readonly before: CompanyState | null;
  readonly after: CompanyState | null;
}

/** `day` is YYYY-MM-DD. */
export function toCompanyState(company: Company, day: string, youngCompanyDays: number): CompanyState {
  const { mei, riskLevel } = decideCompany({ company, typedName: null, today: day, youngCompanyDays });
  const { status, legalName, tradeName } = company;
  return { status, legal_name: legalName, trade_name: tradeName, mei, risk_level: riskLevel };
}

/** Returns undefined if nothing differs, or if either side is absent. */
export function findCompanyChange(
  cnpj: Cnpj,
  before: CompanyState | null,
  after: CompanyState | null,
): CompanyChange | undefined {
  if (before === null || after === null) {
    if (before === after) return undefined;
    return { cnpj, kind: before === null ? 'added' : 'removed', changed: [], before, after };
  }
  const changed = companyStateFields.filter((field) => before[field] !== after[field]);
  return changed.length === 0 ? undefined : { cnpj, kind: 'changed', changed, before, after };
}
