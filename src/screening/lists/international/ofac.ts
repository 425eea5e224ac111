// The lists of the United States, of one layout: the SDN list, and all others of the OFAC put together. People, companies, vessels and
// aircraft, with their other names and addresses. They have no force of law in Brazil. Their files have no header: the order of their
// columns is what the Treasury's specification says.

import type { ListedKind } from '../../../domain/screening/entry/list-entry.ts';
import { blankRow } from '../blank-row.ts';
import {
  type Beside,
  type BesideFile,
  type Cell,
  type LayoutColumn,
  type MappedRow,
  type TableList,
  toTableList,
} from '../list-kind.ts';
import { type RowNotes, toMaskedNames, toMaskedText, toRemarks } from '../row-notes.ts';
import { toIdentity } from './identities.ts';
import { readRemarks } from './ofac-remarks.ts';
import { findOwnDocument } from './own-document.ts';

const toLayout = <Key extends string>(...keys: readonly Key[]): readonly LayoutColumn<Key>[] =>
  keys.map((key) => ({ key, name: key, isNeeded: true }));

/** This file alone holds the other names, so no search by them finds a person unless the file is there. */
const aliasFile: Omit<BesideFile, 'file'> = {
  layout: toLayout('number', 'alias_number', 'alias_type', 'alias', 'remarks'),
  isNeeded: true,
};

const addressFile: Omit<BesideFile, 'file'> = {
  layout: toLayout('number', 'address_number', 'address', 'city', 'country', 'remarks'),
  isNeeded: false,
};

/** The file holds the text that does not fit into the remarks of the main file. */
const commentFile: Omit<BesideFile, 'file'> = {
  layout: toLayout('number', 'remarks'),
  isNeeded: false,
};

/** The list states no kind for companies and organisations. As the file has no header, only this cell proves that the columns are in place. */
const kinds: Readonly<Record<string, ListedKind>> = {
  '': 'company',
  individual: 'person',
  vessel: 'other',
  aircraft: 'other',
};

const mainLayout = toLayout(
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
);

type OfacCell = Cell<(typeof mainLayout)[number]['key']>;

/** These are the names that the publisher gives to the files. */
interface OfacFiles {
  readonly main: string;
  readonly aliases: string;
  readonly addresses: string;
  readonly comments: string;
  /** XML that says how many entries there are. */
  readonly counts: string;
}

interface OfacAbout extends Pick<TableList, 'id' | 'title' | 'page' | 'isOptIn'> {
  readonly files: OfacFiles;
}

const toOfacList = ({ files, ...about }: OfacAbout): TableList =>
  toTableList({
    ...about,
    weight: 'sanction',
    namesOf: 'world',
    // Published on any day.
    staleAfterDays: 7,
    file: files.main,
    layout: mainLayout,
    layoutRule: 'fixed',
    hasHeader: false,
    delimiter: ',',
    counted: { file: files.counts, root: 'sdnList', element: 'Record_Count' },
    beside: [
      { ...aliasFile, file: files.aliases },
      { ...addressFile, file: files.addresses },
      { ...commentFile, file: files.comments },
    ],
    map: (cell, notes, beside) => mapOfac(cell, notes, beside, files),
  });

export const ofac = toOfacList({
  id: 'ofac',
  title: 'Specially Designated Nationals (OFAC, US Treasury)',
  page: 'https://sanctionslist.ofac.treas.gov/Home/SdnList',
  files: { main: 'sdn.csv', aliases: 'alt.csv', addresses: 'add.csv', comments: 'sdn_comments.csv', counts: 'sdn.xml' },
});

/** The OFAC forbids certain dealings with the parties on this list (debts, shares, accounts) but does not freeze all their property. */
export const ofacNonSdn = toOfacList({
  id: 'ofac-non-sdn',
  title: 'Lista consolidada de sanções fora da SDN (OFAC, US Treasury)',
  page: 'https://sanctionslist.ofac.treas.gov/Home/ConsolidatedList',
  isOptIn: true,
  files: {
    main: 'cons_prim.csv',
    aliases: 'cons_alt.csv',
    addresses: 'cons_add.csv',
    comments: 'cons_comments.csv',
    counts: 'consolidated.xml',
  },
});

function mapOfac(cell: OfacCell, notes: RowNotes, beside: Beside, files: OfacFiles): MappedRow | undefined {
  const kind = kinds[cell('type').toLowerCase()];
  if (kind === undefined || !/^\d+$/.test(cell('number')) || cell('name') === '') return undefined;
  const toName = (name: string) => (kind === 'person' ? toNaturalOrder(name) : name);
  const aliases = beside(files.aliases).map((alias) => toName(alias('alias')));
  const comments = beside(files.comments).map((comment) => comment('remarks'));
  const remarks = [cell('remarks'), ...comments].filter((text) => text !== '').join(' ');
  const { oddBirths, weakNames, brazilianNumbers, identity, ...births } = readRemarks(remarks);
  notes.unreadableDates += oddBirths;
  const countries = new Set(beside(files.addresses).map((address) => address('country')));
  return {
    ...blankRow,
    number: cell('number'),
    kind,
    names: toMaskedNames(toName(cell('name')), ...aliases),
    weakNames: toMaskedNames(...weakNames),
    document: findOwnDocument(kind, brazilianNumbers),
    ...births,
    ...(kind === 'person' && toIdentity(identity)),
    category: toMaskedText(cell('program').replaceAll('] [', ', ')),
    authority: 'OFAC (US Treasury)',
    remarks: toRemarks({
      Title: cell('title'),
      Address: [...countries].filter((text) => text !== '').join(', '),
      Remarks: remarks,
    }),
  };
}

/** `DA SILVA, João` is João DA SILVA. */
function toNaturalOrder(name: string): string {
  const [family = '', given = '', ...more] = name.split(', ');
  return given === '' || more.length > 0 ? name : `${given} ${family}`;
}
