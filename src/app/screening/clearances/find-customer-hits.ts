// The hits of a customer as a screening finds them, for who judges one of them.

import type { KeyMode } from '../../../domain/access/api-key.ts';
import type { Disclosures } from '../../../domain/company/record-privacy.ts';
import { toBrazilDay } from '../../../domain/dates/calendar.ts';
import type { Screened } from '../../../domain/screening/screened.ts';
import type { Clock } from '../../clock.ts';
import type { CompanyRecords } from '../../companies/ports.ts';
import { type FoundHit, findHits } from '../find-hits.ts';
import { findPartnersOf } from '../find-partners.ts';
import type { FindLists } from '../ports.ts';

/** Cleared or not. */
export type FindCustomerHits = (
  customer: Screened,
  withPartners: boolean,
  mode: KeyMode,
) => Promise<readonly FoundHit[]>;

export interface FindCustomerHitsOptions {
  readonly lists: Readonly<Record<KeyMode, FindLists>>;
  readonly records: Readonly<Record<KeyMode, Pick<CompanyRecords, 'listPartners'>>>;
  readonly disclosures: Disclosures;
  readonly clock: Clock;
}

export function createFindCustomerHits(options: FindCustomerHitsOptions): FindCustomerHits {
  const { lists, records, disclosures, clock } = options;
  return async (customer, withPartners, mode) => {
    const found = withPartners ? await findPartnersOf(customer, records[mode], disclosures) : null;
    const live = await lists[mode](customer);
    const partners = found?.partners.map(({ screened }) => screened) ?? null;
    return findHits(live, { query: customer, partners, today: toBrazilDay(clock.nowMs()) }).hits;
  };
}
