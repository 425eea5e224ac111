// What the public registry says about one establishment, and the decision made from it.

import { compareCompanyNames } from '../names/company-name.ts';
import type { Cnpj } from '../numbers/cnpj.ts';
import type { RiskLevel } from '../risk/risk-policy.ts';
import type { CompanyReason } from './reason-words.ts';

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
  /** `null` where the source does not tell. */
  readonly meiOpted: boolean | null;
  /** The first day on which the company is no longer an MEI, which may lie in the future. YYYY-MM-DD */
  readonly meiExcludedOn: string | null;
  readonly headOffice: boolean;
  /** In bankruptcy, judicial recovery, liquidation or any other special situation; `null` where the source does not tell. */
  readonly specialSituation: boolean | null;
}

export const companyNameMatches = ['exact', 'partial', 'mismatch', 'not_provided', 'not_available'] as const;
export type CompanyNameMatch = (typeof companyNameMatches)[number];

export interface CompanyDecision {
  readonly status: 'verified' | 'not_verified' | 'not_found' | 'inconclusive';
  readonly company: Company | null;
  readonly mei: boolean | null;
  readonly nameMatch: CompanyNameMatch;
  readonly riskLevel: RiskLevel;
  readonly reasons: readonly CompanyReason[];
}

interface CompanyQuestion {
  readonly company: Company;
  readonly typedName: string | null;
  /** YYYY-MM-DD in Brazil */
  readonly today: string;
  readonly youngCompanyDays: number;
}

export function decideCompany({ company, typedName, today, youngCompanyDays }: CompanyQuestion): CompanyDecision {
  const nameMatch =
    typedName === null ? 'not_provided' : compareCompanyNames(typedName, [company.legalName, company.tradeName]).match;
  const grave: CompanyReason[] = [];
  if (company.status === 'unknown') grave.push('company_status_unknown');
  else if (company.status !== 'active') grave.push(`company_${company.status}`);
  if (nameMatch === 'mismatch') grave.push('company_name_mismatch');

  const mild: CompanyReason[] = [];
  if (nameMatch === 'partial') mild.push('company_name_partial');
  if (company.foundationDate === null) mild.push('foundation_date_unknown');
  else if (daysBetween(company.foundationDate, today) < youngCompanyDays) mild.push('recently_founded');
  if (company.specialSituation === null) mild.push('special_situation_unknown');
  else if (company.specialSituation) mild.push('special_situation');

  const reasons = [...grave, ...mild];
  return {
    status: grave.length > 0 ? 'not_verified' : 'verified',
    company,
    mei: isMeiOn(company, today),
    nameMatch,
    riskLevel: grave.length > 0 ? 'high' : mild.length > 0 ? 'medium' : 'low',
    reasons: reasons.length > 0 ? reasons : ['all_checks_passed'],
  };
}

/** The registry does not hold the number; `inconclusive` when a live fallback was needed and could not be asked. */
export function decideMissingCompany(status: 'not_found' | 'inconclusive', typedName: string | null): CompanyDecision {
  return {
    status,
    company: null,
    mei: null,
    nameMatch: typedName === null ? 'not_provided' : 'not_available',
    riskLevel: 'high',
    reasons: [status === 'not_found' ? 'company_not_found' : 'fallback_unavailable'],
  };
}

function isMeiOn(company: Company, today: string): boolean | null {
  return company.meiOpted && (company.meiExcludedOn === null || today < company.meiExcludedOn);
}

function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000;
}
