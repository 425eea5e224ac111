// Traces, for whoever has switched them on: a span for each request and one for each party that is asked on its behalf.
// Nothing of a person goes into a span, and where tracing is off there is no Tracer at all.

import { andThen, type Eventual } from './eventual.ts';
import type { CompanyFallback, PersonSource, PersonSources, SourceAnswer } from './verify/ports.ts';

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
  /** Whatever runs from here on belongs to this request. */
  within(requestId: string, rest: () => void): void;
  end(request: TracedRequest): void;
  ask<Answer>(
    source: string,
    question: () => Eventual<Answer>,
    toTraced: (answer: Answer) => TracedAnswer,
  ): Eventual<Answer>;
  /** What a call to a party that is made now carries. */
  toHeaders(): Readonly<Record<string, string>>;
  close(): Promise<void>;
}

export function withTracedPeople(sources: PersonSources, tracer: Tracer): PersonSources {
  const toTraced = ({ evidence, cached }: SourceAnswer): TracedAnswer => ({
    outcome: evidence.kind === 'unavailable' ? evidence.reason : evidence.kind,
    cached,
  });
  return sources.map((source): PersonSource => {
    const { name, roles, required, findKnown, later } = source;
    return {
      name,
      roles,
      required,
      ...(later && { later }),
      canAdmit: (besides) => source.canAdmit(besides),
      // A span is of an answer: where there is none yet, the call will have one.
      ...(findKnown && {
        findKnown: (query, purpose) =>
          andThen(findKnown(query, purpose), (known) => known && tracer.ask(name, () => known, toTraced)),
      }),
      ask: (query, signal, purpose) => tracer.ask(name, () => source.ask(query, signal, purpose), toTraced),
    };
  });
}

export function withTracedFallback(fallback: CompanyFallback, tracer: Tracer): CompanyFallback {
  return {
    find: async (cnpj, signal) =>
      tracer.ask(
        'company_fallback',
        () => fallback.find(cnpj, signal),
        ({ kind }) => ({ outcome: kind, cached: false }),
      ),
  };
}
