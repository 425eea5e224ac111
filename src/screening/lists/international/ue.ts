// The consolidated list of the European Union, as XML, where attributes hold nearly all of it: the CSV repeats an entry for each of its
// names and addresses. It has no force of law in Brazil.

import type { ListedKind } from '../../../domain/screening/entry/list-entry.ts';
import { blankRow } from '../blank-row.ts';
import type { MappedRow, XmlList } from '../list-kind.ts';
import { type RowNotes, toMaskedNames, toMaskedText, toRemarks } from '../row-notes.ts';
import { attributeOf, childrenOf, valuesOf, type XmlElement } from '../xml-element.ts';
import { joinBirths, toBirth, toYears, toYearsAbout } from './births.ts';
import { toIdentity, type WrittenIdentity } from './identities.ts';
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
  day: { attribute: 'generationDate' },
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
    names: toMaskedNames(
      ...aliases.filter((alias) => !isWeak(alias)).flatMap((alias) => listScripts(toAliasName(alias))),
    ),
    weakNames: toMaskedNames(...aliases.filter(isWeak).map(toAliasName)),
    document: findOwnDocument(kind, listBrazilianNumbers(entry)),
    ...joinBirths(childrenOf(entry, 'birthdate').flatMap((birth) => readBirth(birth, notes))),
    ...(kind === 'person' && toIdentity(readIdentity(entry))),
    ...notes.readSpan(regulation === undefined ? '' : attributeOf(regulation, 'entryIntoForceDate'), ''),
    category: regulation === undefined ? null : toMaskedText(attributeOf(regulation, 'programme')),
    authority: 'União Europeia',
    process: regulation === undefined ? null : toMaskedText(attributeOf(regulation, 'numberTitle')),
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

function toAliasName(alias: XmlElement): string {
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

function readIdentity(entry: XmlElement): WrittenIdentity {
  const documents = childrenOf(entry, 'identification').map((one) => ({
    type: `${attributeOf(one, 'identificationTypeCode')} ${attributeOf(one, 'identificationTypeDescription')}`,
    number: attributeOf(one, 'number') || attributeOf(one, 'latinNumber'),
    country: attributeOf(one, 'countryIso2Code'),
  }));
  const nationalities = childrenOf(entry, 'citizenship').map(
    (one) => attributeOf(one, 'countryIso2Code') || attributeOf(one, 'countryDescription'),
  );
  return { documents, nationalities };
}

const isMonth = /^(?:0?[1-9]|1[0-2])$/;

/** Returns no birth if none is written, and one without day and year if it is unreadable. A span without an end counts as unreadable. */
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
