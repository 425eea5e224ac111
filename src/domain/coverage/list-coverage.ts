// What the lists were able to say of somebody: which of them, of which day, and what a person has decided about a row.

import { hasNumber, type Screened } from '../screening/screened.ts';
import type { RecordedHit, UsedEdition } from '../screening/screening.ts';
import { hasSanctions } from '../screening/weigh-hits.ts';
import { type Coverage, CoverageBuilder } from './coverage.ts';

export const partnersStates = ['screened', 'partial', 'not_found', 'unavailable'] as const;

export interface ScreenedPartners {
  readonly state: (typeof partnersStates)[number];
  readonly screened: number;
  /** `total` counts all partners of the company; null means that the number is unknown. */
  readonly total: number | null;
  /** Tells whether one of the partners is a company, whose own partners are not looked up. */
  readonly hasCompanies: boolean;
}

export interface LookedAtLists {
  /** The editions comprise the available lists and those that are relied upon. */
  readonly editions: readonly UsedEdition[];
  readonly hits: readonly Pick<RecordedHit, 'row' | 'strength' | 'state' | 'clearance' | 'clearedAt'>[];
  /** Lists in which only a name, or only a number, would tell. */
  readonly needName?: readonly string[] | undefined;
  readonly needNumber?: readonly string[] | undefined;
  /** Tells whether a name is in an alphabet that no comparison reads. */
  readonly hasUnreadName?: boolean | undefined;
  /** Tells whether `hits` holds all hits. */
  readonly hasAllHits?: boolean | undefined;
  /** Tells whether every requested list could be consulted. */
  readonly isWhole: boolean;
}

/** The question describes the subject of the search: a company has partners. They are undefined if the caller did not request them. */
export interface ListQuestion {
  readonly kind: 'person' | 'company';
  readonly partners?: ScreenedPartners | undefined;
}

/** Returns the coverage of the lists. `looked` is undefined if no list was consulted. */
export function coverLists(looked: LookedAtLists | undefined, { kind, partners }: ListQuestion): Coverage {
  const found = new CoverageBuilder();
  if (looked === undefined) found.miss('sanctions_lists', 'not_screened');
  else addLists(looked, found);
  if (kind === 'company') addPartners(partners, found);
  // An older record does not say which list left the doubt.
  if (looked?.isWhole === false && found.not_checked.length === 0) found.miss('lists', 'unavailable');
  return found;
}

/** A screening by itself. A row without a number is found by the name alone, and the date of birth tells people of one name apart. */
export function coverScreened(
  looked: LookedAtLists | undefined,
  screened: Screened,
  partners?: ScreenedPartners | undefined,
): Coverage {
  const found = new CoverageBuilder();
  if (!hasNumber(screened)) found.miss('number', 'not_provided');
  if (screened.name === null) found.miss(screened.kind === 'person' ? 'name' : 'company_name', 'not_provided');
  if (screened.kind === 'person' && screened.birthDate === null) found.miss('birth_date', 'not_provided');
  const { checked, not_checked } = coverLists(looked, { kind: screened.kind, partners });
  return { checked, not_checked: [...found.not_checked, ...not_checked] };
}

function addLists(looked: LookedAtLists, found: CoverageBuilder) {
  const { editions, hits, needName, needNumber, hasUnreadName = false, hasAllHits = true } = looked;
  for (const { list, asOf, state } of editions) {
    const about = { list, ...(asOf !== null && { as_of: asOf }) };
    if (state !== 'current') found.miss('list', state, about);
    else if (needName?.includes(list)) found.miss('list', hasUnreadName ? 'name_unread' : 'name_needed', about);
    else if (needNumber?.includes(list)) found.miss('list', 'number_needed', about);
    else found.check('list', about);
  }
  if (!editions.some(({ list }) => hasSanctions(list))) found.miss('sanctions_lists', 'no_list');
  if (!hasAllHits) found.miss('lists', 'too_many_hits');
  for (const { row, strength, state, clearance, clearedAt } of hits) {
    const about = { list: row.slice(0, row.indexOf(':')), row };
    if (clearance !== undefined)
      found.miss('listed_hit', 'cleared', { ...about, clearance, ...(clearedAt && { cleared_at: clearedAt }) });
    else if (strength === 'possible' && state === 'in_force') found.miss('listed_hit', 'to_be_judged', about);
  }
}

function addPartners(partners: ScreenedPartners | undefined, found: CoverageBuilder): void {
  if (partners === undefined) {
    found.miss('partners', 'not_screened');
    return;
  }
  const { state, screened, total, hasCompanies } = partners;
  const about = { screened, ...(total !== null && { total }) };
  if (state !== 'screened') found.miss('partners', state, about);
  else if (total !== null && screened < total) found.miss('partners', 'minors_hidden', about);
  else found.check('partners', about);
  if (hasCompanies) found.miss('partners', 'not_followed');
}
