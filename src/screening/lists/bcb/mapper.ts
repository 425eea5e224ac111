// A penalty of the Banco Central.

import { blankRow, toKind } from '../blank-row.ts';
import type { Cell, MappedRow } from '../list-kind.ts';
import { type RowNotes, toNames, toText } from '../row-notes.ts';
import type { BcbKey } from './layout.ts';

/** In place of the last day: another row of the same person has it. Without a day of its own this one counts as in force. */
const consolidated = /^consolidad[oa]$/i;

export function mapPenalty(category: string): (cell: Cell<BcbKey>, notes: RowNotes) => MappedRow | undefined {
  return (cell, notes) => {
    const names = toNames(cell('name'));
    if (names.length === 0) return undefined;
    const until = cell('until');
    const isElsewhere = consolidated.test(until);
    const years = cell('years') === '' ? [] : [`Prazo em anos: ${cell('years')}`];
    const document = notes.readDocument(cell('document'));
    return {
      ...blankRow,
      kind: toKind(document),
      names,
      document,
      from: notes.readDay(cell('from')),
      until: isElsewhere ? null : notes.readDay(until),
      category,
      authority: 'Banco Central do Brasil',
      process: toText(cell('process')),
      remarks: toText([...years, ...(isElsewhere ? ['Prazo final: consolidado em outro registro'] : [])].join('. ')),
    };
  };
}
