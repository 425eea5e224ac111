// The columns of the CEIS as published in 2026, in their order, spelling mistakes included.

import type { LayoutColumn } from '../../list-kind.ts';

export type SanctionKey =
  | 'register'
  | 'number'
  | 'person_kind'
  | 'document'
  | 'name'
  | 'name_by_authority'
  | 'legal_name'
  | 'trade_name'
  | 'process'
  | 'category'
  | 'fine'
  | 'from'
  | 'until'
  | 'published'
  | 'publication'
  | 'publication_detail'
  | 'final_since'
  | 'reach'
  | 'authority'
  | 'authority_state'
  | 'authority_sphere'
  | 'legal_basis'
  | 'informed'
  | 'informant'
  | 'remarks';

export const ceisLayout: readonly LayoutColumn<SanctionKey>[] = [
  { key: 'register', name: 'CADASTRO' },
  { key: 'number', name: 'CÓDIGO DA SANÇÃO', isNeeded: true },
  { key: 'person_kind', name: 'TIPO DE PESSOA' },
  { key: 'document', name: 'CPF OU CNPJ DO SANCIONADO', isNeeded: true },
  { key: 'name', name: 'NOME DO SANCIONADO', isNeeded: true },
  { key: 'name_by_authority', name: 'NOME INFORMADO PELO ÓRGÃO SANCIONADOR' },
  { key: 'legal_name', name: 'RAZÃO SOCIAL - CADASTRO RECEITA' },
  { key: 'trade_name', name: 'NOME FANTASIA - CADASTRO RECEITA' },
  { key: 'process', name: 'NÚMERO DO PROCESSO' },
  { key: 'category', name: 'CATEGORIA DA SANÇÃO', isNeeded: true },
  { key: 'from', name: 'DATA INÍCIO SANÇÃO', isNeeded: true },
  { key: 'until', name: 'DATA FINAL SANÇÃO', isNeeded: true },
  { key: 'published', name: 'DATA PUBLICAÇÃO' },
  { key: 'publication', name: 'PUBLICAÇÃO' },
  { key: 'publication_detail', name: 'DETALHAMENTO DO MEIO DE PUBLICAÇÃO' },
  { key: 'final_since', name: 'DATA DO TRÂNSITO EM JULGADO' },
  { key: 'reach', name: 'ABRAGÊNCIA DA SANÇÃO', others: ['ABRANGÊNCIA DA SANÇÃO'] },
  { key: 'authority', name: 'ÓRGÃO SANCIONADOR', isNeeded: true },
  { key: 'authority_state', name: 'UF ÓRGÃO SANCIONADOR' },
  { key: 'authority_sphere', name: 'ESFERA ÓRGÃO SANCIONADOR' },
  { key: 'legal_basis', name: 'FUNDAMENTAÇÃO LEGAL' },
  { key: 'informed', name: 'DATA ORIGEM INFORMAÇÃO' },
  { key: 'informant', name: 'ORIGEM INFORMAÇÕES' },
  { key: 'remarks', name: 'OBSERVAÇÕES' },
];
