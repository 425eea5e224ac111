// The columns of the two files of the leniency agreements, spelling mistakes included. Their headers have an en dash.

import type { BesideFile, LayoutColumn } from '../../list-kind.ts';

export type LeniencyKey =
  | 'number'
  | 'document'
  | 'legal_name'
  | 'trade_name'
  | 'from'
  | 'until'
  | 'status'
  | 'informed'
  | 'process'
  | 'terms'
  | 'authority';

export const leniencyLayout: readonly LayoutColumn<LeniencyKey>[] = [
  { key: 'number', name: 'ID DO ACORDO', isNeeded: true },
  { key: 'document', name: 'CNPJ DO SANCIONADO', isNeeded: true },
  { key: 'legal_name', name: 'RAZÃO SOCIAL – CADASTRO RECEITA', isNeeded: true },
  { key: 'trade_name', name: 'NOME FANTASIA – CADASTRO RECEITA' },
  { key: 'from', name: 'DATA DE INÍCIO DO ACORDO', isNeeded: true },
  { key: 'until', name: 'DATA DE FIM DO ACORDO', isNeeded: true },
  {
    key: 'status',
    name: 'SITUAÇÃO DO ACORDO DE LENIÊNICA',
    others: ['SITUAÇÃO DO ACORDO DE LENIÊNCIA'],
    isNeeded: true,
  },
  { key: 'informed', name: 'DATA DA INFORMAÇÃO' },
  { key: 'process', name: 'NÚMERO DO PROCESSO' },
  { key: 'terms', name: 'TERMOS DO ACORDO' },
  { key: 'authority', name: 'ÓRGÃO SANCIONADOR', isNeeded: true },
];

export const leniencyEffects: BesideFile = {
  file: 'efeitos',
  layout: [
    { key: 'number', name: 'ID DO ACORDO', isNeeded: true },
    { key: 'effect', name: 'EFEITO DO ACORDO DE LENIENCIA', isNeeded: true },
    { key: 'more', name: 'COMPLEMENTO' },
  ],
  isNeeded: true,
};
