// The sources of a verification with a span for each question to one of them.

import { andThen } from '../../eventual.ts';
import type { TracedAnswer, Tracer } from '../../tracer.ts';
import type { CompanyFallback, PersonSource, PersonSources, SourceAnswer } from '../ports.ts';

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
