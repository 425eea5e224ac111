// The consolidated list of the European Union, as XML, where attributes hold nearly all of it: the CSV repeats an entry for each of its
// names and addresses. It has no force of law in Brazil.

import { parseDate } from '../../../domain/dates/date-format.ts';
import type { ListedKind } from '../../../domain/screening/entry/list-entry.ts';
import { blankRow } from '../blank-row.ts';
import type { MappedRow, XmlList } from '../list-kind.ts';
import { type RowNotes, toNames, toRemarks, toText } from '../row-notes.ts';
import { attributeOf, childrenOf, valuesOf, type XmlElement } from '../xml-element.ts';
import { joinBirths, toBirth, toYears, toYearsAbout } from './births.ts';
import { findOwnDocument } from './own-document.ts';
import { listScripts } from './scripts.ts';

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
  map: mapEuropean,
};

const kinds: Readonly<Record<string, ListedKind>> = { person: 'person', enterprise: 'company' };

function mapEuropean(entry: XmlElement, notes: RowNotes): MappedRow {
  const aliases = childrenOf(entry, 'nameAlias');
  const [regulation] = childrenOf(entry, 'regulation');
  const [subject] = childrenOf(entry, 'subjectType');
  const kind = kinds[subject === undefined ? '' : attributeOf(subject, 'code')] ?? null;
  return {
    ...blankRow,
    number: attributeOf(entry, 'euReferenceNumber') || attributeOf(entry, 'logicalId'),
    kind,
    names: toNames(...aliases.filter((alias) => !isWeak(alias)).flatMap((alias) => listScripts(toName(alias)))),
    weakNames: toNames(...aliases.filter(isWeak).map(toName)),
    document: findOwnDocument(kind, listBrazilianNumbers(entry)),
    ...joinBirths(childrenOf(entry, 'birthdate').flatMap((birth) => readBirth(birth, notes))),
    ...notes.readSpan(regulation === undefined ? '' : attributeOf(regulation, 'entryIntoForceDate'), ''),
    category: regulation === undefined ? null : toText(attributeOf(regulation, 'programme')),
    authority: 'União Europeia',
    process: regulation === undefined ? null : toText(attributeOf(regulation, 'numberTitle')),
    remarks: toRemarks({
      Citizenship: attributesOf(entry, 'citizenship', 'countryDescription'),
      Function: attributesOf(entry, 'nameAlias', 'function'),
      Remarks: valuesOf(entry, 'remark').join(' '),
    }),
  };
}

function isWeak(alias: XmlElement): boolean {
  return attributeOf(alias, 'strong') === 'false';
}

function toName(alias: XmlElement): string {
  const parts = ['firstName', 'middleName', 'lastName'].map((part) => attributeOf(alias, part));
  return attributeOf(alias, 'wholeName') || parts.filter((text) => text !== '').join(' ');
}

function attributesOf(entry: XmlElement, child: string, attribute: string): string {
  const texts = childrenOf(entry, child).map((one) => attributeOf(one, attribute));
  return [...new Set(texts.filter((text) => text !== ''))].join(', ');
}

function listBrazilianNumbers(entry: XmlElement): readonly string[] {
  return childrenOf(entry, 'identification')
    .filter((one) => attributeOf(one, 'countryIso2Code') === 'BR')
    .map((one) => attributeOf(one, 'number'));
}

const isMonth = /^(?:0?[1-9]|1[0-2])$/;

/** None where nothing is written; one of no day and no year where nobody can read it. A span without an end is such a one. */
function readBirth(birth: XmlElement, notes: RowNotes): readonly (readonly string[])[] {
  const [from, to] = [attributeOf(birth, 'yearRangeFrom'), attributeOf(birth, 'yearRangeTo')];
  if (from !== '' && to !== '') return [toYears(from, to)];
  const year = attributeOf(birth, 'year');
  const month = attributeOf(birth, 'monthOfYear');
  const written = attributeOf(birth, 'birthdate') || (isMonth.test(month) ? '' : year);
  if (written === '' && year === '') return [from, to, month].every((text) => text === '') ? [] : [[]];
  const found = written === '' ? `${year}-${month.padStart(2, '0')}` : toBirth(written);
  if (found === undefined || toBirth(found.slice(0, 4)) === undefined) {
    notes.unreadableDates++;
    return [[]];
  }
  return attributeOf(birth, 'circa') === 'true' ? [toYearsAbout(found)] : [[found]];
}
