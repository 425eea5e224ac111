// The fields of the two lists of the Banco Central, as its service gives them in `value`.

import type { LayoutColumn } from '../list-kind.ts';

export type BcbKey = 'document' | 'name' | 'process' | 'years' | 'from' | 'until';

export const bcbLayout: readonly LayoutColumn<BcbKey>[] = [
  { key: 'document', name: 'CPF', others: ['CPF_CNPJ'], isNeeded: true },
  { key: 'name', name: 'Nome', isNeeded: true },
  { key: 'process', name: 'PAS' },
  { key: 'years', name: 'Prazo_em_anos' },
  { key: 'from', name: 'Inicio_do_cumprimento' },
  { key: 'until', name: 'Prazo_final_penalidade', isNeeded: true },
];
