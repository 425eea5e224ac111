// The columns of the CEAF that say something: those of the CEIS, and what the servant was.

import type { LayoutColumn } from '../../list-kind.ts';
import { ceisLayout, type SanctionKey } from '../ceis/layout.ts';

export type DismissalKey = SanctionKey | 'act' | 'post' | 'function' | 'workplace';

const needed: readonly SanctionKey[] = ['number', 'document', 'name', 'category', 'from', 'authority'];

export const ceafLayout: readonly LayoutColumn<DismissalKey>[] = [
  ...ceisLayout.map((column) => ({ ...column, isNeeded: needed.includes(column.key) })),
  { key: 'act', name: 'NÚMERO DO DOCUMENTO' },
  { key: 'post', name: 'CARGO EFETIVO', isNeeded: true },
  { key: 'function', name: 'FUNÇÃO OU CARGO DE CONFIANÇA' },
  { key: 'workplace', name: 'ÓRGÃO DE LOTAÇÃO', isNeeded: true },
];
