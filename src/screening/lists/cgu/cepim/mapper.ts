// A row of the CEPIM. It has no dates: an organisation that is in the file is barred.

import { blankRow } from '../../blank-row.ts';
import type { Cell, MappedRow } from '../../list-kind.ts';
import { type RowNotes, toNames, toText } from '../../row-notes.ts';
import type { CepimKey } from './layout.ts';

export function mapBarred(cell: Cell<CepimKey>, notes: RowNotes): MappedRow | undefined {
  const names = toNames(cell('name'));
  if (names.length === 0) return undefined;
  return {
    ...blankRow,
    kind: 'company',
    names,
    document: notes.readDocument(cell('document')),
    category: toText(cell('reason')),
    authority: toText(cell('authority')),
    process: toText(cell('agreement')),
  };
}
