// A person or another party of the consolidated list of the European Union: attributes hold nearly all of it.

import type { ListedKind } from '../../../../domain/screening/list-entry.ts';
import { readListedDocument } from '../../../../domain/screening/listed-document.ts';
import { blankRow } from '../../blank-row.ts';
import type { MappedRow } from '../../list-kind.ts';
import { type RowNotes, toNames, toText } from '../../row-notes.ts';
import { attributeOf, childrenOf, valuesOf, type XmlElement } from '../../xml-element.ts';
import { toBirth, toYears, toYearsAbout } from '../births.ts';

const kinds: Readonly<Record<string, ListedKind>> = { person: 'person', enterprise: 'company' };

export function mapEuropean(entry: XmlElement, notes: RowNotes): MappedRow | undefined {
  const aliases = childrenOf(entry, 'nameAlias');
  const strong = toNames(...aliases.filter((alias) => !isWeak(alias)).map(toName));
  const weak = toNames(...aliases.filter(isWeak).map(toName));
  // Whoever has weak names alone is found by them.
  const [names, weakNames] = strong.length === 0 ? [weak, []] : [strong, weak];
  if (names.length === 0) return undefined;
  const document = findDocument(entry);
  if (document === undefined) notes.withoutDocument++;
  const [regulation] = childrenOf(entry, 'regulation');
  const [subject] = childrenOf(entry, 'subjectType');
  const told = [
    ['Citizenship', attributesOf(entry, 'citizenship', 'countryDescription')],
    ['Function', attributesOf(entry, 'nameAlias', 'function')],
    ['Remarks', valuesOf(entry, 'remark').join(' ')],
  ].flatMap(([what, text]) => (text === '' ? [] : [`${what}: ${text}`]));
  return {
    ...blankRow,
    number: attributeOf(entry, 'euReferenceNumber') || attributeOf(entry, 'logicalId'),
    kind: kinds[subject === undefined ? '' : attributeOf(subject, 'code')] ?? null,
    names,
    weakNames,
    document: document ?? null,
    births: [...new Set(childrenOf(entry, 'birthdate').flatMap((birth) => readBirth(birth, notes)))],
    from: regulation === undefined ? null : notes.readDay(attributeOf(regulation, 'entryIntoForceDate')),
    category: regulation === undefined ? null : toText(attributeOf(regulation, 'programme')),
    authority: 'União Europeia',
    process: regulation === undefined ? null : toText(attributeOf(regulation, 'numberTitle')),
    remarks: toText(told.join('. ')),
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

function findDocument(entry: XmlElement) {
  return childrenOf(entry, 'identification')
    .filter((one) => attributeOf(one, 'countryIso2Code') === 'BR')
    .map((one) => readListedDocument(attributeOf(one, 'number')))
    .find((document) => document?.kind === 'cpf' || document?.kind === 'cnpj');
}

function readBirth(birth: XmlElement, notes: RowNotes): readonly string[] {
  const [from, to] = [attributeOf(birth, 'yearRangeFrom'), attributeOf(birth, 'yearRangeTo')];
  if (from !== '' && to !== '') return toYears(from, to);
  const year = attributeOf(birth, 'year');
  const month = attributeOf(birth, 'monthOfYear');
  const written = attributeOf(birth, 'birthdate') || (month === '' ? year : '');
  if (written === '' && year === '') return [];
  const found = written === '' ? `${year}-${month.padStart(2, '0')}` : toBirth(written);
  if (found === undefined || toBirth(found.slice(0, 4)) === undefined) {
    notes.unreadableDates++;
    return [];
  }
  return attributeOf(birth, 'circa') === 'true' ? toYearsAbout(found) : [found];
}
