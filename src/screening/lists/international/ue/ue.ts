// The consolidated list of the European Union, as XML: the CSV repeats an entry for each of its names and addresses. It has no force of
// law in Brazil.

import { parseDate } from '../../../../domain/dates/date-format.ts';
import type { XmlList } from '../../list-kind.ts';
import { mapEuropean } from './mapper.ts';

export const ue: XmlList = {
  id: 'ue',
  title: 'Lista consolidada de sanções financeiras (União Europeia)',
  weight: 'sanction',
  namesOf: 'world',
  page: 'https://webgate.ec.europa.eu/fsd/fsf',
  // Published on any day.
  staleAfterDays: 7,
  format: 'xml',
  root: 'export',
  findRootDay: ({ generationDate = '' }) => parseDate(generationDate.slice(0, 10), 'yyyy-mm-dd'),
  entries: ['sanctionEntity'],
  expected: ['regulation', 'subjectType', 'nameAlias', 'birthdate'],
  findDay: () => undefined,
  map: mapEuropean,
};
