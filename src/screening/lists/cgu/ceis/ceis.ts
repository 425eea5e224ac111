// CEIS, the companies and people who are barred from public contracts.

import type { TableList } from '../../list-kind.ts';
import { findFileDay, toCguPage } from '../cgu.ts';
import { ceisLayout, type SanctionKey } from './layout.ts';
import { mapSanction } from './mapper.ts';

export const ceis: TableList<SanctionKey> = {
  id: 'ceis',
  title: 'CEIS: Cadastro de Empresas Inidôneas e Suspensas (CGU)',
  weight: 'sanction',
  page: toCguPage('ceis'),
  staleAfterDays: 15,
  format: 'table',
  layout: ceisLayout,
  layoutRule: 'fixed',
  findDay: findFileDay,
  map: mapSanction,
};
