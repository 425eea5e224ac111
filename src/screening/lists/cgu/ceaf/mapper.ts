// A row of the CEAF: a sanction as in the CEIS, and what the servant was. One sanction may have several rows.

import type { Cell, MappedRow } from '../../list-kind.ts';
import { type RowNotes, toRemarks } from '../../row-notes.ts';
import { mapSanction } from '../ceis/mapper.ts';
import type { DismissalKey } from './layout.ts';

export function mapDismissal(cell: Cell<DismissalKey>, notes: RowNotes): MappedRow {
  const row = mapSanction(cell, notes);
  const facts = {
    Cargo: cell('post'),
    Função: cell('function'),
    Lotação: cell('workplace'),
    Fundamento: cell('legal_basis'),
  };
  return { ...row, kind: 'person', remarks: toRemarks(facts, cell('remarks')) };
}

/** The rows of one sanction follow each other, and differ in what else they say. */
export function joinDismissal(before: MappedRow, next: MappedRow): MappedRow | undefined {
  const { category, remarks } = next;
  const isSame =
    next.number !== '' &&
    next.number === before.number &&
    next.names[0] === before.names[0] &&
    JSON.stringify(next.document) === JSON.stringify(before.document) &&
    next.from === before.from &&
    next.until === before.until;
  if (!isSame) return undefined;
  return {
    ...before,
    category: addTo(before.category, category, ', '),
    remarks: addTo(before.remarks, remarks, ' / '),
  };
}

function addTo(text: string | null, more: string | null, between: string): string | null {
  if (text === null || more === null) return text ?? more;
  return text.split(between).includes(more) ? text : `${text}${between}${more}`;
}
