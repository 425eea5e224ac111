// A row of the PEP file: one person in one office. Who has no last day is still a PEP.

import { blankRow } from '../../blank-row.ts';
import type { Cell, MappedRow } from '../../list-kind.ts';
import { type RowNotes, toNames, toText } from '../../row-notes.ts';
import type { PepKey } from './layout.ts';

/** Stands before some names: the person holds the office beside another. */
const cumulative = /^\(CUMULATIVAMENTE\)\s*/i;

export function mapExposed(cell: Cell<PepKey>, notes: RowNotes): MappedRow | undefined {
  const names = toNames(cell('name').replace(cumulative, ''));
  if (names.length === 0) return undefined;
  const left = notes.readDay(cell('left'));
  return {
    ...blankRow,
    kind: 'person',
    names,
    document: notes.readDocument(cell('document')),
    from: notes.readDay(cell('from')),
    until: notes.readDay(cell('until')),
    category: toText([cell('function'), cell('level')].filter((text) => text !== '').join(', ')),
    authority: toText(cell('authority')),
    remarks: left === null ? null : `Fim do exercício: ${left}`,
  };
}
