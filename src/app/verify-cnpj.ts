// Looks a company up in the registry of the key's mode and decides. "Not loaded" never becomes "not found".

import type { KeyMode } from '../domain/api-key.ts';
import { toBrazilDay } from '../domain/calendar.ts';
import type { Cnpj } from '../domain/cnpj.ts';
import { type CompanyDecision, decideCompany, decideMissingCompany } from '../domain/company.ts';
import type { RiskPolicy } from '../domain/risk-policy.ts';
import { AppError } from '../errors.ts';
import type { Clock, CompanyFallback, CompanyLookup, CompanyRegistry } from './ports.ts';

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
  /** Asked with a live key for numbers that the registry does not hold yet. */
  readonly fallback: CompanyFallback | undefined;
  readonly fallbackDeadlineMs: number;
  readonly policy: RiskPolicy;
  readonly clock: Clock;
}

const retryAfterSeconds = 30;

export function createVerifyCnpj(options: VerifyCnpjOptions): VerifyCnpj {
  const { registries, policy, clock } = options;
  const askFallback = (cnpj: Cnpj, mode: KeyMode): Promise<CompanyLookup> | undefined =>
    mode === 'live' ? options.fallback?.find(cnpj, AbortSignal.timeout(options.fallbackDeadlineMs)) : undefined;

  return async ({ cnpj, companyName }, mode) => {
    const registered = await registries[mode].find(cnpj);
    if (registered.kind === 'unavailable') {
      throw new AppError('registry_unavailable', { retryAfterSeconds, internal: registered.reason });
    }
    const asked = registered.kind === 'not_found' ? await askFallback(cnpj, mode) : undefined;
    const { dataAsOf, ...lookup } = asked === undefined || asked.kind === 'unavailable' ? registered : asked;
    const decision =
      lookup.kind === 'found'
        ? decideCompany({
            company: lookup.company,
            typedName: companyName,
            today: toBrazilDay(clock.nowMs()),
            youngCompanyDays: policy.youngCompanyDays,
          })
        : decideMissingCompany(asked?.kind === 'unavailable' ? 'inconclusive' : 'not_found', companyName);
    return { decision, policyVersion: policy.version, dataAsOf };
  };
}
