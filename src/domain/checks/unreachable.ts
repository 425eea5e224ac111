// Finds what a plan says in vain: steps that can never run and stops that can never hold, or always do. It reports only what is
// certain; a plan may pass and still hold a step that nobody ever reaches.

import type { Condition, Test, Values } from './condition.ts';
import { isToldByQuestion, listTellers, type PlanSources, type SourceOutcome, sourceOutcomes } from './topics.ts';
import type { CheckFault, PlacedStep } from './written-plan.ts';

type Stage = readonly PlacedStep[];

export function findUnreachable(stages: readonly Stage[], sources: PlanSources): CheckFault[] {
  const faults: CheckFault[] = [];
  stages.forEach((stage, index) => {
    const before = findAsked(stages.slice(0, index));
    const after = findAsked(stages.slice(0, index + 1));
    const stopsBefore = listCertainStops(stages[index - 1] ?? []);
    for (const { step, path } of stage) {
      const never = findAllImpossible(step.when, before, sources);
      if (never !== undefined) faults.push({ path: [...path, 'when'], problem: `this step can never run: ${never}` });
      else if (step.when.length > 0 && step.when.every((when) => stopsBefore.some((stop) => implies(when, stop)))) {
        const problem = 'this step can never run: the stage before it stops wherever this holds';
        faults.push({ path: [...path, 'when'], problem });
      }
      const idle = findAllImpossible(step.stopIf, after, sources);
      if (idle !== undefined) faults.push({ path: [...path, 'stop_if'], problem: `this stop can never hold: ${idle}` });
      if (index < stages.length - 1 && step.when.length === 0 && alwaysHolds(step.stopIf, after)) {
        const problem = 'this stop always holds: the stages after it can never run';
        faults.push({ path: [...path, 'stop_if'], problem });
      }
    }
  });
  return faults;
}

/** The map holds the possible outcomes of each source that has a place in these stages. */
type Asked = ReadonlyMap<string, readonly SourceOutcome[]>;

function findAsked(stages: readonly Stage[]): Asked {
  const certain = sourceOutcomes.filter((outcome) => outcome !== 'not_asked');
  const asked = new Map<string, readonly SourceOutcome[]>();
  for (const { step } of stages.flat()) {
    asked.set(step.ask, step.when.length === 0 ? certain : sourceOutcomes);
    if (step.fallback !== null) asked.set(step.fallback, sourceOutcomes);
  }
  return asked;
}

/** Returns the reason why none of the conditions can hold. Returns undefined if one can, or if there is none. */
function findAllImpossible(conditions: readonly Condition[], asked: Asked, sources: PlanSources): string | undefined {
  const reasons = conditions.map((condition) => findImpossible(condition, asked, sources));
  return reasons.every((reason) => reason !== undefined) ? reasons[0] : undefined;
}

function findImpossible(condition: Condition, asked: Asked, sources: PlanSources): string | undefined {
  for (const test of condition) {
    const { topic, values } = test;
    const tellers = listTellers(topic, sources);
    const byThen = tellers.filter((name) => asked.has(name));
    const isTold =
      byThen.length > 0 || (values.kind === 'words' && values.words.some((word) => isToldByQuestion(topic, word)));
    if (!isTold) return `${topic} is not known by then; ${toWhoTells(topic, tellers)}`;
    if (topic.startsWith('source ')) {
      const [name = ''] = byThen;
      if (!asked.get(name)?.some((outcome) => accepts(values, outcome))) return `${name} is always asked before`;
    } else if (byThen.length > 0 && byThen.every((name) => isSilenced(name, condition))) {
      return `it wants ${topic} of ${byThen.join(' or ')}, and that no answer came from there`;
    }
  }
  return undefined;
}

function toWhoTells(topic: string, tellers: readonly string[]): string {
  if (topic.startsWith('source ')) return 'it is asked later, or not at all';
  return tellers.length === 0 ? 'no source tells it' : `${tellers.join(' or ')} would have to be asked before`;
}

/** Tells whether the condition itself requires that this source reported nothing. */
function isSilenced(name: string, condition: Condition): boolean {
  const outcome = condition.find(({ topic }) => topic === `source ${name}`);
  // A fraud registry without a record says that there is no alert.
  return outcome !== undefined && !accepts(outcome.values, 'answered') && !accepts(outcome.values, 'not_found');
}

/** The conditions at which everybody stops who comes to the end of this stage. */
function listCertainStops(stage: Stage): readonly Condition[] {
  return stage.filter(({ step }) => step.when.length === 0).flatMap(({ step }) => step.stopIf);
}

/** Tells whether every case that meets the first condition also meets the second. */
function implies(one: Condition, other: Condition): boolean {
  return other.every((wanted) => one.some((given) => given.topic === wanted.topic && isWithin(given, wanted)));
}

function isWithin({ values: inner }: Test, { values: outer }: Test): boolean {
  if (inner.kind === 'band') return outer.kind === 'band' && inner.from >= outer.from && inner.to <= outer.to;
  return inner.words.every((word) => accepts(outer, word));
}

/** Tells whether one of the conditions always holds. The outcome of a source is the one fact that is certain once Confere has asked it. */
function alwaysHolds(conditions: readonly Condition[], asked: Asked): boolean {
  return [...asked].some(([name, outcomes]) =>
    outcomes.every((outcome) =>
      conditions.some(([test, ...others]) => {
        return others.length === 0 && test?.topic === `source ${name}` && accepts(test.values, outcome);
      }),
    ),
  );
}

function accepts(values: Values, word: string): boolean {
  return values.kind === 'words' && values.words.includes(word);
}
