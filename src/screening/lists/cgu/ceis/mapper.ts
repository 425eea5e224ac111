// A row of the CEIS, and of the CNEP, which has the same columns and a fine.

import { foldText } from '../../../../domain/names/name-text.ts';
import type { ListedKind } from '../../../../domain/screening/entry/list-entry.ts';
import { readTabledDocument } from '../../../../domain/screening/entry/listed-document.ts';
import { blankRow, toKind } from '../../blank-row.ts';
import type { Cell, MappedRow } from '../../list-kind.ts';
import { type RowNotes, toNames, toText } from '../../row-notes.ts';
import type { SanctionKey } from './layout.ts';

const kinds: Readonly<Record<string, ListedKind>> = { F: 'person', J: 'company' };

export function mapSanction(cell: Cell<SanctionKey>, notes: RowNotes): MappedRow {
  const state = cell('authority_state');
  const document = readTabledDocument(cell('document'));
  return {
    ...blankRow,
    kind: toKind(document) ?? kinds[cell('person_kind')] ?? null,
    number: cell('number'),
    names: toNames(cell('name'), cell('legal_name'), cell('name_by_authority'), cell('trade_name')),
    document,
    ...notes.readSpan(cell('from'), cell('until')),
    isUntilMinimum: isInidoneidade(cell),
    category: toText(cell('category')),
    authority: toText(state === '' ? cell('authority') : `${cell('authority')} (${state})`),
    process: toText(cell('process')),
    reach: toText(cell('reach')),
    remarks: toText(cell('remarks')),
  };
}

/** Under Lei 8.666, art. 87, IV the date is a minimum: it ends when the CGU takes the row away. */
function isInidoneidade(cell: Cell<SanctionKey>): boolean {
  return foldText(cell('category')).includes('INIDONE') && /\b8 ?666\b/.test(foldText(cell('legal_basis')));
}
