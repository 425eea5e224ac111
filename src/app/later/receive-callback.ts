// A callback of a party: whether it is from the party, whether there are too many of them, and which order it is about. Nothing else of it
// is believed. Whoever proves to be the party always gets the same answer, and whoever does not learns nothing, not even who calls back.

import { AppError } from '../../errors.ts';
import type { Clock } from '../clock.ts';
import type { Counters } from '../limits.ts';
import { toObserver } from '../observer.ts';

/** By name in lower case, with each of its values. */
export type CallbackHeaders = Readonly<Record<string, readonly string[] | undefined>>;

export interface InboundCallback {
  /** The address names the source in this form. */
  readonly source: string;
  readonly headers: CallbackHeaders;
  /** The body holds the bytes as they came. */
  readonly body: Uint8Array;
  /** The client's network, in the form of `toClientNetwork`. */
  readonly address: string;
  /** Each callback has another request id. */
  readonly requestId: string;
}

/** A party that calls back. */
export interface CallbackParty {
  readonly perMinuteMax: number;
  isProved(callback: Pick<InboundCallback, 'headers' | 'body'>, nowMs: number): boolean;
  /** The id of the order; undefined where the body names none. It never rejects. */
  findOrder(body: Uint8Array): Promise<string | undefined>;
}

export const callbackOutcomes = ['accepted', 'unreadable', 'limited', 'refused'] as const;
export type CallbackOutcome = (typeof callbackOutcomes)[number];

interface ReceiveCallbackOptions {
  readonly parties: ReadonlyMap<string, CallbackParty>;
  /** Authenticated callbacks by source. */
  readonly rates: Counters;
  /** Failed authentications by the client's network, together with those of API keys. */
  readonly failures: Counters;
  readonly failuresPerMinuteMax: number;
  readonly clock: Clock;
  /** The order of this source may have its answer. */
  readonly wake: (source: string, order: string, call: string) => Promise<void>;
  readonly onOutcome?: (source: string, outcome: CallbackOutcome) => void;
}

/** Resolves once the waiting process is sure to notice the callback. Throws the refusal. */
export type ReceiveCallback = (callback: InboundCallback) => Promise<void>;

const minuteMs = 60_000;

export function createReceiveCallback(options: ReceiveCallbackOptions): ReceiveCallback {
  const { parties, rates, failures, failuresPerMinuteMax, clock, wake } = options;
  const onOutcome = toObserver(options.onOutcome);

  async function refuse(address: string, internal: string): Promise<never> {
    const { count, resetsInMs } = await failures.hit(address, minuteMs);
    throw count > failuresPerMinuteMax ? toLimited(resetsInMs) : new AppError('not_found', { internal });
  }

  return async ({ source, headers, body, address, requestId }) => {
    const party = parties.get(source);
    if (party === undefined) {
      // As for a name that calls back: the time it takes tells no names.
      for (const any of parties.values()) {
        any.isProved({ headers, body }, clock.nowMs());
        break;
      }
      return refuse(address, 'no source of this name calls back');
    }
    if (!party.isProved({ headers, body }, clock.nowMs())) {
      onOutcome(source, 'refused');
      return refuse(address, `a callback of ${source}: its secret, signature or time is wrong`);
    }
    const { count, resetsInMs } = await rates.hit(`callback ${source}`, minuteMs);
    if (count > party.perMinuteMax) {
      onOutcome(source, 'limited');
      throw toLimited(resetsInMs);
    }
    const order = await party.findOrder(body);
    if (order !== undefined) await wake(source, order, requestId);
    onOutcome(source, order === undefined ? 'unreadable' : 'accepted');
  };
}

function toLimited(resetsInMs: number): AppError {
  return new AppError('rate_limited', { retryAfterSeconds: Math.max(1, Math.ceil(resetsInMs / 1000)) });
}
