// The plan of checks: who is asked, in which order and when. Steps of a stage are asked together, stages one after another.

import type { NotAskedReason, VerifiedNeeds } from '../person/evidence.ts';
import { anyHolds, type Condition, type Tell } from './condition.ts';
import type { FreshFor } from './fresh-for.ts';

export interface Step {
  readonly ask: string;
  /** Asked only where one of them holds by what the earlier stages told; empty: always. */
  readonly when: readonly Condition[];
  /** No later stage is asked where one of them holds once this stage is over; empty: never. */
  readonly stopIf: readonly Condition[];
  /** Asked in its place where it fails. */
  readonly fallback: string | null;
  /** The longest that this step may take, if the request has so much time left. */
  readonly deadlineMs: number | null;
  /** How old an answer from before may be that is used in place of a call; empty: none is. */
  readonly freshFor: FreshFor;
  /** Where its answer is still to come when the time is over, the caller waits for it, as one that prefers to be answered later. Such a step has no fallback. */
  readonly isAwaited: boolean;
}

export interface Plan {
  readonly stages: readonly (readonly Step[])[];
  /** Null where the contract's own rule holds. */
  readonly verifiedNeeds: VerifiedNeeds | null;
}

export interface Walk<Outcome> {
  /** Of those who were asked, by name. */
  readonly outcomes: Readonly<Record<string, Outcome>>;
  /** Of those who were not: why. */
  readonly notAsked: Readonly<Record<string, NotAskedReason>>;
}

/** The result of a stage. */
export interface StageEnd<Outcome> {
  readonly outcomes: Readonly<Record<string, Outcome>>;
  /** The rest of the plan could not change the result. */
  readonly isFinal: boolean;
}

/**
 * Goes through the plan: gives the steps to be asked together, takes the result, and ends with all that was asked and was not.
 * `toTell` makes of the walk so far what conditions look at.
 */
export function* walkPlan<Outcome>(
  { stages }: Plan,
  toTell: (walk: Walk<Outcome>) => Tell,
): Generator<readonly Step[], Walk<Outcome>, StageEnd<Outcome>> {
  const outcomes: Record<string, Outcome> = {};
  const notAsked: Record<string, NotAskedReason> = {};
  const walk: Walk<Outcome> = { outcomes, notAsked };
  let isOver = false;
  for (const stage of stages) {
    const tell = toTell(walk);
    const asked: readonly Step[] = isOver ? [] : stage.filter(({ when }) => when.length === 0 || anyHolds(when, tell));
    for (const step of stage) {
      if (!asked.includes(step)) leaveOut(step, isOver ? 'decided_earlier' : 'condition', notAsked);
    }
    if (asked.length === 0) continue;
    const end = yield asked;
    Object.assign(outcomes, end.outcomes);
    for (const { fallback } of asked) {
      if (fallback !== null && !Object.hasOwn(outcomes, fallback)) notAsked[fallback] = 'fallback_not_needed';
    }
    isOver = end.isFinal || shouldStop(asked, toTell(walk));
  }
  return walk;
}

function shouldStop(asked: readonly Step[], tell: Tell): boolean {
  return asked.some(({ stopIf }) => anyHolds(stopIf, tell));
}

function leaveOut({ ask, fallback }: Step, reason: NotAskedReason, notAsked: Record<string, NotAskedReason>): void {
  notAsked[ask] = reason;
  if (fallback !== null) notAsked[fallback] = reason;
}

/** Everybody whom the plan may ask, in its order. */
export function listPlanned({ stages }: Plan): readonly string[] {
  return stages.flat().flatMap(({ ask, fallback }) => (fallback === null ? [ask] : [ask, fallback]));
}

/** What a stage may take of the time that is left: stages that are still to come have an equal share. */
export function shareOut(leftMs: number, stagesLeft: number): number {
  return leftMs / Math.max(1, stagesLeft);
}

/** Those whose answers a caller waits for, without having asked to. */
export function listAwaited(plan: Plan | undefined): ReadonlySet<string> {
  const awaited = plan?.stages.flat().filter(({ isAwaited }) => isAwaited) ?? [];
  return new Set(awaited.map(({ ask }) => ask));
}

/** A step asks the source, or its fallback is the source. Empty where nothing of it is kept. */
export function findFreshFor(plan: Plan | undefined, source: string): FreshFor {
  return plan?.stages.flat().find(({ ask, fallback }) => ask === source || fallback === source)?.freshFor ?? {};
}
