// Which hits an answer tells where there are more than anybody reads. No list may push out what another one says: a company with 60 rows of
// the CEPIM is also on the list of its bank.

import { compareHits } from './group-hits.ts';
import { type Hit, hitsMax } from './hit.ts';
import { byWeight, weighHits } from './weigh-hits.ts';

export interface ToldHits {
  /** The list starts with the hits in force and then the surest. */
  readonly hits: readonly Hit[];
  /** Tells whether the hits include everything in force. */
  readonly isWhole: boolean;
}

/** Keeps one hit in force of each weight for each list, and then the surest hits of all. */
export function limitHits(found: readonly Hit[]): ToldHits {
  const sorted = found.toSorted(compareHits);
  if (sorted.length <= hitsMax) return { hits: sorted, isWhole: true };
  const saying = new Map<string, Hit>();
  for (const hit of sorted) {
    const [rung] = weighHits([hit], true);
    const key = `${hit.list} ${rung ?? ''}`;
    if (hit.state === 'in_force' && !saying.has(key)) saying.set(key, hit);
  }
  const firsts = [...saying.values()].sort(byWeight);
  const kept = new Set([...new Set([...firsts, ...sorted])].slice(0, hitsMax));
  const isWhole = sorted.every((hit) => kept.has(hit) || hit.state !== 'in_force');
  return { hits: sorted.filter((hit) => kept.has(hit)), isWhole };
}
