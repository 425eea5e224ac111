// Lays limits around one party: calls in flight, breaker, deadline, retry budget, hedging.
// It never rejects and never asks twice unless nothing was sent or the operator allowed hedging.

import type { Clock } from '../../app/clock.ts';
import { toObserver } from '../../app/observer.ts';
import type { UnavailableReason } from '../../domain/person/evidence.ts';
import type { Ask, Failure, Reply } from '../reply.ts';
import { type BreakerSettings, type BreakerState, createBreaker, type Permit } from './breaker.ts';
import { createDeadline, isGivenUp } from './deadline.ts';
import { createRetryBudget } from './retry-budget.ts';

export interface ResilienceSettings {
  readonly deadlineMs: number;
  readonly concurrency: number;
  readonly retryBudgetPercent: number;
  /** Null: off. */
  readonly hedgeAfterMs: number | null;
  readonly breaker: BreakerSettings;
}

export interface ResilientAsk<Query, Value> {
  ask: Ask<Query, Value>;
  /** False where one more call, `besides` so many that are about to be made, would pass the limit of calls in flight. */
  canAdmit(besides?: number): boolean;
  readonly breakerState: BreakerState;
  /** The breaker lets nothing through yet, not even a probe. */
  readonly isRefusing: boolean;
  /** Calls that are under way. */
  readonly inFlight: number;
}

interface ResilienceOptions {
  readonly settings: ResilienceSettings;
  readonly clock: Clock;
  readonly random: () => number;
  readonly onBreaker?: ((state: BreakerState) => void) | undefined;
  readonly onSecondTry?: (why: 'retry' | 'hedge') => void;
  /** Every question that failed, with its reason; not those whose caller lost interest. */
  readonly onFailure?: ((reason: UnavailableReason) => void) | undefined;
  /** A call threw, which is a mistake of ours and not the party's. Its message may quote an answer. */
  readonly onDefect: (error: unknown) => void;
}

/** The party spoke about the person, or took the question and asks for patience: it works. */
const provesHealth: ReadonlySet<UnavailableReason> = new Set(['birth_date_required', 'minor', 'pending']);
/** About one person they prove little, and many of them prove a fault: only their share counts. The rest also counts in a row. */
const provesLittle: ReadonlySet<UnavailableReason> = new Set([
  'invalid_response',
  'wrong_person',
  'response_too_large',
  'request_refused',
]);

export function withResilience<Query, Value>(
  askOnce: Ask<Query, Value>,
  { settings, clock, random, ...options }: ResilienceOptions,
): ResilientAsk<Query, Value> {
  const breaker = createBreaker({
    settings: settings.breaker,
    clock,
    random,
    onChange: options.onBreaker,
  });
  const onSecondTry = toObserver(options.onSecondTry);
  const onFailure = toObserver(options.onFailure);
  const onDefect = toObserver(options.onDefect);
  const budget = createRetryBudget(settings.retryBudgetPercent);
  let inFlight = 0;
  /** Until then the party asked to be left alone. */
  let quietUntilMs = Number.NEGATIVE_INFINITY;

  /** One call, guarded: a defect in it must not reach the caller nor leave a permit open. */
  const call = async (query: Query, signal: AbortSignal): Promise<Reply<Value>> => {
    inFlight++;
    try {
      return await askOnce(query, signal);
    } catch (error) {
      onDefect(error);
      return failed('invalid_response');
    } finally {
      inFlight--;
    }
  };

  const withRetry = async (query: Query, signal: AbortSignal, permit: Permit): Promise<Reply<Value>> => {
    budget.earn();
    const first = await call(query, signal);
    const unsent = first.kind === 'failed' && first.reason === 'connection_failed' && !first.sent;
    if (!unsent || permit.isProbe || signal.aborted || !budget.spend()) return first;
    onSecondTry('retry');
    return call(query, signal);
  };

  /** Asks again when the first answer is late; the first that is done wins and the other is given up. */
  const withHedge = async (query: Query, signal: AbortSignal, afterMs: number, permit: Permit) => {
    const losers = new AbortController();
    const tied = AbortSignal.any([signal, losers.signal]);
    const first = withRetry(query, tied, permit);
    try {
      if ((await Promise.race([first, wait(afterMs, tied)])) !== 'late') return await first;
      if (inFlight >= settings.concurrency || !budget.spend()) return await first;
      onSecondTry('hedge');
      return await firstToSucceed([first, call(query, tied)]);
    } finally {
      losers.abort();
    }
  };

  const askGuarded = async (query: Query, caller: AbortSignal): Promise<Reply<Value>> => {
    if (inFlight >= settings.concurrency) return failed('overloaded');
    if (clock.monotonicMs() < quietUntilMs) return failed('rate_limited');
    const permit = breaker.findPermit();
    if (permit === undefined) return failed('circuit_open');
    const deadline = createDeadline(settings.deadlineMs, caller);
    const { hedgeAfterMs } = settings;
    const reply =
      hedgeAfterMs === null || permit.isProbe
        ? await withRetry(query, deadline.signal, permit)
        : await withHedge(query, deadline.signal, hedgeAfterMs, permit);
    deadline.end();
    const pauseMs = toPauseMs(reply, settings.breaker.openMaxMs);
    if (pauseMs > 0) quietUntilMs = clock.monotonicMs() + pauseMs;
    settlePermit(permit, reply, pauseMs > 0 || deadline.isGivenUp());
    return reply;
  };

  return {
    get breakerState() {
      return breaker.state;
    },
    get isRefusing() {
      return breaker.isRefusing;
    },
    get inFlight() {
      return inFlight;
    },
    canAdmit: (besides = 0) => inFlight + besides < settings.concurrency,
    async ask(query, caller) {
      if (caller.aborted) return failed('timeout');
      const reply = await askGuarded(query, caller);
      if (reply.kind === 'failed' && !isGivenUp(caller)) onFailure(reply.reason);
      return reply;
    },
  };
}

/** `saysNothing`: the caller gave up, or the party asked for a pause, which protects it as well as a breaker would. */
function settlePermit(permit: Permit, reply: Reply<unknown>, saysNothing: boolean): void {
  if (reply.kind !== 'failed' || provesHealth.has(reply.reason)) permit.succeeded();
  else if (saysNothing) permit.abandoned();
  else if (provesLittle.has(reply.reason)) permit.unusable();
  else permit.failed();
}

/** A party may ask for any pause; it gets no longer one than a breaker would give it. */
function toPauseMs(reply: Reply<unknown>, pauseMaxMs: number): number {
  const isAsked = reply.kind === 'failed' && reply.reason === 'rate_limited';
  return isAsked ? Math.min(reply.retryAfterMs ?? 0, pauseMaxMs) : 0;
}

/** The first that did not fail, else the failure of the last. */
async function firstToSucceed<Value>(calls: readonly Promise<Reply<Value>>[]): Promise<Reply<Value>> {
  return await new Promise((resolve) => {
    let open = calls.length;
    for (const each of calls) {
      void each.then((reply) => {
        open--;
        if (reply.kind !== 'failed' || open === 0) resolve(reply);
      });
    }
  });
}

function wait(ms: number, signal: AbortSignal): Promise<'late'> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve('late'), ms);
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  });
}

function failed(reason: UnavailableReason): Failure {
  return { kind: 'failed', reason, sent: false };
}
