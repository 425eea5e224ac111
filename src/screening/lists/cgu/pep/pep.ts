// PEP, the politically exposed people of the federal list. Its publisher masks every CPF.

import type { TableList } from '../../list-kind.ts';
import { findFileMonth, toCguPage } from '../cgu.ts';
import { type PepKey, pepLayout } from './layout.ts';
import { mapExposed } from './mapper.ts';

export const pep: TableList<PepKey> = {
  id: 'pep',
  title: 'PEP: Pessoas Expostas Politicamente (CGU)',
  weight: 'exposure',
  page: toCguPage('pep'),
  // Published each month, one or two months late.
  staleAfterDays: 100,
  format: 'table',
  layout: pepLayout,
  layoutRule: 'fixed',
  findDay: findFileMonth,
  map: mapExposed,
};
