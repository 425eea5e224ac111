// A question to a party and its result: the one form in which both pass through the rooms, from the source to the wire and back.

import type { KeptAnswerUse, UnavailableReason } from '../domain/person/evidence.ts';

/** The person or company that a party is asked about. */
export interface Subject {
  readonly number: string;
  /** `values` holds the values of the request's placeholders. A value is null if the caller supplied none. */
  readonly values: Readonly<Record<string, string | null>>;
  /** An order from before: its answer is looked for once, and nothing is ordered. */
  readonly order?: string;
  /** The source calls this for each request about the subject that begins to leave. */
  readonly onSent?: () => void;
}

/** A question, as what is kept of it is found again. */
export interface Asked {
  readonly number: string;
  /** All that the request depends on, the number included. */
  readonly key: string;
}

/** A fault names the field that does not fit and the expected form. It never contains the value, which may be personal data. */
export interface AnswerFault {
  readonly field: string;
  readonly problem: string;
}

/** A failure covers any fault on the way or at the party. */
export interface Failure {
  readonly kind: 'failed';
  readonly reason: UnavailableReason;
  /** Tells whether a byte of the request may have left. The caller may repeat the request only if this is false. */
  readonly sent: boolean;
  /** The party itself said so: as the description has it, or in its own format. */
  readonly isTheirs?: boolean;
  /** The time for a connection was over. */
  readonly isConnectLate?: boolean;
  /** The answer had come when the time was over, and was not read yet. */
  readonly hasAnswered?: boolean;
  /** The party had taken this order: it may be billed, and its answer may still come. */
  readonly order?: string;
  /**
   * The order has left, and the party may still take it. The promise settles when its id is kept or none will come. Until then, no caller may order
   * it again.
   */
  readonly placing?: Promise<unknown>;
  /** The party asked for this pause. The value is undefined if it did not ask. */
  readonly retryAfterMs?: number | undefined;
  /** The fault helps an operator who tries a description. */
  readonly fault?: AnswerFault;
}

/** An order at a party that answers later. */
export interface OpenOrder {
  /** `id` is the party's name for the order. The value is undefined while it is unknown whether the party has taken the order. */
  readonly id?: string;
  /** The party would recognize the order by this key. */
  readonly key?: string;
}

/** `OpenOrders` holds the orders without an answer. No method rejects: a store that fails may cost a second order, never an answer. */
export interface OpenOrders {
  find(asked: Asked): Promise<OpenOrder | undefined>;
  keep(asked: Asked, order: OpenOrder): Promise<void>;
  /** It was answered, or the party does not know it: the next question is an order of its own. */
  end(asked: Asked): Promise<void>;
}

interface Found<Value> {
  readonly kind: 'found';
  readonly value: Value;
  /** The field exists if another process bought the answer while this one was about to ask. */
  readonly kept?: KeptAnswerUse;
}

export type Reply<Value> = Found<Value> | { readonly kind: 'not_found' } | Failure;

/** One attempt at a question, of which the party is told all but why it is asked. It settles soon after the signal aborts. */
export type Attempt<Query, Value> = (query: Query, signal: AbortSignal) => Promise<Reply<Value>>;

/** One question to a party. The purpose decides what is kept of the answer, and never leaves the house. */
export type Ask<Query, Value> = (query: Query, signal: AbortSignal, purpose: string | null) => Promise<Reply<Value>>;

/** Lies around what answers a question: it may answer in its place, or do something with the answer. */
export type Layer<Query, Value> = (ask: Ask<Query, Value>) => Ask<Query, Value>;
