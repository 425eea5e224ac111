// Finds conditions that are judged before what they look at is there: of a source for which the caller waits, where nobody else
// tells it. When that answer comes, no further source is asked.

import type { Condition } from './condition.ts';
import { listTellers, type PlanSources } from './topics.ts';
import type { CheckFault, PlacedStep } from './written-plan.ts';

type Stage = readonly PlacedStep[];

export function findConditionsTooEarly(stages: readonly Stage[], sources: PlanSources): CheckFault[] {
  const faults: CheckFault[] = [];
  stages.forEach((stage, index) => {
    const before = stages.slice(0, index).flat();
    const soFar = [...before, ...stage];
    for (const { step, path } of stage) {
      const judged = [
        ['when', findAwaited(step.when, before, sources)],
        ['stop_if', findAwaited(step.stopIf, soFar, sources)],
      ] as const;
      for (const [key, awaited] of judged) {
        if (awaited === undefined) continue;
        const problem = `only ${awaited} tells this, and the caller waits for ${awaited}: when its answer comes, no further source is asked. Leave out async: wait there, or this condition`;
        faults.push({ path: [...path, key], problem });
      }
    }
  });
  return faults;
}

/** Somebody awaited without whom the conditions know nothing. */
function findAwaited(conditions: readonly Condition[], asked: Stage, sources: PlanSources): string | undefined {
  for (const { topic } of conditions.flat()) {
    const tellers = listTellers(topic, sources);
    const byThen = asked.filter(({ step: { ask, fallback } }) =>
      [ask, fallback].some((name) => tellers.includes(name ?? '')),
    );
    if (byThen.length > 0 && byThen.every(({ step }) => step.isAwaited)) return byThen[0]?.step.ask;
  }
  return undefined;
}
