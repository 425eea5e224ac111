// What is answered about a company, from a decision to the contract's form. A thread that answers from the registry of its own machine
// loads this too, so it needs nothing else of the server.

import type { CompanyVerification } from '../../../app/verify/verify-cnpj.ts';
import { coverCompany } from '../../../domain/coverage/company-coverage.ts';
import type { LookedAtLists } from '../../../domain/coverage/list-coverage.ts';
import type { Cnpj } from '../../../domain/numbers/cnpj.ts';
import type { CnpjResponse } from '../../contract.ts';

interface AnsweredCompany extends Omit<CompanyVerification, 'screening'> {
  readonly screening?: LookedAtLists | undefined;
}

/**
 * Builds the answer; `requestId` is undefined if it belongs to no request. The object is made in one piece, because a spread took several times as
 * long.
 */
export function toCnpjResponse<Id extends string | undefined>(
  { decision, policyVersion, dataAsOf, liveLookupFailure, screening }: AnsweredCompany,
  cnpj: Cnpj,
  requestId: Id,
  explain: boolean,
): Omit<CnpjResponse, 'request_id'> & { request_id: Id } {
  const { company } = decision;
  const response: Omit<CnpjResponse, 'request_id'> & { request_id: Id } = {
    request_id: requestId,
    status: decision.status,
    cnpj,
    company_name: company?.legalName ?? null,
    company_status: company?.status ?? null,
    foundation_date: company?.foundationDate ?? null,
    mei: decision.mei,
    matriz: company?.headOffice ?? null,
    risk_level: decision.riskLevel,
  };
  if (explain) {
    response.explanation = {
      policy_version: policyVersion,
      reasons: [...decision.reasons],
      company_name_match: decision.nameMatch,
      data_as_of: dataAsOf,
      ...coverCompany({ decision, dataAsOf, liveLookupFailure, lists: screening }),
    };
  }
  return response;
}
