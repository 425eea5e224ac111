// Traces, for whoever has switched them on: a span for each request and one for each party that is asked on its behalf.
// Nothing of a person goes into a span, and where tracing is off there is no Tracer at all.

import type { Eventual } from './eventual.ts';

export interface TracedRequest {
  readonly requestId: string;
  readonly method: string;
  /** The route's pattern, never the URL. */
  readonly route: string | null;
  readonly status: number;
  readonly outcome: string | null;
  readonly code: string | null;
}

export interface TracedAnswer {
  /** `answered`, `not_found`, or why there is no answer. */
  readonly outcome: string;
  readonly cached: boolean;
}

export interface Tracer {
  /** `traceparent` as the caller sent it. */
  begin(requestId: string, traceparent: string | undefined): void;
  /** Runs the rest of the work as part of this request. */
  within(requestId: string, rest: () => void): void;
  end(request: TracedRequest): void;
  ask<Answer>(
    source: string,
    question: () => Eventual<Answer>,
    toTraced: (answer: Answer) => TracedAnswer,
  ): Eventual<Answer>;
  /** Returns the headers that the next call to a party carries. */
  toHeaders(): Readonly<Record<string, string>>;
  close(): Promise<void>;
}
