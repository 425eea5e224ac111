// The UK Sanctions List of the Foreign, Commonwealth & Development Office, since January 2026 the only list of the United Kingdom. It has
// no force of law in Brazil. Its layout is the one that public readers of the file describe.

import type { ListedKind } from '../../../domain/screening/entry/list-entry.ts';
import { blankRow } from '../blank-row.ts';
import type { MappedRow, XmlList } from '../list-kind.ts';
import { type RowNotes, toMaskedNames, toMaskedText, toRemarks } from '../row-notes.ts';
import { descendantsOf, textOf, textsOf, type XmlElement } from '../xml-element.ts';
import { readBirths, toPartialBirth } from './births.ts';

export const unitedKingdom: XmlList = {
  id: 'reino-unido',
  title: 'Reino Unido: UK Sanctions List (FCDO, Reino Unido)',
  weight: 'sanction',
  namesOf: 'world',
  page: 'https://www.gov.uk/government/publications/the-uk-sanctions-list',
  isOptIn: true,
  // Published on any day.
  staleAfterDays: 7,
  format: 'xml',
  root: 'Designations',
  day: { element: 'DateGenerated' },
  entries: ['Designation'],
  expected: ['UniqueID', 'Names', 'RegimeName', 'IndividualEntityShip', 'DateDesignated', 'SanctionsImposed'],
  map: mapDesignation,
};

const kinds: Readonly<Record<string, ListedKind>> = { individual: 'person', entity: 'company', ship: 'other' };
const nameParts = ['Name1', 'Name2', 'Name3', 'Name4', 'Name5', 'Name6'];

function mapDesignation(entry: XmlElement, notes: RowNotes): MappedRow {
  const kind = kinds[textOf(entry, 'IndividualEntityShip').toLowerCase()] ?? null;
  const names = descendantsOf(entry, 'Name').filter(({ children }) => children.length > 0);
  const isWeak = (name: XmlElement) => /^low/i.test(textOf(name, 'AliasStrength'));
  // What a ship has of that name is when it was built.
  const births = kind === 'person' ? textsOf(entry, 'DOB') : [];
  return {
    ...blankRow,
    number: textOf(entry, 'UniqueID'),
    kind,
    names: toMaskedNames(
      ...names.filter((name) => !isWeak(name)).map(joinNameParts),
      ...textsOf(entry, 'NameNonLatinScript'),
    ),
    weakNames: toMaskedNames(...names.filter(isWeak).map(joinNameParts)),
    ...readBirths(births, toBirthOfParts, notes),
    from: notes.readPastDay(textOf(entry, 'DateDesignated')),
    category: toMaskedText(textOf(entry, 'RegimeName')),
    authority: 'Foreign, Commonwealth & Development Office (Reino Unido)',
    remarks: toRemarks({
      Measures: textOf(entry, 'SanctionsImposed').split('|').join(', '),
      Nationality: textsOf(entry, 'Nationality').join(', '),
      Position: textsOf(entry, 'Position').join(', '),
      Reasons: textOf(entry, 'UKStatementofReasons'),
      Remarks: textOf(entry, 'OtherInformation'),
    }),
  };
}

/** The family name is the last part, and a company has it alone. */
function joinNameParts(name: XmlElement): string {
  const parts = nameParts.map((part) => textOf(name, part));
  return parts.filter((text) => text !== '').join(' ');
}

/** `12/01/1970`, `dd/01/1970`, `00/00/1970`. */
function toBirthOfParts(text: string): string | undefined {
  const [day = '', month = '', year = ''] = text.split('/');
  return toPartialBirth(year, month, day);
}
