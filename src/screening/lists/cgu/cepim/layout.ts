// The columns of the CEPIM: one row for each agreement, up to 67 of one CNPJ.

import type { LayoutColumn } from '../../list-kind.ts';

export type CepimKey = 'document' | 'name' | 'agreement' | 'authority' | 'reason';

export const cepimLayout: readonly LayoutColumn<CepimKey>[] = [
  { key: 'document', name: 'CNPJ ENTIDADE', isNeeded: true },
  { key: 'name', name: 'NOME ENTIDADE', isNeeded: true },
  { key: 'agreement', name: 'NÚMERO CONVÊNIO', isNeeded: true },
  { key: 'authority', name: 'ÓRGÃO CONCEDENTE', isNeeded: true },
  { key: 'reason', name: 'MOTIVO DO IMPEDIMENTO', isNeeded: true },
];
