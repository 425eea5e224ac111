// The consolidated list of the Security Council of the United Nations. In Brazil it binds at once (Lei 13.810).

import { parseDate } from '../../../../domain/dates/date-format.ts';
import type { XmlList } from '../../list-kind.ts';
import { mapUnited } from './mapper.ts';

export const onu: XmlList = {
  id: 'onu',
  title: 'Lista consolidada do Conselho de Segurança (ONU)',
  weight: 'sanction',
  namesOf: 'world',
  page: 'https://scsanctions.un.org/resources/xml/en/consolidated.xml',
  // Published on any day, and without delay binding.
  staleAfterDays: 3,
  format: 'xml',
  root: 'CONSOLIDATED_LIST',
  findRootDay: ({ dateGenerated = '' }) => parseDate(dateGenerated.slice(0, 10), 'yyyy-mm-dd'),
  entries: ['INDIVIDUAL', 'ENTITY'],
  expected: [
    'FIRST_NAME',
    'UN_LIST_TYPE',
    'REFERENCE_NUMBER',
    'LISTED_ON',
    'INDIVIDUAL_ALIAS',
    'INDIVIDUAL_DATE_OF_BIRTH',
    'ENTITY_ALIAS',
  ],
  findDay: () => undefined,
  map: mapUnited,
};
