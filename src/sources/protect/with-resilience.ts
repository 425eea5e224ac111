// Lays limits around one party: calls in flight, breaker, deadline, retry budget, hedging.
// It never rejects and never asks twice unless nothing was sent or the operator allowed hedging.

import type { Clock } from '../../app/ports.ts';
import type { UnavailableReason } from '../../domain/evidence.ts';
import { type BreakerSettings, type BreakerState, createBreaker, type Permit } from './breaker.ts';
import { createDeadline } from './deadline.ts';
import { createRetryBudget } from './retry-budget.ts';

export type Attempt<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  | { readonly kind: 'failed'; readonly reason: UnavailableReason; readonly sent: boolean };

export type Lookup<Query, Value> = (query: Query, signal: AbortSignal) => Promise<Attempt<Value>>;

export interface ResilienceSettings {
  readonly deadlineMs: number;
  readonly concurrency: number;
  readonly retryBudgetPercent: number;
  /** Null: off. */
  readonly hedgeAfterMs: number | null;
  readonly breaker: BreakerSettings;
}

export interface ResilientLookup<Query, Value> {
  ask: Lookup<Query, Value>;
  /** False where one more call would pass the limit of calls in flight. */
  canAdmit(): boolean;
  readonly breakerState: BreakerState;
}

interface ResilienceOptions {
  readonly settings: ResilienceSettings;
  readonly clock: Clock;
  readonly random: () => number;
  readonly onBreaker?: (state: BreakerState) => void;
  readonly onSecondTry?: (why: 'retry' | 'hedge') => void;
}

/** They are about this request and show a party that works; every other reason counts against it. */
const notTheirFault: ReadonlySet<UnavailableReason> = new Set(['request_refused', 'birth_date_required', 'minor']);

export function withResilience<Query, Value>(
  lookup: Lookup<Query, Value>,
  { settings, clock, random, onBreaker, onSecondTry }: ResilienceOptions,
): ResilientLookup<Query, Value> {
  const breaker = createBreaker({
    settings: settings.breaker,
    clock,
    random,
    ...(onBreaker === undefined ? {} : { onChange: onBreaker }),
  });
  const budget = createRetryBudget(settings.retryBudgetPercent);
  let inFlight = 0;

  /** One attempt, guarded: a defect in a lookup must not reach the caller nor leave a permit open. */
  const attempt = async (query: Query, signal: AbortSignal): Promise<Attempt<Value>> => {
    inFlight++;
    try {
      return await lookup(query, signal);
    } catch {
      return failed('invalid_response');
    } finally {
      inFlight--;
    }
  };

  const withRetry = async (query: Query, signal: AbortSignal, permit: Permit): Promise<Attempt<Value>> => {
    budget.earn();
    const first = await attempt(query, signal);
    const unsent = first.kind === 'failed' && first.reason === 'connection_failed' && !first.sent;
    if (!unsent || permit.isProbe || signal.aborted || !budget.spend()) return first;
    onSecondTry?.('retry');
    return attempt(query, signal);
  };

  /** Asks again when the first answer is late; the first that is done wins and the other is given up. */
  const withHedge = async (query: Query, signal: AbortSignal, afterMs: number, permit: Permit) => {
    const losers = new AbortController();
    const tied = AbortSignal.any([signal, losers.signal]);
    const first = withRetry(query, tied, permit);
    try {
      if ((await Promise.race([first, wait(afterMs, tied)])) !== 'late') return await first;
      if (inFlight >= settings.concurrency || !budget.spend()) return await first;
      onSecondTry?.('hedge');
      return await firstDone([first, attempt(query, tied)]);
    } finally {
      losers.abort();
    }
  };

  return {
    get breakerState() {
      return breaker.state;
    },
    canAdmit: () => inFlight < settings.concurrency,
    async ask(query, caller) {
      if (inFlight >= settings.concurrency) return failed('overloaded');
      if (caller.aborted) return failed('timeout');
      const permit = breaker.findPermit();
      if (permit === undefined) return failed('circuit_open');
      const deadline = createDeadline(settings.deadlineMs, caller);
      const hedged = settings.hedgeAfterMs !== null && !permit.isProbe;
      const result = hedged
        ? await withHedge(query, deadline.signal, settings.hedgeAfterMs ?? 0, permit)
        : await withRetry(query, deadline.signal, permit);
      deadline.end();
      settlePermit(permit, result, deadline.signal.aborted && !deadline.isTimeOver());
      return result;
    },
  };
}

function settlePermit(permit: Permit, result: Attempt<unknown>, givenUp: boolean): void {
  if (result.kind === 'done' || notTheirFault.has(result.reason)) permit.succeeded();
  else if (givenUp) permit.abandoned();
  else permit.failed();
}

/** The first that is done, else the failure of the last. */
async function firstDone<Value>(attempts: readonly Promise<Attempt<Value>>[]): Promise<Attempt<Value>> {
  return await new Promise((resolve) => {
    let open = attempts.length;
    for (const attempt of attempts) {
      void attempt.then((result) => {
        open--;
        if (result.kind === 'done' || open === 0) resolve(result);
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

function failed(reason: UnavailableReason): { kind: 'failed'; reason: UnavailableReason; sent: boolean } {
  return { kind: 'failed', reason, sent: false };
}
