// The SDN list of the United States: people, companies, vessels and aircraft, with their other names and addresses. It has no force of law
// in Brazil. Its files have no header: the order of their columns is what the Treasury's specification says.

import type { ListedKind } from '../../../domain/screening/entry/list-entry.ts';
import { blankRow } from '../blank-row.ts';
import { type BesideFile, type LayoutColumn, toTableList } from '../list-kind.ts';
import { toNames, toRemarks, toText } from '../row-notes.ts';
import { readRemarks } from './ofac-remarks.ts';
import { findOwnDocument } from './own-document.ts';

const toColumns = <Key extends string>(...keys: readonly Key[]): readonly LayoutColumn<Key>[] =>
  keys.map((key) => ({ key, name: key, isNeeded: true }));

/** The other names are here alone, so nobody is found by them without this file. */
const aliasFile: BesideFile = {
  file: 'alt.csv',
  layout: toColumns('number', 'alias_number', 'alias_type', 'alias', 'remarks'),
  isNeeded: true,
};

const addressFile: BesideFile = {
  file: 'add.csv',
  layout: toColumns('number', 'address_number', 'address', 'city', 'country', 'remarks'),
  isNeeded: false,
};

/** What does not fit into the remarks of sdn.csv. */
const commentFile: BesideFile = {
  file: 'sdn_comments.csv',
  layout: toColumns('number', 'remarks'),
  isNeeded: false,
};

/** Nothing is written for companies and organisations. Without a header, only this tells that columns are where they should be. */
const kinds: Readonly<Record<string, ListedKind>> = {
  '': 'company',
  individual: 'person',
  vessel: 'other',
  aircraft: 'other',
};

export const ofac = toTableList({
  id: 'ofac',
  title: 'Specially Designated Nationals (OFAC, US Treasury)',
  weight: 'sanction',
  namesOf: 'world',
  page: 'https://sanctionslist.ofac.treas.gov/Home/SdnList',
  // Published on any day.
  staleAfterDays: 7,
  /** sdn.csv */
  layout: toColumns(
    'number',
    'name',
    'type',
    'program',
    'title',
    'call_sign',
    'vessel_type',
    'tonnage',
    'gross_tonnage',
    'flag',
    'owner',
    'remarks',
  ),
  layoutRule: 'fixed',
  hasHeader: false,
  delimiter: ',',
  beside: [aliasFile, addressFile, commentFile],
  map(cell, notes, beside) {
    const kind = kinds[cell('type').toLowerCase()];
    if (kind === undefined || !/^\d+$/.test(cell('number')) || cell('name') === '') return undefined;
    const toName = (name: string) => (kind === 'person' ? toNaturalOrder(name) : name);
    const aliases = beside(aliasFile.file).map((alias) => toName(alias('alias')));
    const comments = beside(commentFile.file).map((comment) => comment('remarks'));
    const remarks = [cell('remarks'), ...comments].filter((text) => text !== '').join(' ');
    const { oddBirths, weakNames, brazilianNumbers, ...births } = readRemarks(remarks);
    notes.unreadableDates += oddBirths;
    const countries = new Set(beside(addressFile.file).map((address) => address('country')));
    return {
      ...blankRow,
      number: cell('number'),
      kind,
      names: toNames(toName(cell('name')), ...aliases),
      weakNames: toNames(...weakNames),
      document: findOwnDocument(kind, brazilianNumbers),
      ...births,
      category: toText(cell('program').replaceAll('] [', ', ')),
      authority: 'OFAC (US Treasury)',
      remarks: toRemarks({
        Title: cell('title'),
        Address: [...countries].filter((text) => text !== '').join(', '),
        Remarks: remarks,
      }),
    };
  },
});

/** `DA SILVA, João` is João DA SILVA. */
function toNaturalOrder(name: string): string {
  const [family = '', given = '', ...more] = name.split(', ');
  return given === '' || more.length > 0 ? name : `${given} ${family}`;
}
