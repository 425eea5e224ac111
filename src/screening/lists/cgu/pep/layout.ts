// The columns of the PEP file. Older months have them in upper case with blanks, which is the same once folded.

import type { LayoutColumn } from '../../list-kind.ts';

export type PepKey =
  | 'document'
  | 'name'
  | 'function_code'
  | 'function'
  | 'level'
  | 'authority'
  | 'from'
  | 'left'
  | 'until';

export const pepLayout: readonly LayoutColumn<PepKey>[] = [
  { key: 'document', name: 'CPF', isNeeded: true },
  { key: 'name', name: 'Nome_PEP', isNeeded: true },
  { key: 'function_code', name: 'Sigla_Função' },
  { key: 'function', name: 'Descrição_Função', isNeeded: true },
  { key: 'level', name: 'Nível_Função' },
  { key: 'authority', name: 'Nome_Órgão', isNeeded: true },
  { key: 'from', name: 'Data_Início_Exercício', isNeeded: true },
  { key: 'left', name: 'Data_Fim_Exercício', isNeeded: true },
  { key: 'until', name: 'Data_Fim_Carência', isNeeded: true },
];
