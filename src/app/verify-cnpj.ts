// Looks a company up in the registry of the key's mode and decides. "Not loaded" never becomes "not found".

import type { KeyMode } from '../domain/api-key.ts';
import { toBrazilDay } from '../domain/calendar.ts';
import type { Cnpj } from '../domain/cnpj.ts';
import { type CompanyDecision, decideCompany, decideMissingCompany } from '../domain/company.ts';
import type { RiskPolicy } from '../domain/risk-policy.ts';
import { AppError } from '../errors.ts';
import type { Clock, CompanyRegistry } from './ports.ts';

export interface CompanyQuery {
  readonly cnpj: Cnpj;
  readonly companyName: string | null;
}

export interface CompanyVerification {
  readonly decision: CompanyDecision;
  readonly policyVersion: string;
  /** The date of the registry in use. */
  readonly dataAsOf: string;
}

export type VerifyCnpj = (query: CompanyQuery, mode: KeyMode) => Promise<CompanyVerification>;

interface VerifyCnpjOptions {
  /** A test key never reaches the live registry; a live key never sees sandbox data. */
  readonly registries: { readonly live: CompanyRegistry; readonly test: CompanyRegistry };
  readonly policy: RiskPolicy;
  readonly clock: Clock;
}

const retryAfterSeconds = 30;

export function createVerifyCnpj({ registries, policy, clock }: VerifyCnpjOptions): VerifyCnpj {
  return async ({ cnpj, companyName }, mode) => {
    const lookup = await registries[mode].find(cnpj);
    if (lookup.kind === 'unavailable') {
      throw new AppError('registry_unavailable', { retryAfterSeconds, internal: lookup.reason });
    }
    const decision =
      lookup.kind === 'not_found'
        ? decideMissingCompany('not_found', companyName)
        : decideCompany({
            company: lookup.company,
            typedName: companyName,
            today: toBrazilDay(clock.nowMs()),
            youngCompanyDays: policy.youngCompanyDays,
          });
    return { decision, policyVersion: policy.version, dataAsOf: lookup.dataAsOf };
  };
}
