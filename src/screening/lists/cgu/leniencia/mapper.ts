// A company of a leniency agreement. One agreement may have several, so its number is not that of a row.

import { readTabledDocument } from '../../../../domain/screening/entry/listed-document.ts';
import { blankRow } from '../../blank-row.ts';
import type { Beside, Cell, MappedRow } from '../../list-kind.ts';
import { type RowNotes, toNames, toText } from '../../row-notes.ts';
import { type LeniencyKey, leniencyEffects } from './layout.ts';

export function mapAgreement(cell: Cell<LeniencyKey>, notes: RowNotes, beside: Beside): MappedRow {
  const effects = beside(leniencyEffects.file).map((effect) =>
    [effect('effect'), effect('more')].filter((text) => text !== '').join(': '),
  );
  const status = cell('status');
  return {
    ...blankRow,
    number: cell('number'),
    kind: 'company',
    names: toNames(cell('legal_name'), cell('trade_name')),
    document: readTabledDocument(cell('document')),
    ...notes.readSpan(cell('from'), cell('until')),
    category: toText(status === '' ? 'Acordo de leniência' : `Acordo de leniência: ${status}`),
    authority: toText(cell('authority')),
    process: toText(cell('process')),
    remarks: toText([...new Set(effects)].filter((text) => text !== '').join('. ')),
  };
}
