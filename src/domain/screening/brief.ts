// A screening in short, as the answers of other questions carry it: the hits that decide, each with what its sentence needs.

import type { Hit } from './hit.ts';
import type { ToldHit } from './hit-sentence.ts';
import { type ScreeningStatus, toListRowName } from './screening.ts';
import { byWeight, weighHits } from './weigh-hits.ts';

export interface BriefHit extends ToldHit {
  /** `ceis:123456` */
  readonly row: string;
}

export interface BriefScreening {
  readonly status: ScreeningStatus;
  /** `hitsTotal` counts all hits without a clearance; `hits` may leave some out. */
  readonly hitsTotal: number;
  readonly hits: readonly BriefHit[];
  /** The flag is absent if any hit has weight. If it is set, all hits are on the operator's own lists, whose entries only inform. */
  readonly onlyInforms?: true;
}

/** A brief shows at most this many hits. A caller who wants more asks for the whole screening. */
export const briefHitsMax = 10;

interface Found extends Pick<BriefScreening, 'status' | 'hitsTotal'> {
  /** Tells whether all lists that are relied upon could be consulted. */
  readonly isWhole: boolean;
  /** The list holds the hits without a clearance. */
  readonly hits: readonly { readonly hit: Hit }[];
}

/** Returns the brief with the hits that decide first. Equal hits keep the order in which they were found. */
export function toBrief({ status, hitsTotal, isWhole, hits }: Found): BriefScreening {
  const heaviest = hits.map(({ hit }) => hit).sort(byWeight);
  const weighsNothing = weighHits(heaviest, isWhole).length === 0 && hitsTotal <= hits.length;
  return {
    status,
    hitsTotal,
    hits: heaviest.slice(0, briefHitsMax).map(toBriefHit),
    ...(status !== 'clear' && weighsNothing && { onlyInforms: true }),
  };
}

function toBriefHit(hit: Hit): BriefHit {
  const { list, dataAsOf, match, strength, state, establishment } = hit;
  const { category, from, until, isUntilMinimum } = hit.entry;
  const entry = { category, from, until, isUntilMinimum };
  return { list, dataAsOf, row: toListRowName(hit), match, strength, state, establishment, entry };
}
