// A screening with what its rows said, as the answer told it: of today, or out of a record when the editions of the lists are gone.

import type { Coverage } from '../../../domain/coverage/coverage.ts';
import { coverScreened, type ScreenedPartners } from '../../../domain/coverage/list-coverage.ts';
import type { RecordedHit } from '../../../domain/screening/screening.ts';
import type { SeenHit } from '../../../domain/screening/seen-hit.ts';
import { type Details, readDetails, type ScreenDetails } from '../details.ts';

export type SeenScreening = ScreenDetails & Required<Pick<ScreenDetails, 'seen' | 'hitsTotal'>>;

export interface ToldHit {
  readonly recorded: RecordedHit;
  readonly seen: SeenHit;
}

/** In the order of the answer, with those that somebody had judged false. */
export function listToldHits({ hits, seen }: Pick<SeenScreening, 'hits' | 'seen'>): readonly ToldHit[] {
  return hits.flatMap((recorded, place) => {
    const said = seen[place];
    return said === undefined ? [] : { recorded, seen: said };
  });
}

/** Returns undefined if no list was consulted, or if an older version recorded only the rows. */
export function findSeenScreening(text: string): SeenScreening | undefined {
  const details = readDetails(text);
  const screening = details && findScreening(details);
  if (screening === undefined) return undefined;
  const { hits, seen = [], hitsTotal = 0 } = screening;
  return seen.length === hits.length ? { ...screening, seen, hitsTotal } : undefined;
}

function findScreening(details: Details): ScreenDetails | undefined {
  if ('editions' in details) return details;
  return details.screening && { ...details.screening, partners: null };
}

/** The coverage states the basis of the result. */
export function coverScreening(details: ScreenDetails): Coverage {
  return coverScreened(details, details.query, findPartners(details));
}

/** An older record says only who was looked for. */
function findPartners({ partners, partnersFound }: ScreenDetails): ScreenedPartners | undefined {
  if (partners === null || partnersFound !== undefined) return partnersFound;
  const hasCompanies = partners.some(({ kind }) => kind === 'company');
  return { state: 'screened', screened: partners.length, total: null, hasCompanies };
}
