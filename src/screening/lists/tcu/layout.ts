// The fields of the three lists of the TCU, as its service gives them in JSON, and the names that its CSV may have for them.

import type { LayoutColumn } from '../list-kind.ts';

export type TcuKey = 'name' | 'kind' | 'document' | 'state' | 'city' | 'process' | 'ruling' | 'final_since' | 'until';

const common: readonly LayoutColumn<TcuKey>[] = [
  { key: 'name', name: 'nome', others: ['nome do responsável', 'responsável'], isNeeded: true },
  { key: 'kind', name: 'tipoRegistro', others: ['tipo registro', 'tipo'] },
  {
    key: 'document',
    name: 'numeroRegistro',
    others: ['número registro', 'cpf/cnpj', 'cpf ou cnpj', 'cpf', 'cnpj'],
    isNeeded: true,
  },
  { key: 'state', name: 'uf' },
  { key: 'city', name: 'municipio' },
  {
    key: 'process',
    name: 'numeroProcessoFormatado',
    others: ['número processo formatado', 'processo', 'número do processo'],
    isNeeded: true,
  },
  {
    key: 'ruling',
    name: 'numeroAcordaoFormatado',
    others: ['número acórdão formatado', 'acórdão', 'deliberação', 'número do acórdão'],
  },
  {
    key: 'final_since',
    name: 'dataTransitoEmJulgado',
    others: ['data trânsito em julgado', 'trânsito em julgado', 'data do trânsito em julgado'],
    isNeeded: true,
  },
];

const until: LayoutColumn<TcuKey> = {
  key: 'until',
  name: 'dataFinalSancao',
  others: ['data final sanção', 'data final da sanção', 'data final'],
};

export const tcuSanctionLayout: readonly LayoutColumn<TcuKey>[] = [...common, { ...until, isNeeded: true }];

/** Has no last day: with one it is a file of the others. */
export const tcuAccountsLayout: readonly LayoutColumn<TcuKey>[] = [...common, { ...until, isForeign: true }];
