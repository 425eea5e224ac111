// What an answer about a company rests on: the registry of its day, the name that was compared, the lists and the partners.

import type { CompanyDecision } from '../company/company.ts';
import { type Coverage, CoverageBuilder } from './coverage.ts';
import { coverLists, type LookedAtLists } from './list-coverage.ts';

/** The failure states why the live party gave no answer about a company that the registry does not hold. */
export type LiveLookupFailure = 'unavailable' | 'budget';

interface AnsweredCompany {
  readonly decision: Pick<CompanyDecision, 'company' | 'nameMatch'>;
  /** YYYY-MM-DD: of the registry. */
  readonly dataAsOf: string;
  /** The value is undefined if the lookup was not needed, or if the party answered. */
  readonly liveLookupFailure?: LiveLookupFailure | undefined;
  /** The value is undefined if no list was consulted. */
  readonly lists: LookedAtLists | undefined;
}

export function coverCompany({ decision, dataAsOf, liveLookupFailure, lists }: AnsweredCompany): Coverage {
  const found = new CoverageBuilder();
  const { company, nameMatch } = decision;
  found.check('company_registry', { as_of: dataAsOf });
  if (liveLookupFailure !== undefined) found.miss('company_live_lookup', liveLookupFailure);
  if (nameMatch === 'not_provided') found.miss('company_name', 'not_provided');
  else if (nameMatch === 'not_available') found.miss('company_name', 'nothing_to_compare');
  else found.check('company_name');
  if (company !== null) {
    if (company.status === 'unknown') found.miss('company_status', 'not_understood');
    else found.check('company_status');
    for (const [code, value] of [
      ['special_situation', company.specialSituation],
      ['foundation_date', company.foundationDate],
    ] as const) {
      if (value === null) found.miss(code, 'not_reported');
      else found.check(code);
    }
  }
  const listed = coverLists(lists, { kind: 'company' });
  found.checked.push(...listed.checked);
  found.not_checked.push(...listed.not_checked);
  return found;
}

/** Returns the coverage of a company record that a caller reads. The registry is its only source, and no list is consulted. */
export function coverCompanyRecord(dataAsOf: string): Coverage {
  const found = new CoverageBuilder();
  found.check('company_registry', { as_of: dataAsOf });
  const listed = coverLists(undefined, { kind: 'company' });
  found.not_checked.push(...listed.not_checked);
  return found;
}
