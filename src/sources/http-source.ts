// A described party, ready to be asked: its calls, its mapping, the limits around it, and identical lookups made once.

import type { Clock } from '../app/clock.ts';
import type { OrderCalls } from '../app/later/order-calls.ts';
import type { UnavailableReason } from '../domain/person/evidence.ts';
import type { ParsedBody } from './answer/body/body-format.ts';
import { createLaterIdReader, orderKeyName, withRepeatedId } from './answer/later-id.ts';
import { createAuthentication } from './call/credentials/authentication.ts';
import type { TokenOutcome } from './call/credentials/oauth.ts';
import { createHttpCall } from './call/http-call.ts';
import { createHttpExchange, type HttpExchange } from './call/http-exchange.ts';
import { createLaterCall, pauseFor, toPending } from './call/later/later-call.ts';
import { createPauseUntilCalled } from './call/later/pause-until-called.ts';
import type { KeptOrders } from './call/later/place-order.ts';
import type { Outcome } from './call/meaning.ts';
import { refuseUnfit } from './call/send-request.ts';
import type { BreakerState } from './protect/breaker.ts';
import { createDeadline } from './protect/deadline.ts';
import type { SharedOutcome } from './protect/kept/shared-answers.ts';
import { withCoalescing } from './protect/with-coalescing.ts';
import { type ResilientAsk, withResilience } from './protect/with-resilience.ts';
import type { CheckedParty } from './read/checked-party.ts';
import type { Ask, Asked, Failure, OpenOrders, Subject } from './reply.ts';

/** What happened to a party; for logs and metrics. It never says about whom. */
export type SourceEvent =
  | { readonly kind: 'breaker'; readonly source: string; readonly state: BreakerState }
  /** An access token was fetched, or could not be. */
  | { readonly kind: 'token'; readonly source: string; readonly outcome: TokenOutcome }
  | { readonly kind: 'second_try'; readonly source: string; readonly why: 'retry' | 'hedge' }
  /** A look at the answers that machines share, or an attempt to keep one there. */
  | { readonly kind: 'shared_answer'; readonly source: string; readonly outcome: SharedOutcome }
  /** Answers that were paid for could not be looked for, or kept. The party is asked then. */
  | { readonly kind: 'kept_answers_fault'; readonly source: string; readonly error: unknown }
  /** Confere itself failed while it asked or read the answer. The message of the error may quote the answer. */
  | { readonly kind: 'defect'; readonly source: string; readonly error: unknown }
  /** A question that got no answer to believe. */
  | { readonly kind: 'failed'; readonly source: string; readonly reason: UnavailableReason };

export interface HttpSourceOptions {
  readonly clock: Clock;
  /** From 0 to below 1; spreads the probes of many instances. */
  readonly random: () => number;
  readonly onEvent?: (event: SourceEvent) => void;
  /** Orders at a party that answers later; undefined where they are not kept. */
  readonly orders?: OpenOrders | undefined;
  /** For the id of an order that has left when its caller's time is over. */
  readonly lingerMs?: number | undefined;
  /** What parties that call back have told; undefined where nobody hears them. */
  readonly orderCalls?: OrderCalls | undefined;
  /** Undefined where nothing is traced. */
  readonly toTraceHeaders?: (() => Readonly<Record<string, string>>) | undefined;
}

/** Around the question of this process, once for all of its callers; both may come to an answer without it. */
export type ShareAsking<Value> = (
  ask: Ask<Subject, Value>,
  toAsked: HttpSource<Value>['toAsked'],
) => Ask<Subject, Value>;

export interface HttpSource<Value> extends Omit<ResilientAsk<Subject, Value>, 'isRefusing'> {
  /** Two subjects with the same key are asked about with the same request. */
  readonly toAsked: (subject: Subject) => Asked;
  /**
   * Looks once for the answer of an order. It is free: neither the breaker nor the counts of failures hear of it. It waits for an open
   * breaker only until its time is over, because nobody else may ask this party for hours.
   */
  readonly look: Ask<Subject & { readonly order: string }, Value>;
  /** Waits for ids of orders that have left, until the signal aborts. */
  close(patience?: AbortSignal): Promise<void>;
}

