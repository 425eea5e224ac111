// The consolidated list of the Security Council of the United Nations. In Brazil it binds at once (Lei 13.810).

import { blankRow } from '../blank-row.ts';
import type { MappedRow, XmlList } from '../list-kind.ts';
import { type RowNotes, toMaskedNames, toMaskedText, toRemarks } from '../row-notes.ts';
import { childrenOf, textOf, valuesOf, type XmlElement } from '../xml-element.ts';
import { joinBirths, toBirth, toYears, toYearsAbout } from './births.ts';
import { toIdentity, type WrittenIdentity } from './identities.ts';
import { listScripts } from './scripts.ts';

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
  day: { attribute: 'dateGenerated' },
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
  map: mapUnited,
};

const nameParts = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME'];

function mapUnited(entry: XmlElement, notes: RowNotes): MappedRow {
  const name = nameParts
    .map((part) => textOf(entry, part))
    .filter((text) => text !== '')
    .join(' ');
  const isPerson = entry.name === 'INDIVIDUAL';
  const aliases = childrenOf(entry, isPerson ? 'INDIVIDUAL_ALIAS' : 'ENTITY_ALIAS');
  const isWeak = (alias: XmlElement) => textOf(alias, 'QUALITY').toUpperCase() === 'LOW';
  const strong = aliases.filter((alias) => !isWeak(alias)).map((alias) => textOf(alias, 'ALIAS_NAME'));
  const original = textOf(entry, 'NAME_ORIGINAL_SCRIPT')
    .split(/[;؛،,|/]+/)
    .map((text) => text.trim());
  return {
    ...blankRow,
    number: textOf(entry, 'REFERENCE_NUMBER') || textOf(entry, 'DATAID'),
    kind: isPerson ? 'person' : 'company',
    names: toMaskedNames(...[name, ...strong, ...original].flatMap(listScripts)),
    weakNames: toMaskedNames(...aliases.filter(isWeak).map((alias) => textOf(alias, 'ALIAS_NAME'))),
    ...joinBirths(childrenOf(entry, 'INDIVIDUAL_DATE_OF_BIRTH').flatMap((birth) => readBirth(birth, notes))),
    ...(isPerson && toIdentity(readIdentity(entry))),
    from: notes.readPastDay(textOf(entry, 'LISTED_ON')),
    category: toMaskedText(textOf(entry, 'UN_LIST_TYPE')),
    authority: 'Conselho de Segurança das Nações Unidas',
    remarks: toRemarks({
      Designation: valuesOf(entry, 'DESIGNATION').join(', '),
      Nationality: valuesOf(entry, 'NATIONALITY').join(', '),
      Comments: textOf(entry, 'COMMENTS1'),
    }),
  };
}

function readIdentity(entry: XmlElement): WrittenIdentity {
  const documents = childrenOf(entry, 'INDIVIDUAL_DOCUMENT').map((document) => ({
    type: `${textOf(document, 'TYPE_OF_DOCUMENT')} ${textOf(document, 'TYPE_OF_DOCUMENT2')}`,
    number: textOf(document, 'NUMBER'),
    country: textOf(document, 'ISSUING_COUNTRY') || textOf(document, 'COUNTRY_OF_ISSUE'),
  }));
  return { documents, nationalities: valuesOf(entry, 'NATIONALITY') };
}

/** Returns no birth if none is written, and one without day and year if it is unreadable. A span without an end counts as unreadable. */
function readBirth(birth: XmlElement, notes: RowNotes): readonly (readonly string[])[] {
  const [from, to] = [textOf(birth, 'FROM_YEAR'), textOf(birth, 'TO_YEAR')];
  if (from !== '' && to !== '') return [toYears(from, to)];
  const written = textOf(birth, 'DATE') || textOf(birth, 'YEAR');
  if (written === '') return [from, to, textOf(birth, 'NOTE')].every((text) => text === '') ? [] : [[]];
  const found = toBirth(written.slice(0, 10));
  if (found === undefined) notes.unreadableDates++;
  if (found === undefined) return [[]];
  return [textOf(birth, 'TYPE_OF_DATE').toUpperCase().startsWith('APPROX') ? toYearsAbout(found) : [found]];
}
