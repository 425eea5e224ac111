// A row of a list of one's own: whom it means, why, and until when.

import { blankRow, toKind } from '../blank-row.ts';
import type { Cell, MappedRow } from '../list-kind.ts';
import { type RowNotes, toNames, toText } from '../row-notes.ts';
import type { OwnKey } from './layout.ts';

export function mapOwn(cell: Cell<OwnKey>, notes: RowNotes): MappedRow | undefined {
  const names = toNames(cell('name'));
  const document = notes.readDocument(cell('document') || cell('cpf') || cell('cnpj'));
  const isFound = names.length > 0 || (document !== null && document.kind !== 'unusable');
  if (!isFound) return undefined;
  const birth = notes.readDay(cell('birth_date'));
  return {
    ...blankRow,
    kind: toKind(document),
    number: cell('number'),
    names,
    document,
    births: birth === null ? [] : [birth],
    until: notes.readDay(cell('until')),
    remarks: toText(cell('reason')),
  };
}
