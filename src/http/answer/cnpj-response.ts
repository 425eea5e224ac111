// What is answered about a company, from a decision to the contract's form. A thread that answers from the registry of its own machine
// loads this too, so it needs nothing else of the server.

import type { CompanyVerification } from '../../app/verify/verify-cnpj.ts';
import type { Cnpj } from '../../domain/numbers/cnpj.ts';
import type { CnpjResponse } from '../contract.ts';

export function toCnpjResponse(
  verification: CompanyVerification,
  cnpj: Cnpj,
  requestId: string,
  explain: boolean,
): CnpjResponse {
  return { request_id: requestId, ...toCnpjAnswer(verification, cnpj, explain) };
}

/** Without a request to name. */
export function toCnpjAnswer(
  { decision, policyVersion, dataAsOf }: CompanyVerification,
  cnpj: Cnpj,
  explain: boolean,
): Omit<CnpjResponse, 'request_id'> {
  const { company } = decision;
  const answer: Omit<CnpjResponse, 'request_id'> = {
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
    answer.explanation = {
      policy_version: policyVersion,
      reasons: [...decision.reasons],
      company_name_match: decision.nameMatch,
      data_as_of: dataAsOf,
    };
  }
  return answer;
}
