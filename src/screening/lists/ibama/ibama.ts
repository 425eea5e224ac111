// The areas that the IBAMA has embargoed, and whose they are. One file of over 200 MB, most of it borders of areas.

import type { TableList } from '../list-kind.ts';
import { type IbamaKey, ibamaGeometry, ibamaLayout } from './layout.ts';
import { mapEmbargo } from './mapper.ts';

export const ibama: TableList<IbamaKey> = {
  id: 'ibama',
  title: 'Termos de embargo (IBAMA)',
  weight: 'sanction',
  page: 'https://dadosabertos.ibama.gov.br/dataset/fiscalizacao-termo-de-embargo',
  staleAfterDays: 15,
  format: 'table',
  layout: ibamaLayout,
  layoutRule: 'open',
  delimiter: ';',
  skippedColumn: ibamaGeometry,
  findDay: () => undefined,
  map: mapEmbargo,
};
