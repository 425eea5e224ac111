// An embargo of the IBAMA: an area where somebody may produce nothing.

import { readTabledDocument } from '../../../domain/screening/entry/listed-document.ts';
import { blankRow, toKind } from '../blank-row.ts';
import type { Cell, Mapped } from '../list-kind.ts';
import { type RowNotes, toNames, toRemarks, toText } from '../row-notes.ts';
import type { IbamaKey } from './layout.ts';

const yes = /^s(?:im)?$/i;

export function mapEmbargo(cell: Cell<IbamaKey>, notes: RowNotes): Mapped {
  if (yes.test(cell('cancelled'))) return 'left_out';
  const isLifted = yes.test(cell('lifted'));
  const until = isLifted ? notes.readPastDay(cell('lifted_on')) : null;
  // It is over, and nobody knows since when: without a last day it would count as in force.
  if (isLifted && until === null) return 'left_out';
  const names = toNames(cell('name'));
  // Of many areas nobody knows whose they are.
  if (names.length === 0 && cell('document') === '') return 'left_out';
  const document = readTabledDocument(cell('document'));
  const place = [cell('city'), cell('state')].filter((text) => text !== '').join('-');
  return {
    ...blankRow,
    number: cell('number'),
    kind: toKind(document),
    names,
    document,
    from: notes.readPastDay(cell('from')),
    until,
    category: 'Embargo ambiental',
    authority: 'IBAMA',
    process: toText(cell('process')),
    remarks: toRemarks({ Termo: cell('term'), Município: place, 'Área embargada': cell('area') }),
  };
}
