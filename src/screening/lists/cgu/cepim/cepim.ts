// CEPIM, the non-profit organisations that are barred from federal transfers.

import type { TableList } from '../../list-kind.ts';
import { findFileDay, toCguPage } from '../cgu.ts';
import { type CepimKey, cepimLayout } from './layout.ts';
import { mapBarred } from './mapper.ts';

export const cepim: TableList<CepimKey> = {
  id: 'cepim',
  title: 'CEPIM: Entidades Privadas sem Fins Lucrativos Impedidas (CGU)',
  weight: 'sanction',
  page: toCguPage('cepim'),
  staleAfterDays: 15,
  format: 'table',
  layout: cepimLayout,
  layoutRule: 'fixed',
  findDay: findFileDay,
  map: mapBarred,
};
