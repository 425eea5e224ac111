// A person or company in a list of the TCU.

import { blankRow, toKind } from '../blank-row.ts';
import type { Cell, MappedRow } from '../list-kind.ts';
import { type RowNotes, toNames, toText } from '../row-notes.ts';
import type { TcuKey } from './layout.ts';

export function mapResponsible(category: string): (cell: Cell<TcuKey>, notes: RowNotes) => MappedRow | undefined {
  return (cell, notes) => {
    const names = toNames(cell('name'));
    if (names.length === 0) return undefined;
    const document = notes.readDocument(cell('document'));
    const place = [cell('city'), cell('state')].filter((text) => text !== '').join('-');
    return {
      ...blankRow,
      kind: toKind(document),
      names,
      document,
      // Some have the year 0202.
      from: notes.readPastDay(cell('final_since')),
      until: notes.readDay(cell('until')),
      category,
      authority: 'Tribunal de Contas da União',
      process: toText(cell('process')),
      remarks: toText(
        [
          ['Acórdão', cell('ruling')],
          ['Município', place],
        ]
          .flatMap(([what, text]) => (text === '' ? [] : [`${what}: ${text}`]))
          .join('. '),
      ),
    };
  };
}
