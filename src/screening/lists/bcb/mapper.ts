// A penalty of the Banco Central.

import { readTabledDocument } from '../../../domain/screening/entry/listed-document.ts';
import { blankRow, toKind } from '../blank-row.ts';
import type { Cell, MappedRow } from '../list-kind.ts';
import { type RowNotes, toNames, toRemarks, toText } from '../row-notes.ts';
import type { BcbKey } from './layout.ts';

/** In place of the last day: another row of the same person has it. */
const consolidated = /^consolidad[oa]$/i;

export function mapPenalty(category: string): (cell: Cell<BcbKey>, notes: RowNotes) => MappedRow {
  return (cell, notes) => {
    const until = cell('until');
    const isElsewhere = consolidated.test(until);
    const document = readTabledDocument(cell('document'));
    return {
      ...blankRow,
      kind: toKind(document),
      names: toNames(cell('name')),
      document,
      ...notes.readSpan(cell('from'), isElsewhere ? '' : until),
      ...(isElsewhere && { endsElsewhere: true as const }),
      category,
      authority: 'Banco Central do Brasil',
      process: toText(cell('process')),
      remarks: toRemarks({
        'Prazo em anos': cell('years'),
        'Prazo final': isElsewhere ? 'consolidado em outro registro' : '',
      }),
    };
  };
}
