// The columns of a list of one's own. All but a document or a name may be left out, and others may stand beside them.

import type { LayoutColumn } from '../list-kind.ts';

export type OwnKey = 'number' | 'document' | 'cpf' | 'cnpj' | 'name' | 'birth_date' | 'reason' | 'until' | 'risk';

export const ownLayout: readonly LayoutColumn<OwnKey>[] = [
  { key: 'number', name: 'id', others: ['código'] },
  { key: 'document', name: 'document', others: ['documento', 'cpf/cnpj', 'cpf ou cnpj'] },
  { key: 'cpf', name: 'cpf' },
  { key: 'cnpj', name: 'cnpj' },
  { key: 'name', name: 'name', others: ['nome', 'razão social'] },
  { key: 'birth_date', name: 'birth_date', others: ['nascimento', 'data de nascimento'] },
  { key: 'reason', name: 'reason', others: ['motivo'] },
  { key: 'until', name: 'until', others: ['até', 'validade'] },
  { key: 'risk', name: 'risk', others: ['risco'] },
];
