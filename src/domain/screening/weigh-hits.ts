// How much the lists weigh in a decision about somebody: what each hit in force is, by its list. In a list of one's own the entry itself
// says it. What could not be looked at never weighs nothing.

import { ladders } from '../risk/risk-policy.ts';
import type { ScreeningRung } from '../risk/screening-reasons.ts';
import { isDeclaredPeps } from './declared-peps.ts';
import type { ListEntry } from './entry/list-entry.ts';
import type { Hit } from './hit.ts';

/** A list that is not here has sanctions, or something else that a person should look at. */
const ofList: Readonly<Record<string, ScreeningRung>> = {
  pep: 'pep',
  'tse-gerais': 'pep',
  'tse-municipais': 'pep',
  onu: 'un',
  ofac: 'high_listed',
  ue: 'high_listed',
  'reino-unido': 'high_listed',
  seco: 'high_listed',
  canada: 'high_listed',
};

/** Tells whether a hit in a list can be the reason for this rung. Of one's own lists each entry decides. */
export function mayWeigh(list: string, rung: ScreeningRung): boolean {
  return list.startsWith('own-') || (ofList[list] ?? 'listed') === rung;
}

/** Tells whether a list holds sanctions. Lists of political offices and an operator's own lists hold none. */
export function hasSanctions(list: string): boolean {
  return !list.startsWith('own-') && ofList[list] !== 'pep';
}

/** The table maps an operator's risk to a rung; null means that the entry only informs. */
const ofOwnRisk = { high: 'high_listed', medium: 'listed', none: null } as const;

type Weighed = Pick<Hit, 'list' | 'strength' | 'state'> & { readonly entry: Pick<ListEntry, 'risk'> };

/** Returns null if the hit has no weight. */
function weighHit({ list, strength, state, entry }: Weighed): ScreeningRung | null {
  if (state !== 'in_force') return null;
  const rung = list.startsWith('own-') ? weighOwn(list, entry) : (ofList[list] ?? 'listed');
  return strength === 'possible' && rung !== null ? 'possible' : rung;
}

function weighOwn(list: string, { risk }: Weighed['entry']): ScreeningRung | null {
  return isDeclaredPeps(list) ? 'pep' : ofOwnRisk[risk ?? 'high'];
}

/**
 * Returns each rung that applies, the worst first. `hits` holds the hits without a clearance. `isWhole` tells whether all lists that are relied
 * upon could be consulted.
 */
export function weighHits(hits: readonly Weighed[], isWhole: boolean): readonly ScreeningRung[] {
  const rungs = new Set([...hits.map(weighHit), isWhole ? null : 'inconclusive']);
  return ladders.screening.filter((rung) => rungs.has(rung)).reverse();
}

/** Compares two hits for sorting: the heaviest comes first. */
export function byWeight(one: Weighed, other: Weighed): number {
  return toRank(other) - toRank(one);
}

function toRank(hit: Weighed): number {
  const rung = weighHit(hit);
  return rung === null ? -1 : ladders.screening.indexOf(rung);
}
