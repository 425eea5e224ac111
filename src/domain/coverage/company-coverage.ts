// What an answer about a company rests on: the registry of its day, the name that was compared, the lists and the partners.

import type { CompanyDecision } from '../company/company.ts';
import { type Coverage, CoverageBuilder } from './coverage.ts';
import { coverLists, type LookedAtLists } from './list-coverage.ts';

/** Why the party for companies that the registry does not hold gave no answer. */
export type LiveLookupFailure = 'unavailable' | 'budget';

interface AnsweredCompany {
  readonly decision: Pick<CompanyDecision, 'company' | 'nameMatch'>;
  /** YYYY-MM-DD: of the registry. */
  readonly dataAsOf: string;
  /** Undefined where it was not needed, or answered. */
  readonly liveLookupFailure?: LiveLookupFailure | undefined;
  /** Undefined where nobody looked at lists. */
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

/** The record of a company as it is read: the registry alone says it, and nobody is looked up in a list. */
export function coverCompanyRecord(dataAsOf: string): Coverage {
  const found = new CoverageBuilder();
  found.check('company_registry', { as_of: dataAsOf });
  const listed = coverLists(undefined, { kind: 'company' });
  found.not_checked.push(...listed.not_checked);
  return found;
}
