// The leniency agreements under Lei 12.846. An agreement bars nobody: it is what a company has admitted, and on which terms.

import type { TableList } from '../../list-kind.ts';
import { findFileDay, toCguPage } from '../cgu.ts';
import { type LeniencyKey, leniencyEffects, leniencyLayout } from './layout.ts';
import { mapAgreement } from './mapper.ts';

export const leniencia: TableList<LeniencyKey> = {
  id: 'leniencia',
  title: 'Acordos de Leniência (CGU)',
  weight: 'fact',
  page: toCguPage('acordos-leniencia'),
  // Published irregularly.
  staleAfterDays: 60,
  format: 'table',
  layout: leniencyLayout,
  layoutRule: 'fixed',
  beside: [leniencyEffects],
  findDay: findFileDay,
  map: mapAgreement,
};
