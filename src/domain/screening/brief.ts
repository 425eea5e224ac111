// A screening in short, as the answers of other questions carry it: the hits that decide, each with what its sentence needs.

import type { Hit } from './hit.ts';
import type { ToldHit } from './hit-sentence.ts';
import { type ScreeningStatus, toRow } from './screening.ts';
import { byWeight, weighHits } from './weigh-hits.ts';

export interface BriefHit extends ToldHit {
  /** `ceis:123456` */
  readonly row: string;
}

export interface BriefScreening {
  readonly status: ScreeningStatus;
  /** How many there are that nobody has cleared; some are not among the hits. */
  readonly hitsTotal: number;
  readonly hits: readonly BriefHit[];
  /** Not there where something weighs: all hits are of lists of one's own, whose entries only inform. */
  readonly onlyInforms?: true;
}

/** Who wants to read more of them asks for the whole screening. */
export const briefHitsMax = 10;

interface Found extends Pick<BriefScreening, 'status' | 'hitsTotal'> {
  /** Whether all that is relied upon could be looked at. */
  readonly isWhole: boolean;
  /** Without those that somebody has cleared. */
  readonly hits: readonly { readonly hit: Hit }[];
}

/** Those that decide come first; among equals, the order in which they were found. */
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
  return { list, dataAsOf, row: toRow(hit), match, strength, state, establishment, entry };
}
