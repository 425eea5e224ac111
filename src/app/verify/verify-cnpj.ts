// Looks a company up in the registry of the key's mode and decides. "Not loaded" never becomes "not found". Before the party for companies
// that are not there is called, it is written down that it will be.

import { type CompanyDecision, decideCompany, decideMissingCompany } from '../../domain/company/company.ts';
import { weighCompany } from '../../domain/company/weigh-company.ts';
import type { LiveLookupFailure } from '../../domain/coverage/company-coverage.ts';
import { toBrazilDay } from '../../domain/dates/calendar.ts';
import type { Cnpj } from '../../domain/numbers/cnpj.ts';
import type { RiskPolicy } from '../../domain/risk/risk-policy.ts';
import { AppError } from '../../errors.ts';
import { companyParty, type VerifiedScreening } from '../audit/entry.ts';
import type { RecordVerification } from '../audit/write/record-verification.ts';
import type { Caller } from '../caller.ts';
import type { Clock } from '../clock.ts';
import { andThen, type Eventual } from '../eventual.ts';
import { toObserver } from '../observer.ts';
import { listFallbackCalls, toRecordedCosts } from './ask/calls-made.ts';
import type { SpendingLimits } from './ask/spending-limits.ts';
import type { ObserveVerification } from './observe-verification.ts';
import type {
  CompanyFallback,
  CompanyLookup,
  CompanyQuery,
  CompanyRegistry,
  FallbackLookup,
  ScreenVerified,
} from './ports.ts';

export interface CompanyVerification {
  readonly decision: CompanyDecision;
  readonly policyVersion: string;
  /** The date of the registry in use. */
  readonly dataAsOf: string;
  /** The field holds the result of the lists, if the operator screens in verifications. */
  readonly screening?: VerifiedScreening | undefined;
  /** The field states why the live party gave no answer about a company that the registry does not hold. It is set only if that answer was needed. */
  readonly liveLookupFailure?: LiveLookupFailure | undefined;
}

export type VerifyCnpj = (query: CompanyQuery, caller: Caller) => Eventual<CompanyVerification>;

interface VerifyCnpjOptions {
  /** A test key never reaches the live registry; a live key never sees sandbox data. */
  readonly registries: { readonly live: CompanyRegistry; readonly test: CompanyRegistry };
  /** A live key makes Confere ask this fallback about numbers that the registry does not hold yet. */
  readonly fallback: CompanyFallback | undefined;
  readonly fallbackDeadlineMs: number;
  readonly policy: RiskPolicy;
  readonly clock: Clock;
  readonly record: RecordVerification;
  /** The budgets limit what the fallback and keys may spend; undefined allows any amount. */
  readonly budgets?: SpendingLimits | undefined;
  /** `screen` looks the result up in lists; undefined means that no list is consulted. */
  readonly screen?: ScreenVerified | undefined;
  readonly observe?: ObserveVerification;
}

type Answered = Exclude<CompanyLookup, { readonly kind: 'unavailable' }>;

const retryAfterSeconds = 30;
/** Returns the outcome of a call that was not made, because it could not be recorded or would have exceeded a budget. */
const toNotAsked = (reason: 'audit_unavailable' | 'budget'): FallbackLookup => ({
  kind: 'unavailable',
  reason,
  calls: 0,
});
const [notRecorded, overBudget] = [toNotAsked('audit_unavailable'), toNotAsked('budget')];

