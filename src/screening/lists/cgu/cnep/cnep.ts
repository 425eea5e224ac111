// CNEP, the companies that were punished under the anti-corruption law (Lei 12.846).

import type { TableList } from '../../list-kind.ts';
import type { SanctionKey } from '../ceis/layout.ts';
import { findFileDay, toCguPage } from '../cgu.ts';
import { cnepLayout } from './layout.ts';
import { mapPunished } from './mapper.ts';

export const cnep: TableList<SanctionKey> = {
  id: 'cnep',
  title: 'CNEP: Cadastro Nacional de Empresas Punidas (CGU)',
  weight: 'sanction',
  page: toCguPage('cnep'),
  staleAfterDays: 15,
  format: 'table',
  layout: cnepLayout,
  layoutRule: 'fixed',
  findDay: findFileDay,
  map: mapPunished,
};
