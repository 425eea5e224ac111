// A person or company in a list of the TCU.

import { readTabledDocument } from '../../../domain/screening/entry/listed-document.ts';
import { blankRow, toKind } from '../blank-row.ts';
import type { Cell, MappedRow } from '../list-kind.ts';
import { type RowNotes, toNames, toRemarks, toText } from '../row-notes.ts';
import type { TcuKey } from './layout.ts';

export function mapResponsible(category: string): (cell: Cell<TcuKey>, notes: RowNotes) => MappedRow {
  return (cell, notes) => {
    const document = readTabledDocument(cell('document'));
    const place = [cell('city'), cell('state')].filter((text) => text !== '').join('-');
    return {
      ...blankRow,
      kind: toKind(document),
      names: toNames(cell('name')),
      document,
      // Some have the year 0202.
      ...notes.readSpan(cell('final_since'), cell('until'), 0),
      category,
      authority: 'Tribunal de Contas da União',
      process: toText(cell('process')),
      remarks: toRemarks({ Acórdão: cell('ruling'), Município: place }),
    };
  };
}