export function createVerifyCnpj(options: VerifyCnpjOptions): VerifyCnpj {
  const { registries, policy, clock, record, budgets, screen } = options;
  const observe = toObserver(options.observe);

  /** Asks the fallback only after the call is recorded. A call that cannot be recorded is not made, as if the party were down. */
  async function askFallback(fallback: CompanyFallback, cnpj: Cnpj, caller: Caller): Promise<FallbackLookup> {
    const about = { kind: 'cnpj', number: cnpj } as const;
    try {
      await record.intent({ about, parties: [companyParty] }, caller);
    } catch {
      return notRecorded;
    }
    return fallback.find(cnpj, AbortSignal.timeout(options.fallbackDeadlineMs));
  }

  /** Over a budget, too, it is as if the party were down; where the budget refuses, the request is. */
  async function askWithin(
    limits: SpendingLimits,
    fallback: CompanyFallback,
    cnpj: Cnpj,
    caller: Caller,
  ): Promise<FallbackLookup> {
    const { skipped, settle } = await limits.reserve([companyParty], caller.keyId);
    let asked: FallbackLookup | undefined;
    try {
      const refusal = skipped.get(companyParty);
      if (refusal !== undefined && caller.atBudget === 'refuse') throw refusal;
      asked = refusal !== undefined ? overBudget : await askFallback(fallback, cnpj, caller);
      return asked;
    } finally {
      settle(listFallbackCalls(companyParty, asked));
    }
  }

  function decide(lookup: Answered, { companyName }: CompanyQuery, today: string, isFallbackDown: boolean) {
    return lookup.kind === 'found'
      ? decideCompany({
          company: lookup.company,
          typedName: companyName,
          today,
          youngCompanyDays: policy.youngCompanyDays,
        })
      : decideMissingCompany(isFallbackDown ? 'inconclusive' : 'not_found', companyName);
  }

  return (query, caller) => {
    record.refuseUnrecorded('cnpj', caller);
    const startedAtMs = clock.monotonicMs();

    /** `asked` is what the fallback said, where it was asked. */
    function conclude(lookup: Answered, asked: FallbackLookup | undefined): Eventual<CompanyVerification> {
      const isFallbackDown = asked?.kind === 'unavailable';
      const today = toBrazilDay(clock.nowMs());
      const company = lookup.kind === 'found' ? lookup.company : null;
      const isFallbackAsked = asked !== undefined && asked !== notRecorded && asked !== overBudget;
      const calls = listFallbackCalls(companyParty, asked);
      const costs = toRecordedCosts(calls);
      const { dataAsOf } = lookup;
      const liveLookupFailure: LiveLookupFailure | undefined = isFallbackDown
        ? asked === overBudget
          ? 'budget'
          : 'unavailable'
        : undefined;
      const decideAndRecord = (screening: VerifiedScreening | undefined) => {
        const alone = decide(lookup, query, today, isFallbackDown);
        const decision = screening === undefined ? alone : weighCompany(alone, screening.rungs, policy);
        const decided = {
          ...{ query, isFallbackAsked, company, today, dataAsOf, decision, startedAtMs, ...costs },
          ...(liveLookupFailure && { liveLookupFailure }),
        };
        return andThen(record.company(screening === undefined ? decided : { ...decided, screening }, caller), () => {
          const { status, riskLevel } = decision;
          observe({ operation: 'cnpj', caller, status, riskLevel, act: null, answers: null, calls });
          return { decision, policyVersion: policy.version, dataAsOf, screening, liveLookupFailure };
        });
      };
      return screen === undefined
        ? decideAndRecord(undefined)
        : screen.company(query, company, caller).then(decideAndRecord);
    }

    return andThen(registries[caller.mode].find(query.cnpj), (registered) => {
      if (registered.kind === 'unavailable') {
        throw new AppError('registry_unavailable', { retryAfterSeconds, internal: registered.reason });
      }
      if (registered.kind === 'found') return conclude(registered, undefined);
      if (options.fallback === undefined || caller.mode !== 'live') return conclude(registered, undefined);
      const asking =
        budgets === undefined
          ? askFallback(options.fallback, query.cnpj, caller)
          : askWithin(budgets, options.fallback, query.cnpj, caller);
      return andThen(asking, (asked) => conclude(asked.kind === 'unavailable' ? registered : asked, asked));
    });
  };
}
