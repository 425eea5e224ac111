// The columns of the Cadastro de Empregadores. Some editions have lines of text above and below the table.

import type { LayoutColumn } from '../list-kind.ts';

export type MteKey =
  | 'number'
  | 'year'
  | 'state'
  | 'name'
  | 'document'
  | 'place'
  | 'workers'
  | 'activity'
  | 'decided'
  | 'included';

export const mteLayout: readonly LayoutColumn<MteKey>[] = [
  { key: 'number', name: 'ID' },
  { key: 'year', name: 'Ano da ação fiscal' },
  { key: 'state', name: 'UF' },
  { key: 'name', name: 'Empregador', isNeeded: true },
  { key: 'document', name: 'CNPJ/CPF', isNeeded: true },
  { key: 'place', name: 'Estabelecimento' },
  { key: 'workers', name: 'Trabalhadores envolvidos' },
  { key: 'activity', name: 'CNAE' },
  { key: 'decided', name: 'Decisão administrativa de procedência' },
  { key: 'included', name: 'Inclusão no Cadastro de Empregadores', isNeeded: true },
];
