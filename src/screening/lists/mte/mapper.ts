// A row of the Cadastro de Empregadores. It has no last day: whoever is in the file is listed. Its ID changes with each edition.

import { readTabledDocument } from '../../../domain/screening/entry/listed-document.ts';
import { blankRow, toKind } from '../blank-row.ts';
import type { Cell, MappedRow } from '../list-kind.ts';
import { type RowNotes, toNames, toRemarks } from '../row-notes.ts';
import type { MteKey } from './layout.ts';

export function mapEmployer(cell: Cell<MteKey>, notes: RowNotes): MappedRow {
  const included = cell('included');
  // Court orders take a row out and put it back: `05/04/2024 a 10/05/2024, 09/04/2025`.
  const [first = included] = included.match(/\d{2}\/\d{2}\/\d{4}/) ?? [];
  const document = readTabledDocument(cell('document'));
  return {
    ...blankRow,
    kind: toKind(document),
    names: toNames(cell('name')),
    document,
    from: notes.readPastDay(first),
    category: 'Trabalho em condições análogas à escravidão',
    authority: 'Ministério do Trabalho e Emprego',
    remarks: toRemarks({
      'Ano da ação fiscal': cell('year'),
      'Trabalhadores envolvidos': cell('workers'),
      Estabelecimento: cell('place'),
      Inclusão: first === included ? '' : included,
    }),
  };
}
