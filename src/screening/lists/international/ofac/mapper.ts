// A row of the SDN list with its other names and addresses.

import type { ListedKind } from '../../../../domain/screening/entry/list-entry.ts';
import { blankRow } from '../../blank-row.ts';
import type { Beside, Cell, MappedRow } from '../../list-kind.ts';
import { type RowNotes, toNames, toRemarks, toText } from '../../row-notes.ts';
import { findOwnDocument } from '../own-document.ts';
import { type OfacKey, ofacAddresses, ofacAliases, ofacComments } from './layout.ts';
import { readRemarks } from './remarks.ts';

/** Nothing is written for companies and organisations. Without a header, only this tells that columns are where they should be. */
const kinds: Readonly<Record<string, ListedKind>> = {
  '': 'company',
  individual: 'person',
  vessel: 'other',
  aircraft: 'other',
};

export function mapDesignated(cell: Cell<OfacKey>, notes: RowNotes, beside: Beside): MappedRow | undefined {
  const kind = kinds[cell('type').toLowerCase()];
  if (kind === undefined || !/^\d+$/.test(cell('number')) || cell('name') === '') return undefined;
  const toName = (name: string) => (kind === 'person' ? toNaturalOrder(name) : name);
  const aliases = beside(ofacAliases.file).map((alias) => toName(alias('alias')));
  const comments = beside(ofacComments.file).map((comment) => comment('remarks'));
  const remarks = [cell('remarks'), ...comments].filter((text) => text !== '').join(' ');
  const { oddBirths, weakNames, brazilianNumbers, ...births } = readRemarks(remarks);
  const document = findOwnDocument(kind, brazilianNumbers);
  notes.unreadableDates += oddBirths;
  const countries = new Set(beside(ofacAddresses.file).map((address) => address('country')));
  return {
    ...blankRow,
    number: cell('number'),
    kind,
    names: toNames(toName(cell('name')), ...aliases),
    weakNames: toNames(...weakNames),
    document,
    ...births,
    category: toText(cell('program').replaceAll('] [', ', ')),
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
