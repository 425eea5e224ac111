// A described party, ready to be asked: its calls and its mapping, with what `chain.ts` lays around them.

import type { Clock } from '../app/clock.ts';
import type { OrderCalls } from '../app/later/order-calls.ts';
import type { UnavailableReason } from '../domain/person/evidence.ts';
import type { ParsedBody } from './answer/body/body-format.ts';
import { createLaterIdReader, orderKeyName, withRepeatedId } from './answer/later-id.ts';
import { isSigned } from './answer/read-body.ts';
import { createAuthentication } from './call/credentials/authentication.ts';
import type { TokenOutcome } from './call/credentials/oauth.ts';
import { createHttpCall } from './call/http-call.ts';
import { createHttpExchange, type HttpExchange } from './call/http-exchange.ts';
import { createLaterCall, pauseFor } from './call/later/later-call.ts';
import { createPauseUntilCalled } from './call/later/pause-until-called.ts';
import type { KeptOrders } from './call/later/place-order.ts';
import type { Outcome } from './call/meaning.ts';
import { createChain } from './chain.ts';
import type { BreakerState } from './protect/breaker.ts';
import { createDeadline } from './protect/deadline.ts';
import type { SharedOutcome } from './protect/kept/shared-answers.ts';
import type { LoopStalls } from './protect/loop-stalls.ts';
import { withCoalescing } from './protect/with-coalescing.ts';
import { createResilience, type Resilience } from './protect/with-resilience.ts';
import type { AskedAlone } from './protect/with-shared-asking.ts';
import type { CheckedParty } from './read/checked-party.ts';
import type { Ask, Asked, Attempt, Layer, OpenOrders, Reply, Subject } from './reply.ts';

/** An event reports what happened to a party, for logs and metrics. It never names the person in question. */
export type SourceEvent =
  | { readonly kind: 'breaker'; readonly source: string; readonly state: BreakerState }
  /** An access token was fetched, or could not be. */
  | { readonly kind: 'token'; readonly source: string; readonly outcome: TokenOutcome }
  | { readonly kind: 'second_try'; readonly source: string; readonly why: 'retry' | 'hedge' }
  /** A look at the answers that machines share, or an attempt to keep one there. */
  | { readonly kind: 'shared_answer'; readonly source: string; readonly outcome: SharedOutcome }
  /** Another process may have asked the same at this moment, so that the party is called, and paid, twice. */
  | { readonly kind: 'asked_alone'; readonly source: string; readonly why: AskedAlone }
  /** Answers that were paid for could not be looked for, or kept. The party is asked then. */
  | { readonly kind: 'kept_answers_fault'; readonly source: string; readonly error: unknown }
  /** Confere itself failed while it asked or read the answer. The message of the error may quote the answer. */
  | { readonly kind: 'defect'; readonly source: string; readonly error: unknown }
  /** A question that got no answer to believe. */
  | { readonly kind: 'failed'; readonly source: string; readonly reason: UnavailableReason };

export interface HttpSourceOptions {
  readonly clock: Clock;
  /** The values lie from 0 to below 1. They spread the probes of many instances. */
  readonly random: () => number;
  /** The value is undefined if nobody measures whether the event loop stands still. */
  readonly stalls?: LoopStalls | undefined;
  readonly onEvent?: (event: SourceEvent) => void;
  /** Orders at a party that answers later; undefined where they are not kept. */
  readonly orders?: OpenOrders | undefined;
  /** The source waits this long for the id of a sent order when its caller's time is over. */
  readonly lingerMs?: number | undefined;
  /** `orderCalls` holds the news from parties that call back. The value is undefined if Confere receives no callbacks. */
  readonly orderCalls?: OrderCalls | undefined;
  /** The value is undefined if tracing is off. */
  readonly toTraceHeaders?: (() => Readonly<Record<string, string>>) | undefined;
}

export interface HttpSource<Value> {
  readonly ask: Ask<Subject, Value>;
  readonly limits: Pick<Resilience<Subject, Value>, 'canAdmit' | 'breakerState' | 'inFlight'>;
  readonly toAsked: (subject: Subject) => Asked;
  /**
   * Looks once for the answer of an order. A look is free, so neither the breaker nor the counts of failures see it. It waits for an open breaker
   * only until its time is over, because no other caller may ask this party for hours.
   */
  readonly look: (subject: Subject & { readonly order: string }, signal: AbortSignal) => Promise<Reply<Value>>;
  /** Waits for ids of orders that have left, until the signal aborts. */
  close(patience?: AbortSignal): Promise<void>;
}

/** Two subjects with the same key are asked about with the same request. */
export function createToKey({ usedNames }: Pick<CheckedParty<unknown>, 'usedNames'>): (subject: Subject) => string {
  return ({ number, values }) => {
    const used: (string | null)[] = [number];
    for (const name of usedNames) used.push(values[name] ?? null);
    return JSON.stringify(used);
  };
}

