// A row of the CNEP: a sanction as in the CEIS, and what is to be paid.

import type { Cell, MappedRow } from '../../list-kind.ts';
import type { RowNotes } from '../../row-notes.ts';
import type { SanctionKey } from '../ceis/layout.ts';
import { mapSanction } from '../ceis/mapper.ts';

export function mapPunished(cell: Cell<SanctionKey>, notes: RowNotes): MappedRow {
  const row = mapSanction(cell, notes);
  const fine = cell('fine');
  if (fine === '' || Number(fine.replace(',', '.')) === 0) return row;
  return { ...row, remarks: [`Valor da multa: R$ ${fine}`, row.remarks].filter((text) => text !== null).join('. ') };
}
