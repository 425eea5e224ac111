// A circuit breaker: stops asking a party that fails, and lets a single probe find out whether it is back.
// A pure state machine over the monotonic clock. Why it is our own: docs/decisions/circuit-breaker.md.

import type { Clock } from '../../app/clock.ts';
import { toObserver } from '../../app/observer.ts';
import { toBackoffMs } from '../../app/waiting/backoff.ts';

export interface BreakerSettings {
  readonly consecutiveFailures: number;
  readonly failurePercent: number;
  readonly minimumCalls: number;
  readonly windowMs: number;
  readonly openMs: number;
  readonly openMaxMs: number;
}

export type BreakerState = 'closed' | 'open' | 'half_open';

/** The right to make one call. Exactly one of its functions is called when the call has ended. */
export interface Permit {
  readonly isProbe: boolean;
  succeeded(): void;
  failed(): void;
  /** The party answered, but not with something to believe. About one person that proves little: only their share counts. */
  unusable(): void;
  /** The call was given up by its caller: it says nothing about the party. */
  abandoned(): void;
}

export interface Breaker {
  readonly state: BreakerState;
  /** Tells whether the circuit is open and too young for a probe. Only `findPermit` leaves the state, so it stays open for a party without calls. */
  readonly isRefusing: boolean;
  /** Returns undefined while the circuit is open, or half open with its probe under way. */
  findPermit(): Permit | undefined;
}

interface BreakerOptions {
  readonly settings: BreakerSettings;
  readonly clock: Clock;
  /** The values lie from 0 to below 1. */
  readonly random: () => number;
  readonly onChange?: ((state: BreakerState) => void) | undefined;
}

type Phase =
  /** All calls have the same right. */
  | { readonly kind: 'closed'; readonly permit: Permit }
  | { readonly kind: 'open'; readonly untilMs: number; readonly openings: number }
  | { readonly kind: 'half_open'; readonly openings: number };

export function createBreaker({ settings, clock, random, onChange }: BreakerOptions): Breaker {
  const tell = toObserver(onChange);

  const enter = (next: Phase): void => {
    phase = next;
    tell(next.kind);
  };
  const open = (openings: number): void =>
    enter({ kind: 'open', openings, untilMs: clock.monotonicMs() + toPauseMs(settings, openings, random()) });
  const close = (): void => enter(toClosed());

  /** Results count only for the phase in which their call began: an old success must not close a circuit that opened since. */
  const toClosed = (): Phase => {
    const window = createWindow(settings.windowMs);
    const count = (result: CallOutcome): void => {
      if (phase !== began) return;
      window.add(clock.monotonicMs(), result);
      if (result !== 'success' && isTooMany(window, settings)) open(1);
    };
    const permit: Permit = {
      isProbe: false,
      succeeded: () => count('success'),
      failed: () => count('failure'),
      unusable: () => count('unusable'),
      abandoned: () => {},
    };
    const began: Phase = { kind: 'closed', permit };
    return began;
  };
  const probePermit = (openings: number): Permit => ({
    isProbe: true,
    succeeded: close,
    failed: () => open(openings + 1),
    // It does not show that the party is well, and one odd answer does not show that it is worse than before.
    unusable: () => open(openings),
    abandoned: () => enter({ kind: 'open', openings, untilMs: clock.monotonicMs() }),
  });

  const isTooSoon = (): boolean => phase.kind === 'open' && clock.monotonicMs() < phase.untilMs;

  let phase = toClosed();
  return {
    get state() {
      return phase.kind;
    },
    get isRefusing() {
      return isTooSoon();
    },
    findPermit() {
      if (phase.kind === 'closed') return phase.permit;
      if (phase.kind === 'half_open' || isTooSoon()) return undefined;
      const { openings } = phase;
      enter({ kind: 'half_open', openings });
      return probePermit(openings);
    },
  };
}

function isTooMany(window: CallWindow, settings: BreakerSettings): boolean {
  if (window.consecutiveFailures >= settings.consecutiveFailures) return true;
  const { calls, failures } = window.count();
  return calls >= settings.minimumCalls && failures * 100 >= calls * settings.failurePercent;
}

/** Doubles with every opening up to the maximum. A quarter less or more keeps many instances from probing in step. */
function toPauseMs({ openMs, openMaxMs }: BreakerSettings, openings: number, random: number): number {
  return Math.min(openMaxMs, toBackoffMs(openings, { firstMs: openMs, maxMs: openMaxMs }) * (0.75 + random / 2));
}

type CallOutcome = 'success' | 'failure' | 'unusable';

interface CallWindow {
  readonly consecutiveFailures: number;
  add(nowMs: number, outcome: CallOutcome): void;
  /** Returns the counts as of the last added call. */
  count(): { calls: number; failures: number };
}

const bucketCount = 10;

/** Counts calls over the last `windowMs`, in tenths of it. */
function createWindow(windowMs: number): CallWindow {
  const bucketMs = windowMs / bucketCount;
  let buckets: { slot: number; calls: number; failures: number }[] = [];
  let consecutiveFailures = 0;
  return {
    get consecutiveFailures() {
      return consecutiveFailures;
    },
    add(nowMs, outcome) {
      if (outcome === 'success') consecutiveFailures = 0;
      if (outcome === 'failure') consecutiveFailures++;
      const slot = Math.floor(nowMs / bucketMs);
      let bucket = buckets.at(-1);
      if (bucket?.slot !== slot) {
        bucket = { slot, calls: 0, failures: 0 };
        buckets = [...buckets.filter((each) => each.slot > slot - bucketCount), bucket];
      }
      bucket.calls++;
      if (outcome !== 'success') bucket.failures++;
    },
    count: () => ({
      calls: buckets.reduce((sum, bucket) => sum + bucket.calls, 0),
      failures: buckets.reduce((sum, bucket) => sum + bucket.failures, 0),
    }),
  };
}
