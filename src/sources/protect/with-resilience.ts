// Lays limits around one party: calls in flight, breaker, deadline, retry budget, hedging.
// It never rejects and never asks twice unless nothing was sent or the operator allowed hedging.

import type { Clock } from '../../app/clock.ts';
import { toObserver } from '../../app/observer.ts';
import type { UnavailableReason } from '../../domain/person/evidence.ts';
import type { Failure, Layer, Reply } from '../reply.ts';
import { type BreakerSettings, type BreakerState, createBreaker, type Permit } from './breaker.ts';
import { createDeadline, type Deadline, isGivenUp } from './deadline.ts';
import { type LoopStalls, noStalls } from './loop-stalls.ts';
import { createRetryBudget } from './retry-budget.ts';

export interface ResilienceSettings {
  readonly deadlineMs: number;
  readonly concurrency: number;
  readonly retryBudgetPercent: number;
  /** The value null turns hedging off. */
  readonly hedgeAfterMs: number | null;
  readonly breaker: BreakerSettings;
}

/** The limits of one party, however many layers ask. */
export interface Resilience<Query, Value> {
  readonly around: Layer<Query, Value>;
  /** Tells whether one more call fits in the limit of calls in flight, besides the `besides` calls about to begin. */
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
  /** The process measures how long it stood still. Without it, none of its stalls is noticed. */
  readonly stalls?: LoopStalls | undefined;
  readonly onBreaker?: ((state: BreakerState) => void) | undefined;
  readonly onSecondTry?: (why: 'retry' | 'hedge') => void;
  /** Every question that failed, with its reason; not those whose caller lost interest. */
  readonly onFailure?: ((reason: UnavailableReason) => void) | undefined;
  /** A call threw, which is a mistake of ours and not the party's. Its message may quote an answer. */
  readonly onDefect: (error: unknown) => void;
}

/** The party spoke about the person, or took the question and asks for patience: it works. */
const provesHealth: ReadonlySet<UnavailableReason> = new Set(['birth_date_required', 'minor', 'pending']);
/** A stall of this share of the time of a call may be what the call failed of. */
const stallShareMin = 0.1;
/** A single failure of this kind proves little, but many prove a fault, so only their share counts. Other failures also count in a row. */
const provesLittle: ReadonlySet<UnavailableReason> = new Set([
  'invalid_response',
  'wrong_person',
  'response_too_large',
  'request_refused',
]);

export function createResilience<Query, Value>({
  settings,
  clock,
  random,
  stalls = noStalls,
  ...options
}: ResilienceOptions): Resilience<Query, Value> {
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
  const { hedgeAfterMs } = settings;
  let inFlight = 0;
  /** The party asked for a pause until this time. */
  let quietUntilMs: number | undefined;

  const findPermit = (): Permit | Failure => {
    if (inFlight >= settings.concurrency) return failed('overloaded');
    if (quietUntilMs !== undefined && clock.monotonicMs() < quietUntilMs) return failed('rate_limited');
    return breaker.findPermit() ?? failed('circuit_open');
  };

  const withRetry = async (attempt: Guarded<Value>, signal: AbortSignal, permit: Permit): Promise<Reply<Value>> => {
    budget.earn();
    const first = await attempt(signal);
    const unsent = first.kind === 'failed' && first.reason === 'connection_failed' && !first.sent;
    if (!unsent || permit.isProbe || signal.aborted || !budget.spend()) return first;
    onSecondTry('retry');
    return attempt(signal);
  };

  /** Asks again when the first answer is late; the first that is done wins and the other is given up. */
  const withHedge = async (attempt: Guarded<Value>, signal: AbortSignal, afterMs: number, permit: Permit) => {
    const losers = new AbortController();
    const tied = AbortSignal.any([signal, losers.signal]);
    const first = withRetry(attempt, tied, permit);
    try {
      if ((await Promise.race([first, wait(afterMs, tied)])) !== 'late') return await first;
      if (inFlight >= settings.concurrency || !budget.spend()) return await first;
      onSecondTry('hedge');
      return await firstToSucceed([first, attempt(tied)]);
    } finally {
      losers.abort();
    }
  };

  /** A pause that the party asks for protects it as well as a breaker would. */
  const settleFailed = (permit: Permit, reply: Failure, deadline: Deadline, isOurStall: boolean): void => {
    // A party may ask for any pause; it gets no longer one than a breaker would give it.
    const askedMs = reply.reason === 'rate_limited' ? (reply.retryAfterMs ?? 0) : 0;
    const pauseMs = Math.min(askedMs, settings.breaker.openMaxMs);
    if (pauseMs > 0) quietUntilMs = clock.monotonicMs() + pauseMs;
    if (provesHealth.has(reply.reason)) permit.succeeded();
    else if (pauseMs > 0 || isOurStall || deadline.isGivenUp()) permit.abandoned();
    else if (reply.hasAnswered === true || provesLittle.has(reply.reason)) permit.unusable();
    else permit.failed();
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
    around: (ask) => async (query, caller, purpose) => {
      if (caller.aborted) return failed('timeout');
      const permit = findPermit();
      if ('kind' in permit) {
        onFailure(permit.reason);
        return permit;
      }
      /** A defect in it must not reach the caller nor leave a permit open. */
      const attempt: Guarded<Value> = async (signal) => {
        inFlight++;
        try {
          return await ask(query, signal, purpose);
        } catch (error) {
          onDefect(error);
          return failed('invalid_response');
        } finally {
          inFlight--;
        }
      };
      stalls.begin();
      const [startedMs, stoodBeforeMs] = [clock.monotonicMs(), stalls.stoodMs()];
      const deadline = createDeadline(settings.deadlineMs, caller, stalls.stoodMs);
      const reply =
        hedgeAfterMs === null || permit.isProbe
          ? await withRetry(attempt, deadline.signal, permit)
          : await withHedge(attempt, deadline.signal, hedgeAfterMs, permit);
      deadline.end();
      const stoodMs = stalls.stoodMs() - stoodBeforeMs;
      stalls.end();
      if (reply.kind !== 'failed') {
        permit.succeeded();
        return reply;
      }
      const isStalled = stoodMs > 0 && stoodMs >= (clock.monotonicMs() - startedMs) * stallShareMin;
      settleFailed(permit, reply, deadline, isStalled && isAboutTime(reply) && !deadline.hasHadItsTime());
      if (!isGivenUp(caller)) onFailure(reply.reason);
      return reply;
    },
  };
}

/** Our own stall can look like this. A connection that is refused or cut is the party's doing, however busy we are. */
function isAboutTime({ reason, isConnectLate }: Failure): boolean {
  return reason === 'timeout' || isConnectLate === true;
}

/** One attempt. It never rejects. */
type Guarded<Value> = (signal: AbortSignal) => Promise<Reply<Value>>;

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