export function createHttpSource<Value>(
  party: CheckedParty<Value>,
  options: HttpSourceOptions,
  shareAsking: ShareAsking<Value> = (ask) => ask,
): HttpSource<Value> {
  const { clock, random, onEvent, orders } = options;
  const toKey = ({ number, values }: Subject): string =>
    JSON.stringify([number, ...party.usedNames.map((name) => values[name] ?? null)]);
  const toAsked = (subject: Subject): Asked => ({ number: subject.number, key: toKey(subject) });
  const { ask: askOnce, close } = createAsk(party, {
    ...options,
    kept: orders && { orders, toAsked, haveKeys: party.usedNames.includes(orderKeyName) },
    onToken: (outcome) => onEvent?.({ kind: 'token', source: party.name, outcome }),
  });
  const resilient = withResilience(askOnce, {
    settings: party,
    clock,
    random,
    onBreaker: (state) => onEvent?.({ kind: 'breaker', source: party.name, state }),
    onSecondTry: (why) => onEvent?.({ kind: 'second_try', source: party.name, why }),
    onFailure: (reason) => onEvent?.({ kind: 'failed', source: party.name, reason }),
    onDefect: (error) => onEvent?.({ kind: 'defect', source: party.name, error }),
  });
  const askResiliently: Ask<Subject, Value> = async (subject, signal) =>
    toPending(await resilient.ask(subject, signal));
  const ask = withCoalescing(shareAsking(askResiliently, toAsked), toKey);
  // Several may wait for the same order.
  const look: HttpSource<Value>['look'] = async (subject, signal) => {
    if (resilient.isRefusing || !resilient.canAdmit()) return { kind: 'failed', reason: 'overloaded', sent: false };
    const deadline = createDeadline(party.deadlineMs, signal);
    try {
      return await askOnce(subject, deadline.signal);
    } catch (error) {
      onEvent?.({ kind: 'defect', source: party.name, error });
      return { kind: 'failed', reason: 'invalid_response', sent: true };
    } finally {
      deadline.end();
    }
  };
  const lacksBirthDate = ({ values }: Subject): boolean =>
    party.needsBirthDate && (values['birth_date'] ?? null) === null;
  return {
    // What cannot be asked is refused before the breaker: it says nothing about the party and must not count as its probe.
    ask: async (subject, signal) =>
      lacksBirthDate(subject)
        ? { kind: 'failed', reason: 'birth_date_required', sent: false }
        : (findUnfit(party, subject) ?? (await ask(subject, signal))),
    canAdmit: resilient.canAdmit,
    get breakerState() {
      return resilient.breakerState;
    },
    get inFlight() {
      return resilient.inFlight;
    },
    toAsked,
    look: withCoalescing(look, (subject) => JSON.stringify([subject.order, toKey(subject)])),
    close,
  };
}

/** Why a person cannot be asked about, such as a name that a positional string has no room for. */
function findUnfit({ calls, request }: CheckedParty<unknown>, { values }: Subject): Failure | undefined {
  for (const builder of [...calls.map((call) => call.request), request]) {
    const refused = refuseUnfit(builder, values);
    if (refused !== undefined) return refused;
  }
  return undefined;
}

interface AskOptions extends Pick<HttpSourceOptions, 'clock' | 'toTraceHeaders' | 'lingerMs' | 'orderCalls'> {
  /** The call is null for the last one. */
  readonly onResponse?: (call: string | null, status: number, body: ParsedBody) => void;
  readonly onToken?: (outcome: TokenOutcome) => void;
  readonly kept?: KeptOrders | undefined;
}

/** Between two looks that calls of the party cause; less where it is polled more often anyway. */
const calledPauseMsMax = 1_000;

/** Where the description does not say otherwise, an order that was taken has its id in one of these. */
const taken: Outcome = { matches: ({ status }) => status === 201 || status === 202, body: undefined, means: 'answer' };

/** For ids of orders that have left. A service that stops has 15 s, and spends up to 12 of them on its callers. */
const closeMsMax = 1_500;

/** One plain question and its mapping, with nothing around it. */
export function createAsk<Value>(
  party: CheckedParty<Value>,
  { clock, onResponse, onToken, toTraceHeaders, kept, lingerMs, orderCalls }: AskOptions,
): Pick<HttpSource<Value>, 'ask' | 'close'> {
  const exchanges: HttpExchange[] = [];
  const connect = (origin: string, connections: number): HttpExchange => {
    const exchange = createHttpExchange({ ...party, origin, connections });
    exchanges.push(exchange);
    return exchange;
  };
  const shared = {
    ...party,
    exchange: connect(party.origin, party.concurrency),
    authentication: createAuthentication(party.auth, {
      tokenExchange: (origin) => connect(origin, 1),
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
  if (party.inThread.length > 0) party.thread.warm();
  return {
    ask: laterCall?.ask ?? createHttpCall(shared),
    close: async (patience = AbortSignal.timeout(closeMsMax)) => {
      await laterCall?.untilKept(patience);
      await Promise.all([party.thread.close(), ...exchanges.map((exchange) => exchange.close())]);
    },
  };
}
