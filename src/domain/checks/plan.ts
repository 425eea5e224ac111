// The plan of checks: who is asked, in which order and when. Steps of a stage are asked together, stages one after another.

import type { NotAskedReason, VerifiedNeeds } from '../person/evidence.ts';
import { anyHolds, type Condition, type ReadTopic } from './condition.ts';
import type { FreshFor } from './fresh-for.ts';

export interface Step {
  readonly ask: string;
  /** The step is asked only if one of these conditions holds after the earlier stages; an empty list means always. */
  readonly when: readonly Condition[];
  /** No later stage is asked where one of them holds once this stage is over; empty: never. */
  readonly stopIf: readonly Condition[];
  /** The fallback is asked in place of the source if that fails. */
  readonly fallback: string | null;
  /** The longest that this step may take, if the request has so much time left. */
  readonly deadlineMs: number | null;
  /** The map limits the age of an earlier answer that replaces a call; an empty map allows none. */
  readonly freshFor: FreshFor;
  /** Where its answer is still to come when the time is over, the caller waits for it, as one that prefers to be answered later. Such a step has no fallback. */
  readonly isAwaited: boolean;
}

export interface Plan {
  readonly stages: readonly (readonly Step[])[];
  /** The value is null if the contract's own rule applies. */
  readonly verifiedNeeds: VerifiedNeeds | null;
}

export interface Walk<Outcome> {
  /** `outcomes` maps each source that was asked to its outcome. */
  readonly outcomes: Readonly<Record<string, Outcome>>;
  /** The record gives the reason for each source that was not asked. */
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
 * `toReadTopic` makes of the walk so far what conditions look at.
 */
export function* walkPlan<Outcome>(
  { stages }: Plan,
  toReadTopic: (walk: Walk<Outcome>) => ReadTopic,
): Generator<readonly Step[], Walk<Outcome>, StageEnd<Outcome>> {
  const outcomes: Record<string, Outcome> = {};
  const notAsked: Record<string, NotAskedReason> = {};
  const walk: Walk<Outcome> = { outcomes, notAsked };
  let isOver = false;
  for (const stage of stages) {
    const readTopic = toReadTopic(walk);
    const asked: readonly Step[] = isOver
      ? []
      : stage.filter(({ when }) => when.length === 0 || anyHolds(when, readTopic));
    for (const step of stage) {
      if (!asked.includes(step)) leaveOut(step, isOver ? 'decided_earlier' : 'condition', notAsked);
    }
    if (asked.length === 0) continue;
    const end = yield asked;
    Object.assign(outcomes, end.outcomes);
    for (const { fallback } of asked) {
      if (fallback !== null && !Object.hasOwn(outcomes, fallback)) notAsked[fallback] = 'fallback_not_needed';
    }
    isOver = end.isFinal || shouldStop(asked, toReadTopic(walk));
  }
  return walk;
}

function shouldStop(asked: readonly Step[], readTopic: ReadTopic): boolean {
  return asked.some(({ stopIf }) => anyHolds(stopIf, readTopic));
}

function leaveOut({ ask, fallback }: Step, reason: NotAskedReason, notAsked: Record<string, NotAskedReason>): void {
  notAsked[ask] = reason;
  if (fallback !== null) notAsked[fallback] = reason;
}

/** Everybody whom the plan may ask, in its order. */
export function listPlanned({ stages }: Plan): readonly string[] {
  return stages.flat().flatMap(({ ask, fallback }) => (fallback === null ? [ask] : [ask, fallback]));
}

/** Returns the share of the remaining time for one stage. The stages that are still to come have equal shares. */
export function shareOut(leftMs: number, stagesLeft: number): number {
  return leftMs / Math.max(1, stagesLeft);
}

/** Lists the sources whose answers a caller awaits without having requested it. */
export function listAwaited(plan: Plan | undefined): ReadonlySet<string> {
  const awaited = plan?.stages.flat().filter(({ isAwaited }) => isAwaited) ?? [];
  return new Set(awaited.map(({ ask }) => ask));
}

/** A step asks the source, or its fallback is the source. Empty where nothing of it is kept. */
export function findFreshFor(plan: Plan | undefined, source: string): FreshFor {
  return plan?.stages.flat().find(({ ask, fallback }) => ask === source || fallback === source)?.freshFor ?? {};
}
