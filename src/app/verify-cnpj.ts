// Looks a company up in the registry of the key's mode and decides. "Not loaded" never becomes "not found".

import type { KeyMode } from '../domain/api-key.ts';
import { toBrazilDay } from '../domain/calendar.ts';
import type { Cnpj } from '../domain/cnpj.ts';
import { type CompanyDecision, decideCompany, decideMissingCompany } from '../domain/company.ts';
import type { RiskPolicy } from '../domain/risk-policy.ts';
import { AppError } from '../errors.ts';
import type { Caller } from './caller.ts';
import { andThen, type Eventual } from './eventual.ts';
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

export type VerifyCnpj = (query: CompanyQuery, caller: Caller) => Eventual<CompanyVerification>;

interface VerifyCnpjOptions {
  /** A test key never reaches the live registry; a live key never sees sandbox data. */
  readonly registries: { readonly live: CompanyRegistry; readonly test: CompanyRegistry };
  /** Asked with a live key for numbers that the registry does not hold yet. */
  readonly fallback: CompanyFallback | undefined;
  readonly fallbackDeadlineMs: number;
  readonly policy: RiskPolicy;
  readonly clock: Clock;
}

type Answered = Exclude<CompanyLookup, { readonly kind: 'unavailable' }>;

const retryAfterSeconds = 30;

export function createVerifyCnpj(options: VerifyCnpjOptions): VerifyCnpj {
  const { registries, policy, clock } = options;
  const askFallback = (cnpj: Cnpj, mode: KeyMode): Promise<CompanyLookup> | undefined =>
    mode === 'live' ? options.fallback?.find(cnpj, AbortSignal.timeout(options.fallbackDeadlineMs)) : undefined;

  function decide(lookup: Answered, { companyName }: CompanyQuery, isFallbackDown: boolean): CompanyVerification {
    const decision =
      lookup.kind === 'found'
        ? decideCompany({
            company: lookup.company,
            typedName: companyName,
            today: toBrazilDay(clock.nowMs()),
            youngCompanyDays: policy.youngCompanyDays,
          })
        : decideMissingCompany(isFallbackDown ? 'inconclusive' : 'not_found', companyName);
    return { decision, policyVersion: policy.version, dataAsOf: lookup.dataAsOf };
  }

  return (query, { mode }) =>
    andThen(registries[mode].find(query.cnpj), (registered) => {
      if (registered.kind === 'unavailable') {
        throw new AppError('registry_unavailable', { retryAfterSeconds, internal: registered.reason });
      }
      if (registered.kind === 'found') return decide(registered, query, false);
      return andThen(askFallback(query.cnpj, mode), (asked) =>
        asked === undefined || asked.kind === 'unavailable'
          ? decide(registered, query, asked !== undefined)
          : decide(asked, query, false),
      );
    });
}
