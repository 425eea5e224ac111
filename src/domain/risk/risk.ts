// Turns where a person stands into a score, by the policy alone. Identity (`status`) is decided elsewhere.

import { type LadderName, ladderNames, ladders, notAskedCap, type RiskPolicy, type RungName } from './risk-policy.ts';
import { type Rung, scoreMax } from './rung.ts';
import type { SignalValue } from './signal.ts';
import { type SignalFactor, standOnSignal } from './signal-ladder.ts';

/** The standing gives the person's place on each ladder; `best` is the top, which costs nothing. */
export type Standing = { readonly [Ladder in LadderName]: 'best' | RungName<Ladder> };

export interface ScoreFactor {
  readonly ladder: LadderName;
  readonly penalty: number;
  /** `null` when this rung sets no cap. */
  readonly cap: number | null;
}

export interface Score {
  readonly value: number;
  readonly factors: readonly ScoreFactor[];
  readonly signalFactors: readonly SignalFactor[];
}

interface BesideStanding {
  /** The list names the ladders whose informative sources were not asked. Their answers might have been the worst. */
  readonly unasked?: readonly LadderName[];
  /** Returns the values of a signal that sources reported: none, one or several. */
  readonly findTold?: (signal: string) => readonly SignalValue[];
}

export function computeScore(
  standing: Standing,
  sourceScore: number | null,
  policy: RiskPolicy,
  { unasked = [], findTold = () => [] }: BesideStanding = {},
): Score {
  let value = sourceScore ?? policy.baseWithoutScore;
  let lowestCap = scoreMax;
  const factors: ScoreFactor[] = [];
  for (const ladder of ladderNames) {
    const rung = standing[ladder];
    if (rung === 'best') continue;
    const { penalty, cap: ownCap } = standingOn(ladder, rung, policy);
    const cap = unasked.includes(ladder) ? Math.min(ownCap, notAskedCap) : ownCap;
    value -= penalty;
    lowestCap = Math.min(lowestCap, cap);
    factors.push({ ladder, penalty, cap: cap < scoreMax ? cap : null });
  }
  const signalFactors = policy.signals.flatMap((ladder) => standOnSignal(ladder, findTold(ladder.name)) ?? []);
  for (const { penalty, cap } of signalFactors) {
    value -= penalty;
    lowestCap = Math.min(lowestCap, cap);
  }
  return { value: Math.max(0, Math.min(value, lowestCap, scoreMax)), factors, signalFactors };
}

function standingOn(ladder: LadderName, rung: string, policy: RiskPolicy): Rung {
  const rungs = policy.ladders[ladder] as Readonly<Record<string, Rung>>;
  let penalty = 0;
  for (const name of ladders[ladder]) {
    penalty += rungs[name]?.penalty ?? 0;
    if (name === rung) break;
  }
  return { penalty, cap: rungs[rung]?.cap ?? 0 };
}
