// How much the lists weigh in a decision about somebody: what each hit in force is, by its list. In a list of one's own the entry itself
// says it. What could not be looked at never weighs nothing.

import { ladders } from '../risk/risk-policy.ts';
import type { ScreeningRung } from '../risk/screening-reasons.ts';
import type { ListEntry } from './entry/list-entry.ts';
import type { Hit } from './hit.ts';

/** A list that is not here has sanctions, or something else that a person should look at. */
const ofList: Readonly<Record<string, ScreeningRung>> = {
  pep: 'pep',
  onu: 'un',
  ofac: 'high_listed',
  ue: 'high_listed',
};

/** Whether a list has sanctions: neither offices nor what an operator has written. */
export function hasSanctions(list: string): boolean {
  return !list.startsWith('own-') && ofList[list] !== 'pep';
}

/** Null: the entry only informs. */
const ofOwnRisk = { high: 'high_listed', medium: 'listed', none: null } as const;

type Weighed = Pick<Hit, 'list' | 'strength' | 'state'> & { readonly entry: Pick<ListEntry, 'risk'> };

/** Null where it weighs nothing. */
function weighHit({ list, strength, state, entry }: Weighed): ScreeningRung | null {
  if (state !== 'in_force') return null;
  const rung = list.startsWith('own-') ? ofOwnRisk[entry.risk ?? 'high'] : (ofList[list] ?? 'listed');
  return strength === 'possible' && rung !== null ? 'possible' : rung;
}

/**
 * Each rung on which somebody stands, the worst first. `hits`: those that nobody has cleared. `isWhole`: whether all that is relied upon
 * could be looked at.
 */
export function weighHits(hits: readonly Weighed[], isWhole: boolean): readonly ScreeningRung[] {
  const rungs = new Set([...hits.map(weighHit), isWhole ? null : 'inconclusive']);
  return ladders.screening.filter((rung) => rungs.has(rung)).reverse();
}

/** For sorting: the heaviest first. */
export function byWeight(one: Weighed, other: Weighed): number {
  return toPlace(other) - toPlace(one);
}

function toPlace(hit: Weighed): number {
  const rung = weighHit(hit);
  return rung === null ? -1 : ladders.screening.indexOf(rung);
}
