// Asks the sources about a person: first for what they know without a call, then those that must make one, in parallel under one
// deadline. It does not know what is written down in between.

import { type PersonQuery, type SourceName, sourceNames } from '../../domain/person/evidence.ts';
import type { Eventual } from '../eventual.ts';
import type { PersonSources, SourceAnswer } from '../ports.ts';

export type Answers = Readonly<Record<SourceName, SourceAnswer>>;
/** Of those that need no call. */
export type KnownAnswers = Readonly<Record<SourceName, SourceAnswer | undefined>>;

const nothingKnown: KnownAnswers = { bureau_a: undefined, bureau_b: undefined, fraud_registry: undefined };

export function findKnown(sources: PersonSources, query: PersonQuery): Eventual<KnownAnswers> {
  if (sourceNames.every((name) => sources[name].findKnown === undefined)) return nothingKnown;
  const found = sourceNames.map((name) => sources[name].findKnown?.(query));
  return found.some((each) => each instanceof Promise)
    ? Promise.all(found).then(toKnown)
    : toKnown(found as (SourceAnswer | undefined)[]);
}

/** Those that have not answered yet, in the order of all. */
export function listUnknown(known: KnownAnswers): readonly SourceName[] {
  return known === nothingKnown ? sourceNames : sourceNames.filter((name) => known[name] === undefined);
}

/** Calls whoever is not among the known. */
export function askUnknown(
  sources: PersonSources,
  query: PersonQuery,
  known: KnownAnswers,
  deadlineMs: number,
): Eventual<Answers> {
  const deadline = new AbortController();
  const bureau_a = known.bureau_a ?? sources.bureau_a.ask(query, deadline.signal);
  const bureau_b = known.bureau_b ?? sources.bureau_b.ask(query, deadline.signal);
  const fraud_registry = known.fraud_registry ?? sources.fraud_registry.ask(query, deadline.signal);
  const isPending = bureau_a instanceof Promise || bureau_b instanceof Promise || fraud_registry instanceof Promise;
  // The sandbox has answered by now, and then no time can run out.
  return isPending
    ? awaitAll([bureau_a, bureau_b, fraud_registry], deadline, deadlineMs)
    : { bureau_a, bureau_b, fraud_registry };
}

function toKnown([bureau_a, bureau_b, fraud_registry]: readonly (SourceAnswer | undefined)[]): KnownAnswers {
  return { bureau_a, bureau_b, fraud_registry };
}

async function awaitAll(
  asked: readonly [Eventual<SourceAnswer>, Eventual<SourceAnswer>, Eventual<SourceAnswer>],
  deadline: AbortController,
  deadlineMs: number,
): Promise<Answers> {
  // The reason tells the sources that their time was over, not that the caller lost interest.
  const timer = setTimeout(() => deadline.abort(new DOMException('the deadline is over', 'TimeoutError')), deadlineMs);
  try {
    const [bureau_a, bureau_b, fraud_registry] = await Promise.all(asked);
    return { bureau_a, bureau_b, fraud_registry };
  } finally {
    clearTimeout(timer);
  }
}
