// Builds everything that confere.yaml describes under `sources`, and closes it again.

import type { AnswerStore, Clock, CompanyFallback, PersonSource, PersonSources } from '../app/ports.ts';
import { emptyRecord, type PersonRecord } from '../domain/person/evidence.ts';
import { OperatorError } from '../errors.ts';
import type { CheckedPersonParty, CheckedSources } from './describe/checked-party.ts';
import { createHttpSource, type HttpSource, type HttpSourceOptions, type SourceEvent } from './http-source.ts';
import { createLiveCompanyFallback } from './live-company-fallback.ts';
import { createLivePersonSource } from './live-person-source.ts';
import { notConfigured } from './not-configured.ts';
import { type AnswerCache, createAnswerCache } from './protect/answer-cache.ts';
import type { BreakerState } from './protect/breaker.ts';

interface HttpSourcesOptions {
  readonly sources: CheckedSources;
  readonly clock: Clock;
  /** From 0 to below 1; spreads the probes of many instances. */
  readonly random: () => number;
  /** Needed where a source sets `cache_seconds`. */
  readonly cache?: CacheParts;
  readonly onEvent?: (event: SourceEvent) => void;
  readonly toTraceHeaders?: HttpSourceOptions['toTraceHeaders'];
}

/** Where answers are kept, and by what secret. */
export interface CacheParts {
  /** 32 bytes. */
  readonly secret: () => Uint8Array;
  readonly near: AnswerStore;
  /** Of several machines. */
  readonly shared?: AnswerStore | undefined;
}

/** Of the time that a party has: a cache that is slow must not cost more than it can save. */
const sharedShareOfDeadline = 1 / 20;

/** Raise it when mappings make something else of the same answer. That a record has other fields is noticed without it. */
const mappingVersion = 1;

export interface SourceState {
  readonly breaker: BreakerState;
  readonly inFlight: number;
}

export interface HttpSources {
  /** Undefined where the file describes no parties about people. */
  readonly people: PersonSources | undefined;
  readonly companyFallback: CompanyFallback | undefined;
  /** Each connected party by its name, as it stands now. */
  states(): Readonly<Record<string, SourceState>>;
  /** Drops all connections; calls in flight end as `unavailable`. */
  close(): Promise<void>;
}

export function createHttpSources(options: HttpSourcesOptions): HttpSources {
  const { sources, clock } = options;
  const closers: (() => Promise<void>)[] = [];
  const open = new Map<string, HttpSource<unknown>>();

  const createCache = (party: CheckedPersonParty): AnswerCache<PersonRecord> | undefined => {
    if (party.cacheSeconds === 0) return undefined;
    const { name: source, cacheSeconds: seconds, deadlineMs, fingerprint } = party;
    if (options.cache === undefined) {
      throw new OperatorError(`${source} sets cache_seconds, but there is no secret to encrypt cached answers with.`);
    }
    return createAnswerCache({
      shared: undefined,
      ...options.cache,
      clock,
      source,
      making: JSON.stringify([mappingVersion, Object.keys(emptyRecord), fingerprint]),
      seconds,
      sharedMsMax: Math.ceil(deadlineMs * sharedShareOfDeadline),
      onShared: (outcome) => options.onEvent?.({ kind: 'shared_answer', source, outcome }),
    });
  };
  const createPerson = (party: CheckedPersonParty | undefined): PersonSource => {
    if (party === undefined) return notConfigured;
    const cache = createCache(party);
    const source = createHttpSource(party, options);
    closers.push(source.close);
    open.set(party.name, source);
    return createLivePersonSource(party, source, clock, cache);
  };
  const createFallback = (party: NonNullable<CheckedSources['companyFallback']>) => {
    const source = createHttpSource(party, options);
    closers.push(source.close);
    open.set(party.name, source);
    return createLiveCompanyFallback(party, source, clock);
  };

  return {
    people:
      Object.keys(sources.people).length === 0
        ? undefined
        : {
            bureau_a: createPerson(sources.people.bureau_a),
            bureau_b: createPerson(sources.people.bureau_b),
            fraud_registry: createPerson(sources.people.fraud_registry),
          },
    companyFallback: sources.companyFallback && createFallback(sources.companyFallback),
    states: () =>
      Object.fromEntries(
        [...open].map(([name, { breakerState, inFlight }]) => [name, { breaker: breakerState, inFlight }]),
      ),
    async close() {
      await Promise.all(closers.map((close) => close()));
    },
  };
}
