// Asks the sources about a person: first for what they know without a call, then those that must make one, in parallel under one
// deadline. It does not know what is written down in between.

import type { NotAskedReason, PersonQuery, SourceName } from '../../../domain/person/evidence.ts';
import type { Eventual } from '../../eventual.ts';
import type { PersonSource, PersonSources, SourceAnswer, UnaskedSource } from '../ports.ts';
import { toTimeout } from './deadlines.ts';

/** One of each source, in their order. */
export type Answers = readonly (SourceAnswer | UnaskedSource)[];
/** Known answers follow the order of the sources. They cover sources that need no call or must not be called. */
export type KnownAnswers = readonly (SourceAnswer | UnaskedSource | undefined)[];

export const nothingKnown: KnownAnswers = [];

export function findKnown(sources: PersonSources, query: PersonQuery, purpose: string | null): Eventual<KnownAnswers> {
  const found = sources.map((source) => source.findKnown?.(query, purpose));
  return found.some((each) => each instanceof Promise) ? Promise.all(found) : (found as KnownAnswers);
}

/** Returns the sources that have not answered yet, in the order of all. */
export function listUnknown(sources: PersonSources, known: KnownAnswers): readonly SourceName[] {
  return sources.flatMap(({ name }, place) => (known[place] === undefined ? name : []));
}

/** Calls every source whose answer is not known. */
export function askUnknown(
  sources: PersonSources,
  query: PersonQuery,
  known: KnownAnswers,
  deadlineMs: number,
): Eventual<Answers> {
  const deadline = new AbortController();
  const asked = sources.map((source, place) => known[place] ?? source.ask(query, deadline.signal));
  // The sandbox has answered by now, and then no time can run out.
  return asked.some((each) => each instanceof Promise) ? awaitAll(asked, deadline, deadlineMs) : (asked as Answers);
}

export function toUnasked({ name, roles }: PersonSource, reason: NotAskedReason): UnaskedSource {
  return { source: name, roles, evidence: { kind: 'not_asked', reason }, latencyMs: 0, cached: false, calls: 0 };
}

async function awaitAll(
  asked: readonly Eventual<Answers[number]>[],
  deadline: AbortController,
  deadlineMs: number,
): Promise<Answers> {
  const timer = setTimeout(() => deadline.abort(toTimeout()), deadlineMs);
  try {
    return await Promise.all(asked);
  } finally {
    clearTimeout(timer);
  }
}
