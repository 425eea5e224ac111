// Whom a caller's mode asks about a person, by which plan, and whom a budget leaves out.

import { listPlanned, type Plan } from '../../../domain/checks/plan.ts';
import { isMissing } from '../../../domain/person/counted-evidence.ts';
import type { SourceName } from '../../../domain/person/evidence.ts';
import type { AppError } from '../../../errors.ts';
import type { PersonSource, PersonSources } from '../ports.ts';
import { type KnownAnswers, listUnknown } from './ask-sources.ts';
import type { Reservation } from './spending-limits.ts';

/** The chosen sources state which parties a caller's mode asks, and how. */
export interface Chosen {
  readonly sources: PersonSources;
  readonly plan: Plan | undefined;
  /** The request is refused if these sources have no room for it. A source that runs out of room later is unavailable. */
  readonly askedFirst: PersonSources;
  /** A request may call these sources if no answer is known yet. */
  readonly callable: readonly SourceName[];
  /** Tells whether one of the sources may know an answer without a call. */
  readonly haveKept: boolean;
}

export function toChosen(sources: PersonSources, plan: Plan | undefined): Chosen {
  const haveKept = sources.some((source) => source.findKnown !== undefined);
  if (plan === undefined)
    return { sources, plan, askedFirst: sources, callable: sources.map(({ name }) => name), haveKept };
  const isFirst = ({ name }: PersonSource) => plan.stages[0]?.some(({ ask }) => ask === name);
  return { sources, plan, askedFirst: sources.filter(isFirst), callable: listPlanned(plan), haveKept };
}

/** Lists the callable sources that have not answered. */
export function listCallable({ sources, callable }: Chosen, known: KnownAnswers): readonly SourceName[] {
  if (known.length === 0) return callable;
  const unknown = listUnknown(sources, known);
  return callable.filter((name) => unknown.includes(name));
}

export const isAnswer = (known: KnownAnswers[number]): boolean => known !== undefined && !isMissing(known);

/** Returns a refusal if budgets leave no source to ask, or leave out a required answer. In either case skipping would lead to no result. */
export function findBudgetRefusal(
  sources: PersonSources,
  skipped: Reservation['skipped'],
  hasOthers: boolean,
): AppError | undefined {
  const [first] = skipped.values();
  const required = sources.find(({ name, required: isRequired }) => isRequired && skipped.has(name));
  return required === undefined ? (hasOthers ? undefined : first) : skipped.get(required.name);
}

/** Returns the refusal of a source that the request would ask but a budget leaves out, if no other source stands in for it. */
export function findLeftOut({ plan }: Chosen, skipped: Reservation['skipped']): AppError | undefined {
  if (plan === undefined) return [...skipped.values()][0];
  const left = plan.stages
    .flat()
    .find(({ ask, fallback }) => skipped.has(ask) && (fallback === null || skipped.has(fallback)));
  return left && skipped.get(left.ask);
}
