// A row of the PEP file: one person in one office. Who has no last day is still a PEP.

import { readTabledDocument } from '../../../../domain/screening/entry/listed-document.ts';
import { blankRow } from '../../blank-row.ts';
import type { Cell, MappedRow } from '../../list-kind.ts';
import { type RowNotes, toNames, toText } from '../../row-notes.ts';
import type { PepKey } from './layout.ts';

/** Stands before some names: the person holds the office beside another. */
const cumulative = /^\(CUMULATIVAMENTE\)\s*/i;

export function mapExposed(cell: Cell<PepKey>, notes: RowNotes): MappedRow {
  const left = notes.readDay(cell('left'));
  return {
    ...blankRow,
    kind: 'person',
    names: toNames(cell('name').replace(cumulative, '')),
    document: readTabledDocument(cell('document')),
    ...notes.readSpan(cell('from'), cell('until')),
    category: toText([cell('function'), cell('level')].filter((text) => text !== '').join(', ')),
    authority: toText(cell('authority')),
    remarks: left === null ? null : `Fim do exercício: ${left}`,
  };
}
