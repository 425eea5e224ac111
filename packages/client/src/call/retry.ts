// When a call is made again, and after how long. Knows no clock and makes no call.

import { type ConfereError, isRetryable } from './confere-error.ts';

/** Second tries as a share of all calls, so that a service in trouble never gets more than that much extra. */
export interface RetryBudget {
  /** For every call, once. */
  earn(): void;
  /** Takes the price of one second try; false where it was not earned. */
  spend(): boolean;
}

/** A client begins with this many second tries and never saves up more. */
const savedMax = 10;
const earnedPerCall = 0.2;

export function createRetryBudget(): RetryBudget {
  let saved = savedMax;
  return {
    earn() {
      saved = Math.min(saved + earnedPerCall, savedMax);
    },
    spend() {
      if (saved < 1) return false;
      saved -= 1;
      return true;
    },
  };
}

/** `told`: the service said when. `guessed`: it is in trouble, or out of reach, and extra calls are to be few. */
export type Retry = { readonly kind: 'told' | 'guessed'; readonly afterMs: number } | { readonly kind: 'never' };

const firstPauseMs = 250;
const pauseMsMax = 8_000;

/** `attempt` counts from 1; `random` is in [0, 1). */
export function decideRetry(error: ConfereError, attempt: number, random: number): Retry {
  // An internal error tends to repeat itself, and a deadline is over.
  if (!isRetryable(error) || error.code === 'deadline_exceeded' || error.status === 500) return { kind: 'never' };
  const { retryAfterMs } = error;
  const isTurn = error.status === 429 || error.code === 'idempotency_in_progress';
  // Those who were told the same moment do not come at the same moment.
  if (retryAfterMs !== undefined) {
    return {
      kind: isTurn ? 'told' : 'guessed',
      afterMs: retryAfterMs + random * Math.max(firstPauseMs, retryAfterMs / 10),
    };
  }
  const ceiling = Math.min(pauseMsMax, firstPauseMs * 2 ** (attempt - 1));
  return { kind: 'guessed', afterMs: ceiling / 2 + (random * ceiling) / 2 };
}

/** Milliseconds, written as seconds or as a date; undefined where there is none or it is neither. */
export function parseRetryAfter(text: string | null, nowMs: number): number | undefined {
  const trimmed = text?.trim() ?? '';
  if (/^\d{1,9}$/.test(trimmed)) return Number(trimmed) * 1000;
  const atMs = /^[A-Z]/i.test(trimmed) ? Date.parse(trimmed) : Number.NaN;
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - nowMs);
}
