// Builds everything that confere.yaml describes under `sources`, and closes it again.

import type { CallbackParty } from '../app/later/receive-callback.ts';
import type { AnswerStore, CompanyFallback, PersonSource, PersonSources, QuestionStore } from '../app/verify/ports.ts';
import type { Budget } from '../domain/budgets/budget.ts';
import { findFreshFor, type Plan } from '../domain/checks/plan.ts';
import { contractSourceNames, contractSources, isContractSource } from '../domain/person/contract-sources.ts';
import { emptyRecord, type PersonRecord } from '../domain/person/evidence.ts';
import type { Prices } from '../domain/prices/price-list.ts';
import { OperatorError } from '../errors.ts';
import { createCallbackParty } from './callbacks/callback-parties.ts';
import { createHttpSource, type HttpSource, type HttpSourceOptions } from './http-source.ts';
import { createLiveCompanyFallback } from './live-company-fallback.ts';
import { createLivePersonSource } from './live-person-source.ts';
import { createNotConfigured } from './not-configured.ts';
import type { BreakerState } from './protect/breaker.ts';
import { type AnswerCache, createAnswerCache } from './protect/kept/answer-cache.ts';
import type { KeptOf } from './protect/kept/answer-keys.ts';
import { type BoughtAnswers, createBoughtAnswers } from './protect/kept/bought-answers.ts';
import { createOpenOrders } from './protect/kept/open-orders.ts';
import type { BoughtParts } from './protect/kept/sealed-entries.ts';
import {
  type CheckedPersonParty,
  type CheckedSources,
  listBudgets,
  listParties,
  listPrices,
} from './read/checked-party.ts';
import type { OpenOrders } from './reply.ts';
import { createShareAsking } from './share-asking.ts';

interface HttpSourcesOptions extends Omit<HttpSourceOptions, 'orders'> {
  readonly sources: CheckedSources;
  /** Needed where a source sets `cache_seconds`. */
  readonly cache?: CacheParts;
  /** Without it nothing is kept by `fresh_for`, and no order of a party that answers later. */
  readonly bought?: BoughtParts;
}

/** Where answers are kept, and by what secret. */
export interface CacheParts {
  /** 32 bytes. */
  readonly secret: () => Uint8Array;
  readonly near: AnswerStore;
  /** Of several machines. */
  readonly shared?: AnswerStore | undefined;
  readonly questions?: QuestionStore | undefined;
}

/** Of the time that a party has: to look for an answer that is kept must not cost more than it can save. */
const lookShareOfDeadline = 1 / 20;
const toLookMs = ({ deadlineMs }: CheckedPersonParty) => Math.ceil(deadlineMs * lookShareOfDeadline);

/** Raise it when mappings make something else of the same answer. That a record has other fields is noticed without it. */
const mappingVersion = 1;

export interface SourceState {
  readonly breaker: BreakerState;
  readonly inFlight: number;
  /** When the certificate that we show it ends; null where we show none. */
  readonly certificateEndsMs: number | null;
}

interface OpenSource {
  readonly party: Pick<CheckedPersonParty, 'clientCertificate'>;
  readonly source: Pick<HttpSource<unknown>, 'breakerState' | 'inFlight' | 'close'>;
}

export interface HttpSources {
  /** Undefined where the file describes no parties about people. */
  readonly people: PersonSources | undefined;
  readonly companyFallback: CompanyFallback | undefined;
  /** What they charge, of those that say so. */
  readonly prices: Prices;
  readonly plan: Plan | undefined;
  /** Of those sources and keys that have one. */
  readonly budgets: Readonly<Record<'sources' | 'keys', ReadonlyMap<string, Budget>>>;
  /** Those that call back and prove it, by their names. */
  readonly callbacks: ReadonlyMap<string, CallbackParty>;
  /** Each connected party by its name, as it stands now. */
  states(): Readonly<Record<string, SourceState>>;
  /** Drops all connections, once the ids of orders that have left are kept or nobody waits for them; other calls end as `unavailable`. */
  close(patience?: AbortSignal): Promise<void>;
}

export function createHttpSources(options: HttpSourcesOptions): HttpSources {
  const { sources, clock } = options;
  const open = new Map<string, OpenSource>();
  const toKeptOf = ({ name: source, fingerprint }: CheckedPersonParty): KeptOf => {
    return { clock, source, making: JSON.stringify([mappingVersion, Object.keys(emptyRecord), fingerprint]) };
  };
  const onFaultOf = (source: string) => (error: unknown) =>
    options.onEvent?.({ kind: 'kept_answers_fault', source, error });

  const createCache = (party: CheckedPersonParty): AnswerCache<PersonRecord> | undefined => {
    if (party.cacheSeconds === 0) return undefined;
    const { name: source, cacheSeconds: seconds } = party;
    if (options.cache === undefined) {
      throw new OperatorError(`${source} sets cache_seconds, but there is no secret to encrypt cached answers with.`);
    }
    return createAnswerCache({
      shared: undefined,
      ...options.cache,
      ...toKeptOf(party),
      seconds,
      sharedMsMax: toLookMs(party),
      onShared: (outcome) => options.onEvent?.({ kind: 'shared_answer', source, outcome }),
    });
  };
  const createBought = (party: CheckedPersonParty): BoughtAnswers<PersonRecord> | undefined => {
    const freshFor = findFreshFor(sources.plan, party.name);
    if (options.bought === undefined || Object.keys(freshFor).length === 0) return undefined;
    return createBoughtAnswers({
      ...options.bought,
      ...toKeptOf(party),
      freshFor,
      waitMsMax: toLookMs(party),
      onFault: onFaultOf(party.name),
    });
  };
  const createOrders = (party: CheckedPersonParty): OpenOrders | undefined => {
    const { name: source, later } = party;
    if (options.bought === undefined || later === undefined) return undefined;
    const { orderFingerprint: making, giveUpAfterMs: lifeMs } = later;
    return createOpenOrders({ ...options.bought, clock, source, making, lifeMs, onFault: onFaultOf(source) });
  };
  const createPerson = (party: CheckedPersonParty): PersonSource => {
    const kept = { cache: createCache(party), bought: createBought(party) };
    const shareAsking = createShareAsking(party, {
      ...toKeptOf(party),
      bought: kept.bought,
      boughtParts: options.bought,
      cacheParts: options.cache,
      waitMsMax: toLookMs(party),
      onJoined: () => options.onEvent?.({ kind: 'shared_answer', source: party.name, outcome: 'joined' }),
    });
    const source = createHttpSource(party, { ...options, orders: createOrders(party) }, shareAsking);
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
            breaker: source.breakerState,
            inFlight: source.inFlight,
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
