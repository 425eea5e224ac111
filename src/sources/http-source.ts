// A described party, ready to be asked: one call, its mapping, the limits around it, and identical lookups made once.

import type { Clock } from '../app/ports.ts';
import type { ParsedBody } from './answer/response-body.ts';
import { createAuthentication } from './call/authentication.ts';
import { createHttpCall } from './call/http-call.ts';
import { createHttpExchange, type HttpExchange } from './call/http-exchange.ts';
import type { PlaceholderValues } from './call/template.ts';
import type { CheckedParty } from './describe/checked-source.ts';
import type { BreakerState } from './protect/breaker.ts';
import { withCoalescing } from './protect/with-coalescing.ts';
import { type Attempt, type Lookup, type ResilientLookup, withResilience } from './protect/with-resilience.ts';

/** What happened to a party; for logs and metrics. It never says about whom. */
export type SourceEvent =
  | { readonly kind: 'breaker'; readonly source: string; readonly state: BreakerState }
  | { readonly kind: 'second_try'; readonly source: string; readonly why: 'retry' | 'hedge' };

export interface HttpSourceOptions {
  readonly clock: Clock;
  /** From 0 to below 1. */
  readonly random: () => number;
  readonly onEvent?: (event: SourceEvent) => void;
}

/** A person or company that a party is asked about. */
export interface Subject {
  readonly number: string;
  readonly values: PlaceholderValues;
}

export type Found<Value> = { readonly kind: 'found'; readonly value: Value } | { readonly kind: 'not_found' };

export interface HttpSource<Value> extends ResilientLookup<Subject, Found<Value>> {
  /** Two subjects with the same key are asked about with the same request. */
  toKey(subject: Subject): string;
  close(): Promise<void>;
}

export function createHttpSource<Value>(party: CheckedParty<Value>, options: HttpSourceOptions): HttpSource<Value> {
  const { clock, random, onEvent } = options;
  const { lookup, close } = createLookup(party, clock);
  const resilient = withResilience(lookup, {
    settings: party,
    clock,
    random,
    onBreaker: (state) => onEvent?.({ kind: 'breaker', source: party.name, state }),
    onSecondTry: (why) => onEvent?.({ kind: 'second_try', source: party.name, why }),
  });
  const toKey = ({ number, values }: Subject): string =>
    JSON.stringify([number, ...party.request.names.map((name) => values[name] ?? null)]);
  const ask = withCoalescing(resilient.ask, toKey);
  const lacksBirthDate = ({ values }: Subject): boolean =>
    party.request.needsBirthDate && (values['birth_date'] ?? null) === null;
  return {
    // What cannot be asked is refused before the breaker: it says nothing about the party and must not count as its probe.
    ask: async (subject, signal) =>
      lacksBirthDate(subject)
        ? { kind: 'failed', reason: 'birth_date_required', sent: false }
        : await ask(subject, signal),
    canAdmit: resilient.canAdmit,
    get breakerState() {
      return resilient.breakerState;
    },
    toKey,
    close,
  };
}

/** One plain call and its mapping, with nothing around it. */
export function createLookup<Value>(
  party: CheckedParty<Value>,
  clock: Clock,
  onResponse?: (status: number, body: ParsedBody) => void,
): { lookup: Lookup<Subject, Found<Value>>; close: () => Promise<void> } {
  const exchanges: HttpExchange[] = [];
  const connect = (origin: string, connections: number): HttpExchange => {
    const exchange = createHttpExchange({ ...party, origin, connections });
    exchanges.push(exchange);
    return exchange;
  };
  const call = createHttpCall({
    exchange: connect(party.origin, party.concurrency),
    authentication: createAuthentication(party.auth, (origin) => connect(origin, 1), clock),
    request: party.request,
    outcomes: party.outcomes,
    basePath: party.basePath,
    onResponse,
  });
  const lookup = async ({ number, values }: Subject, signal: AbortSignal): Promise<Attempt<Found<Value>>> => {
    const result = await call({ ...values, ...party.secrets }, signal);
    if (result.kind === 'failed') return result;
    if (result.kind === 'not_found') return { kind: 'done', value: result };
    const mapped = await party.map(result.body, number);
    if (mapped.kind === 'unavailable') return { kind: 'failed', reason: mapped.reason, sent: true };
    return { kind: 'done', value: mapped };
  };
  return {
    lookup,
    close: async () => {
      await Promise.all(exchanges.map((exchange) => exchange.close()));
    },
  };
}
