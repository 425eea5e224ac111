// Builds everything that confere.yaml describes under `sources`, and closes it again.

import type { CallbackParty } from '../app/later/receive-callback.ts';
import type { CompanyFallback, PersonSource, PersonSources, SourceAnswer } from '../app/verify/ports.ts';
import type { Budget } from '../domain/budgets/budget.ts';
import { findFreshFor, type Plan } from '../domain/checks/plan.ts';
import { contractSourceNames, contractSources, isContractSource } from '../domain/person/contract-sources.ts';
import type { SourceName, SourceRole } from '../domain/person/evidence.ts';
import type { Prices } from '../domain/prices/price-list.ts';
import { createCallbackParty } from './callbacks/callback-parties.ts';
import { createHttpSource, type HttpSource, type HttpSourceOptions } from './http-source.ts';
import { createKeptOfParty, createKeptOrders, type KeptParts } from './kept-answers.ts';
import { createLiveCompanyFallback } from './live-company-fallback.ts';
import { createLivePersonSource } from './live-person-source.ts';
import type { BreakerState } from './protect/breaker.ts';
import {
  type CheckedPersonParty,
  type CheckedSources,
  listBudgets,
  listParties,
  listPrices,
} from './read/checked-party.ts';

interface HttpSourcesOptions extends Omit<HttpSourceOptions, 'orders'>, KeptParts {
  readonly sources: CheckedSources;
}

export interface SourceState {
  readonly breaker: BreakerState;
  readonly inFlight: number;
  /** The certificate that we show the party ends at this time. The value is null if we show none. */
  readonly certificateEndsMs: number | null;
}

interface OpenSource {
  readonly party: Pick<CheckedPersonParty, 'clientCertificate'>;
  readonly source: Pick<HttpSource<unknown>, 'limits' | 'close'>;
}

export interface HttpSources {
  /** The value is undefined if the file describes no parties for people. */
  readonly people: PersonSources | undefined;
  readonly companyFallback: CompanyFallback | undefined;
  /** `prices` holds the charges of the parties that state them. */
  readonly prices: Prices;
  readonly plan: Plan | undefined;
  /** `budgets` covers the sources and keys that have one. */
  readonly budgets: Readonly<Record<'sources' | 'keys', ReadonlyMap<string, Budget>>>;
  /** `callbacks` holds, by name, the parties that call back and prove it. */
  readonly callbacks: ReadonlyMap<string, CallbackParty>;
  /** Each connected party by its name, as it stands now. */
  states(): Readonly<Record<string, SourceState>>;
  /** Drops all connections once the ids of sent orders are kept or no caller waits for them. Other calls end as `unavailable`. */
  close(patience?: AbortSignal): Promise<void>;
}

export function createHttpSources(options: HttpSourcesOptions): HttpSources {
  const { sources, clock } = options;
  const open = new Map<string, OpenSource>();
  const createPerson = (party: CheckedPersonParty): PersonSource => {
    const kept = createKeptOfParty(party, options, findFreshFor(sources.plan, party.name));
    const source = createHttpSource(party, { ...options, orders: createKeptOrders(party, options) }, kept.around);
    open.set(party.name, { party, source });
    return createLivePersonSource(party, source, clock, kept);
  };
  const createFallback = (party: NonNullable<CheckedSources['companyFallback']>) => {
    const source = createHttpSource(party, options);
    open.set(party.name, { party, source });
    return createLiveCompanyFallback(party, source, clock);
  };

  return {
    people: sources.people.length === 0 ? undefined : toPersonSources(sources.people.map(createPerson)),
    companyFallback: sources.companyFallback && createFallback(sources.companyFallback),
    prices: listPrices(sources),
    plan: sources.plan,
    budgets: { sources: listBudgets(sources), keys: sources.keyBudgets },
    callbacks: new Map(
      listParties(sources).flatMap(({ name, later }) =>
        later?.callback === undefined ? [] : [[name, createCallbackParty(later.callback)]],
      ),
    ),
    states: () =>
      Object.fromEntries(
        [...open].map(([name, { party, source }]) => [
          name,
          {
            breaker: source.limits.breakerState,
            inFlight: source.limits.inFlight,
            certificateEndsMs: party.clientCertificate?.endsMs ?? null,
          },
        ]),
      ),
    async close(patience) {
      await Promise.all([...open.values()].map(({ source }) => source.close(patience)));
    },
  };
}

/** The contract's own come first, connected or not; then the others, as the file has them. */
function toPersonSources(connected: readonly PersonSource[]): PersonSources {
  const own = contractSourceNames.map(
    (name) =>
      connected.find((source) => source.name === name) ?? createNotConfigured(name, contractSources[name].roles),
  );
  return [...own, ...connected.filter(({ name }) => !isContractSource(name))];
}

/** A party that the operator has not connected: always unavailable, so that every answer says what is missing. */
function createNotConfigured(name: SourceName, roles: readonly SourceRole[]): PersonSource {
  const answer: SourceAnswer = {
    source: name,
    roles,
    evidence: { kind: 'unavailable', reason: 'not_configured' },
    latencyMs: 0,
    cached: false,
    calls: 0,
  };
  return { name, roles, required: false, canAdmit: () => true, findKnown: () => answer, ask: () => answer };
}
