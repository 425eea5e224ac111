// Who may stand in for whom: a fallback that is not needed is not asked, so it may know nothing that its source does not tell. Otherwise what
// only the fallback knows, such as a fraud alert, would stay unheard without being missed.

import type { PlanSources } from './topics.ts';
import type { CheckFault, PlacedStep } from './written-plan.ts';

export function findWrongStandIns(steps: readonly PlacedStep[], sources: PlanSources): CheckFault[] {
  return steps.flatMap(({ step: { ask, fallback }, path }) => {
    const foreign = fallback === null ? [] : findForeign(ask, fallback, sources);
    if (foreign.length === 0) return [];
    const problem = `${fallback} has ${foreign.join(', ')}, which ${ask} lacks: a fallback is not asked where its source answers, and then nobody would tell this. Give ${fallback} a step of its own`;
    return [{ path: [...path, 'fallback'], problem }];
  });
}

/** The roles and signals of the fallback that its source lacks. */
export function findForeign(ask: string, fallback: string, sources: PlanSources): readonly string[] {
  const { roles = [], signals = {}, isUnread = false } = sources[fallback] ?? {};
  const own = sources[ask];
  // Which roles it has, its own faults decide: they are told where they are.
  if (own === undefined || isUnread) return [];
  return [
    ...roles.filter((role) => !own.roles.includes(role)).map((role) => `the role ${role}`),
    ...Object.keys(signals)
      .filter((name) => !Object.hasOwn(own.signals, name))
      .map((name) => `the signal ${name}`),
  ];
}
