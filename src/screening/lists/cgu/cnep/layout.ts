// The columns of the CNEP: those of the CEIS, with the fine after the category.

import type { LayoutColumn } from '../../list-kind.ts';
import { ceisLayout, type SanctionKey } from '../ceis/layout.ts';

const fine: LayoutColumn<SanctionKey> = { key: 'fine', name: 'VALOR DA MULTA', isNeeded: true };

export const cnepLayout: readonly LayoutColumn<SanctionKey>[] = ceisLayout.flatMap((column) =>
  column.key === 'category' ? [column, fine] : [column],
);
