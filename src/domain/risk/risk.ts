// Turns the signals about a person into a score, by the policy alone. Identity (`status`) is decided elsewhere.

import { type LadderName, ladders, type RiskPolicy, type Rung, type RungName, scoreMax } from './risk-policy.ts';

/** Where the person stands on each ladder; `best` is the top, which costs nothing. */
export type Signals = { readonly [Ladder in LadderName]: 'best' | RungName<Ladder> };

export interface ScoreFactor {
  readonly ladder: LadderName;
  readonly penalty: number;
  /** `null` when this rung sets no cap. */
  readonly cap: number | null;
}

export interface Score {
  readonly value: number;
  readonly factors: readonly ScoreFactor[];
}

const ladderNames = Object.keys(ladders) as LadderName[];

export function computeScore(signals: Signals, bureauScore: number | null, policy: RiskPolicy): Score {
  let value = bureauScore ?? policy.baseWithoutScore;
  let lowestCap = scoreMax;
  const factors: ScoreFactor[] = [];
  for (const ladder of ladderNames) {
    const rung = signals[ladder];
    if (rung === 'best') continue;
    const { penalty, cap } = standingOn(ladder, rung, policy);
    value -= penalty;
    lowestCap = Math.min(lowestCap, cap);
    factors.push({ ladder, penalty, cap: cap < scoreMax ? cap : null });
  }
  return { value: Math.max(0, Math.min(value, lowestCap, scoreMax)), factors };
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
