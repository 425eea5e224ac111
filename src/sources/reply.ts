// A question to a party and its result: the one form in which both pass through the rooms, from the source to the wire and back.

import type { KeptAnswerUse, UnavailableReason } from '../domain/person/evidence.ts';

/** The person or company that a party is asked about. */
export interface Subject {
  readonly number: string;
  /** What the placeholders of the request stand for; null where nothing was supplied. */
  readonly values: Readonly<Record<string, string | null>>;
  /** Why the person is asked about: it decides whether the answer is kept. Never sent. */
  readonly purpose?: string | null;
  /** An order from before: its answer is looked for once, and nothing is ordered. */
  readonly order?: string;
  /** Told of each request about it that begins to leave. */
  readonly onSent?: () => void;
}

/** A question, as what is kept of it is found again. */
export interface Asked {
  readonly number: string;
  /** All that the request depends on, the number included. */
  readonly key: string;
}

/** Which field of an answer does not fit, and what was expected. Never what was found: that may be somebody's. */
export interface AnswerFault {
  readonly field: string;
  readonly problem: string;
}

/** Whatever went wrong, on the way or at the party. */
export interface Failure {
  readonly kind: 'failed';
  readonly reason: UnavailableReason;
  /** Whether a byte of the request may have left. Only where it is false may the request be made again. */
  readonly sent: boolean;
  /** The party itself said so: as the description has it, or in its own format. */
  readonly isTheirs?: boolean;
  /** The party had taken this order: it may be billed, and its answer may still come. */
  readonly order?: string;
  /** It has left, and the party may still take it. Settles when its id is kept, or none will come: before that nobody may order it. */
  readonly placing?: Promise<unknown>;
  /** How long the party asked to be left alone; undefined where it did not. */
  readonly retryAfterMs?: number | undefined;
  /** For who tries a description. */
  readonly fault?: AnswerFault;
}

/** An order at a party that answers later. */
export interface OpenOrder {
  /** What the party calls it; undefined while nobody knows whether the party has taken it. */
  readonly id?: string;
  /** By which the party would know it again. */
  readonly key?: string;
}

/** Those that are not answered yet. None rejects: a store that fails may cost a second order, never an answer. */
export interface OpenOrders {
  find(asked: Asked): Promise<OpenOrder | undefined>;
  keep(asked: Asked, order: OpenOrder): Promise<void>;
  /** It was answered, or the party does not know it: the next question is an order of its own. */
  end(asked: Asked): Promise<void>;
}

interface Found<Value> {
  readonly kind: 'found';
  readonly value: Value;
  /** Where another process bought it while this one was about to ask. */
  readonly kept?: KeptAnswerUse;
}

export type Reply<Value> = Found<Value> | { readonly kind: 'not_found' } | Failure;

/** One question to a party. It settles soon after the signal aborts. */
export type Ask<Query, Value> = (query: Query, signal: AbortSignal) => Promise<Reply<Value>>;
