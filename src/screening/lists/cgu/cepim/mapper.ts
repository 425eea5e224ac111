// A row of the CEPIM. It has no dates: an organisation that is in the file is barred.

import { readTabledDocument } from '../../../../domain/screening/entry/listed-document.ts';
import { blankRow } from '../../blank-row.ts';
import type { Cell, MappedRow } from '../../list-kind.ts';
import { toNames, toText } from '../../row-notes.ts';
import type { CepimKey } from './layout.ts';

export function mapBarred(cell: Cell<CepimKey>): MappedRow {
  return {
    ...blankRow,
    kind: 'company',
    names: toNames(cell('name')),
    document: readTabledDocument(cell('document')),
    category: toText(cell('reason')),
    authority: toText(cell('authority')),
    process: toText(cell('agreement')),
  };
}