export function createHttpSource<Value>(
  party: CheckedParty<Value>,
  options: HttpSourceOptions,
  kept?: Layer<Subject, Value>,
): HttpSource<Value> {
  const { clock, random, onEvent, orders } = options;
  const toKey = createToKey(party);
  const toAsked = (subject: Subject): Asked => ({ number: subject.number, key: toKey(subject) });
  const { attempt, close } = createAttempt(party, {
    ...options,
    kept: orders && { orders, toAsked, haveKeys: party.usedNames.includes(orderKeyName) },
    onToken: (outcome) => onEvent?.({ kind: 'token', source: party.name, outcome }),
  });
  const limits = createResilience<Subject, Value>({
    settings: party,
    clock,
    random,
    stalls: options.stalls,
    onBreaker: (state) => onEvent?.({ kind: 'breaker', source: party.name, state }),
    onSecondTry: (why) => onEvent?.({ kind: 'second_try', source: party.name, why }),
    onFailure: (reason) => onEvent?.({ kind: 'failed', source: party.name, reason }),
    onDefect: (error) => onEvent?.({ kind: 'defect', source: party.name, error }),
  });
  const lookOnce: Attempt<Subject, Value> = async (subject, signal) => {
    if (limits.isRefusing || !limits.canAdmit()) return { kind: 'failed', reason: 'overloaded', sent: false };
    const deadline = createDeadline(party.deadlineMs, signal);
    try {
      return await attempt(subject, deadline.signal);
    } catch (error) {
      onEvent?.({ kind: 'defect', source: party.name, error });
      return { kind: 'failed', reason: 'invalid_response', sent: true };
    } finally {
      deadline.end();
    }
  };
  // Several may wait for the same order.
  const look = withCoalescing(lookOnce, (subject) => JSON.stringify([subject.order, toKey(subject)]));
  return {
    ask: createChain(attempt, { party, toKey, kept, limits: limits.around }),
    limits,
    toAsked,
    look: (subject, signal) => look(subject, signal, null),
    close,
  };
}

interface AttemptOptions extends Pick<HttpSourceOptions, 'clock' | 'toTraceHeaders' | 'lingerMs' | 'orderCalls'> {
  /** The call is null for the last one. */
  readonly onResponse?: (call: string | null, status: number, body: ParsedBody) => void;
  readonly onToken?: (outcome: TokenOutcome) => void;
  readonly kept?: KeptOrders | undefined;
}

/** This pause separates two looks that the party's calls cause. It is shorter if the party is polled more often anyway. */
const calledPauseMsMax = 1_000;

/** Where the description does not say otherwise, an order that was taken has its id in one of these. */
const taken: Outcome = { statuses: [201, 202], mediaType: undefined, body: undefined, means: 'answer' };

/** Closing waits this long for the ids of sent orders. A stopping service has 15 s and spends up to 12 of them on its callers. */
const closeMsMax = 1_500;

/** The event loop reads the answer with a token, which may hold several of up to 8 kB. */
const tokenBytesMax = 65_536;

/** One plain question and its mapping, with nothing around it. */
export function createAttempt<Value>(
  party: CheckedParty<Value>,
  { clock, onResponse, onToken, toTraceHeaders, kept, lingerMs, orderCalls }: AttemptOptions,
): { readonly attempt: Attempt<Subject, Value>; readonly close: HttpSource<Value>['close'] } {
  const exchanges: HttpExchange[] = [];
  const connect = (origin: string, connections: number, responseBytesMax = party.responseBytesMax): HttpExchange => {
    const exchange = createHttpExchange({ ...party, origin, connections, responseBytesMax });
    exchanges.push(exchange);
    return exchange;
  };
  const shared = {
    ...party,
    exchange: connect(party.origin, party.concurrency),
    authentication: createAuthentication(party.auth, {
      tokenExchange: (origin) => connect(origin, 1, Math.min(party.responseBytesMax, tokenBytesMax)),
      clock,
      secrets: party.secrets,
      onToken,
    }),
    clock,
    onResponse,
    toTraceHeaders,
  };
  const { later, reader } = party;
  const laterCall =
    later &&
    createLaterCall({
      create: createHttpCall({
        ...shared,
        outcomes: [...party.outcomes, taken],
        reader: createLaterIdReader(later.id, reader),
      }),
      poll: createHttpCall({ ...shared, ...later, calls: [], reader: withRepeatedId(reader, later.repeatedId) }),
      pauses: later.pauses,
      kept,
      lingerMs,
      createPause:
        later.callback &&
        orderCalls &&
        createPauseUntilCalled({
          calls: orderCalls,
          source: party.name,
          leastMs: Math.min(later.pauses.firstMs, calledPauseMsMax),
          pause: pauseFor,
        }),
    });
  if (party.inThread.length > 0 || isSigned(party.response)) party.thread.warm();
  return {
    attempt: laterCall?.ask ?? createHttpCall(shared),
    close: async (patience = AbortSignal.timeout(closeMsMax)) => {
      await laterCall?.untilKept(patience);
      await Promise.all([party.thread.close(), ...exchanges.map((exchange) => exchange.close())]);
    },
  };
}
