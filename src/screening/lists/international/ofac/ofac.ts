// The SDN list of the United States: people, companies, vessels and aircraft. It has no force of law in Brazil.

import type { TableList } from '../../list-kind.ts';
import { type OfacKey, ofacAddresses, ofacAliases, ofacComments, ofacLayout } from './layout.ts';
import { mapDesignated } from './mapper.ts';

export const ofac: TableList<OfacKey> = {
  id: 'ofac',
  title: 'Specially Designated Nationals (OFAC, US Treasury)',
  weight: 'sanction',
  namesOf: 'world',
  page: 'https://sanctionslist.ofac.treas.gov/Home/SdnList',
  // Published on any day.
  staleAfterDays: 7,
  format: 'table',
  layout: ofacLayout,
  layoutRule: 'fixed',
  hasHeader: false,
  delimiter: ',',
  beside: [ofacAliases, ofacAddresses, ofacComments],
  findDay: () => undefined,
  map: mapDesignated,
};
