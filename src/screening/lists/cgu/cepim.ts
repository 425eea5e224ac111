// CEPIM, the non-profit organisations that are barred from federal transfers: one row for each agreement, up to 67 of one CNPJ. It has no
// dates: an organisation that is in the file is barred.

import { blankRow, readListed } from '../blank-row.ts';
import { toMaskedText } from '../row-notes.ts';
import { toCguList } from './cgu.ts';

export const cepim = toCguList({
  id: 'cepim',
  title: 'CEPIM: Entidades Privadas sem Fins Lucrativos Impedidas (CGU)',
  layout: [
    { key: 'document', name: 'CNPJ ENTIDADE', isNeeded: true },
    { key: 'name', name: 'NOME ENTIDADE', isNeeded: true },
    { key: 'agreement', name: 'NÚMERO CONVÊNIO', isNeeded: true },
    { key: 'authority', name: 'ÓRGÃO CONCEDENTE', isNeeded: true },
    { key: 'reason', name: 'MOTIVO DO IMPEDIMENTO', isNeeded: true },
  ],
  map: (cell) => ({
    ...blankRow,
    ...readListed(cell('document'), cell('name')),
    kind: 'company',
    category: toMaskedText(cell('reason')),
    authority: toMaskedText(cell('authority')),
    process: toMaskedText(cell('agreement')),
  }),
});
