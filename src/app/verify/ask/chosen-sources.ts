// Whom a caller's mode asks about a person, by which plan, and whom a budget leaves out.

import { listPlanned, type Plan } from '../../../domain/checks/plan.ts';
import { isMissing } from '../../../domain/person/counted-evidence.ts';
import type { SourceName } from '../../../domain/person/evidence.ts';
import type { AppError } from '../../../errors.ts';
import type { PersonSource, PersonSources } from '../ports.ts';
import { type KnownAnswers, listUnknown } from './ask-sources.ts';
import type { Reservation } from './spending-limits.ts';

/** Whom a caller's mode asks, and how. */
export interface Chosen {
  readonly sources: PersonSources;
  readonly plan: Plan | undefined;
  /** Without room for them the request is refused; whoever has none later is unavailable. */
  readonly askedFirst: PersonSources;
  /** Whom a request may call where nothing is known yet. */
  readonly callable: readonly SourceName[];
}

export function toChosen(sources: PersonSources, plan: Plan | undefined): Chosen {
  if (plan === undefined) return { sources, plan, askedFirst: sources, callable: sources.map(({ name }) => name) };
  const isFirst = ({ name }: PersonSource) => plan.stages[0]?.some(({ ask }) => ask === name);
  return { sources, plan, askedFirst: sources.filter(isFirst), callable: listPlanned(plan) };
}

/** Of those that have not answered. */
export function listCallable({ sources, callable }: Chosen, known: KnownAnswers): readonly SourceName[] {
  if (known.length === 0) return callable;
  const unknown = listUnknown(sources, known);
  return callable.filter((name) => unknown.includes(name));
}

export const isAnswer = (known: KnownAnswers[number]): boolean => known !== undefined && !isMissing(known);

/** Where a budget leaves nobody to ask, or not one whose answer is required, there is no result to skip towards. */
export function findBudgetRefusal(
  sources: PersonSources,
  skipped: Reservation['skipped'],
  hasOthers: boolean,
): AppError | undefined {
  const [first] = skipped.values();
  const required = sources.find(({ name, required: isRequired }) => isRequired && skipped.has(name));
  return required === undefined ? (hasOthers ? undefined : first) : skipped.get(required.name);
}

/** The refusal of a source that the request would ask, that a budget leaves out, and that nobody stands in for. */
export function findLeftOut({ plan }: Chosen, skipped: Reservation['skipped']): AppError | undefined {
  if (plan === undefined) return [...skipped.values()][0];
  const left = plan.stages
    .flat()
    .find(({ ask, fallback }) => skipped.has(ask) && (fallback === null || skipped.has(fallback)));
  return left && skipped.get(left.ask);
}
