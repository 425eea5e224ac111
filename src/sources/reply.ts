// What came of asking a party: the one form in which a reply passes through the rooms, from the wire to the source.

import type { UnavailableReason } from '../domain/evidence.ts';

/** Whatever went wrong, on the way or at the party. */
export interface Failure {
  readonly kind: 'failed';
  readonly reason: UnavailableReason;
  /** Whether a byte of the request may have left. Only where it is false may the request be made again. */
  readonly sent: boolean;
  /** How long the party asked to be left alone; undefined where it did not. */
  readonly retryAfterMs?: number | undefined;
}

export type Reply<Value> = { readonly kind: 'found'; readonly value: Value } | { readonly kind: 'not_found' } | Failure;

/** One question to a party. It settles soon after the signal aborts. */
export type Ask<Query, Value> = (query: Query, signal: AbortSignal) => Promise<Reply<Value>>;
