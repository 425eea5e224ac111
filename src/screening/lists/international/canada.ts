// The Consolidated Canadian Autonomous Sanctions List of Global Affairs Canada. It has no force of law in Brazil. Its rows have no number
// of their own: the law names them by country, schedule and item. Its layout is the one that public readers of the file describe.

import { foldText } from '../../../domain/names/name-text.ts';
import type { ListedKind } from '../../../domain/screening/entry/list-entry.ts';
import { blankRow } from '../blank-row.ts';
import type { MappedRow, XmlList } from '../list-kind.ts';
import { type RowNotes, toMaskedNames, toMaskedText, toRemarks } from '../row-notes.ts';
import { textOf, type XmlElement } from '../xml-element.ts';
import { readBirths, toBirth } from './births.ts';

export const canada: XmlList = {
  id: 'canada',
  title: 'Canadá: lista autônoma consolidada de sanções (Global Affairs Canada)',
  weight: 'sanction',
  namesOf: 'world',
  page: 'https://www.international.gc.ca/world-monde/international_relations-relations_internationales/sanctions/consolidated-consolide.aspx?lang=eng',
  isOptIn: true,
  // Published on any day.
  staleAfterDays: 7,
  format: 'xml',
  root: 'data-set',
  day: null,
  entries: ['record'],
  expected: ['Country', 'LastName', 'GivenName', 'EntityOrShip', 'Item', 'DateOfListing'],
  map: mapRecord,
};

function mapRecord(entry: XmlElement, notes: RowNotes): MappedRow {
  const [given, family, entity] = ['GivenName', 'LastName', 'EntityOrShip'].map((part) => textOf(entry, part));
  const country = textOf(entry, 'Country');
  const schedule = textOf(entry, 'Schedule');
  const kind = toEntryKind(entry);
  const aliases = toAliases(textOf(entry, 'Aliases'));
  const isWeak = (alias: string) => kind === 'person' && !alias.includes(' ');
  const births = kind === 'person' ? textOf(entry, 'DateOfBirthOrShipBuildDate').split(/ or |;/i) : [];
  return {
    ...blankRow,
    number: toEntryId(country.split('/')[0] ?? '', schedule === 'N/A' ? '' : schedule, textOf(entry, 'Item')),
    kind,
    names: toMaskedNames(
      [given, family].filter((text) => text !== '').join(' '),
      ...toEntityNames(entity ?? ''),
      ...aliases.filter((alias) => !isWeak(alias)),
    ),
    weakNames: toMaskedNames(...aliases.filter(isWeak)),
    ...readBirths(
      births.map((text) => text.trim()).filter((text) => text !== ''),
      toBirth,
      notes,
    ),
    from: notes.readPastDay(textOf(entry, 'DateOfListing')),
    category: toMaskedText(country),
    authority: 'Global Affairs Canada',
    process: toMaskedText(schedule),
    remarks: toRemarks({ Title: textOf(entry, 'TitleOrShip'), IMO: textOf(entry, 'ShipIMONumber') }),
  };
}

function toEntryKind(entry: XmlElement): ListedKind {
  if (textOf(entry, 'ShipIMONumber') !== '') return 'other';
  return textOf(entry, 'GivenName') !== '' || textOf(entry, 'LastName') !== '' ? 'person' : 'company';
}

/** `Empresa (also known as Outra)` are two names, and the whole is none. */
function toEntityNames(text: string): readonly string[] {
  return text
    .split(/\(?\b(?:a\.k\.a\.|also known as)|\)$/i)
    .map((name) => name.trim().replace(/ ?[;,(]$/, ''))
    .filter((name) => name !== '');
}

/** Divided by commas or semicolons. */
function toAliases(text: string): readonly string[] {
  return text
    .split(/[;,]/)
    .map((alias) => alias.replace(/^\s*(?:a\.k\.a\.|alias:)\s*/i, '').trim())
    .filter((alias) => alias !== '');
}

/** `russia-1-part-1-12` */
function toEntryId(...parts: readonly string[]): string {
  return foldText(parts.join(' '))
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
