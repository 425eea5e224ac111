// A described party, ready to be asked: one call, its mapping, the limits around it, and identical lookups made once.

import type { Clock } from '../app/ports.ts';
import type { UnavailableReason } from '../domain/person/evidence.ts';
import type { ParsedBody } from './answer/response-body.ts';
import { createAuthentication } from './call/authentication.ts';
import { createHttpCall } from './call/http-call.ts';
import { createHttpExchange, type HttpExchange } from './call/http-exchange.ts';
import type { TokenOutcome } from './call/oauth.ts';
import type { CheckedParty } from './describe/checked-party.ts';
import type { BreakerState } from './protect/breaker.ts';
import type { SharedOutcome } from './protect/shared-answers.ts';
import { withCoalescing } from './protect/with-coalescing.ts';
import { type ResilientAsk, withResilience } from './protect/with-resilience.ts';
import type { Ask, Subject } from './reply.ts';

/** What happened to a party; for logs and metrics. It never says about whom. */
export type SourceEvent =
  | { readonly kind: 'breaker'; readonly source: string; readonly state: BreakerState }
  /** An access token was fetched, or could not be. */
  | { readonly kind: 'token'; readonly source: string; readonly outcome: TokenOutcome }
  | { readonly kind: 'second_try'; readonly source: string; readonly why: 'retry' | 'hedge' }
  /** A look at the answers that machines share, or an attempt to keep one there. */
  | { readonly kind: 'shared_answer'; readonly source: string; readonly outcome: SharedOutcome }
  /** A question that got no answer to believe. */
  | { readonly kind: 'failed'; readonly source: string; readonly reason: UnavailableReason };

export interface HttpSourceOptions {
  readonly clock: Clock;
  /** From 0 to below 1. */
  readonly random: () => number;
  readonly onEvent?: (event: SourceEvent) => void;
  /** Undefined where nothing is traced. */
  readonly toTraceHeaders?: (() => Readonly<Record<string, string>>) | undefined;
}

export interface HttpSource<Value> extends ResilientAsk<Subject, Value> {
  /** Two subjects with the same key are asked about with the same request. */
  toKey(subject: Subject): string;
  close(): Promise<void>;
}

export function createHttpSource<Value>(party: CheckedParty<Value>, options: HttpSourceOptions): HttpSource<Value> {
  const { clock, random, onEvent, toTraceHeaders } = options;
  const { ask: askOnce, close } = createAsk(party, {
    clock,
    toTraceHeaders,
    onToken: (outcome) => onEvent?.({ kind: 'token', source: party.name, outcome }),
  });
  const resilient = withResilience(askOnce, {
    settings: party,
    clock,
    random,
    onBreaker: (state) => onEvent?.({ kind: 'breaker', source: party.name, state }),
    onSecondTry: (why) => onEvent?.({ kind: 'second_try', source: party.name, why }),
    onFailure: (reason) => onEvent?.({ kind: 'failed', source: party.name, reason }),
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
    get inFlight() {
      return resilient.inFlight;
    },
    toKey,
    close,
  };
}

interface AskOptions {
  readonly clock: Clock;
  readonly toTraceHeaders?: HttpSourceOptions['toTraceHeaders'];
  readonly onResponse?: (status: number, body: ParsedBody) => void;
  readonly onToken?: (outcome: TokenOutcome) => void;
}

/** One plain call and its mapping, with nothing around it. */
export function createAsk<Value>(
  party: CheckedParty<Value>,
  { clock, onResponse, onToken, toTraceHeaders }: AskOptions,
): { ask: Ask<Subject, Value>; close: () => Promise<void> } {
  const exchanges: HttpExchange[] = [];
  const connect = (origin: string, connections: number): HttpExchange => {
    const exchange = createHttpExchange({ ...party, origin, connections });
    exchanges.push(exchange);
    return exchange;
  };
  const ask = createHttpCall({
    ...party,
    exchange: connect(party.origin, party.concurrency),
    authentication: createAuthentication(party.auth, { tokenExchange: (origin) => connect(origin, 1), clock, onToken }),
    clock,
    onResponse,
    toTraceHeaders,
  });
  if (party.inThread.length > 0) party.thread.warm();
  return {
    ask,
    close: async () => {
      await Promise.all([party.thread.close(), ...exchanges.map((exchange) => exchange.close())]);
    },
  };
}
