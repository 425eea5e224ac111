// CEAF, the federal servants who were dismissed. Its publisher masks every CPF.

import type { TableList } from '../../list-kind.ts';
import { findFileDay, toCguPage } from '../cgu.ts';
import { ceafLayout, type DismissalKey } from './layout.ts';
import { joinDismissal, mapDismissal } from './mapper.ts';

export const ceaf: TableList<DismissalKey> = {
  id: 'ceaf',
  title: 'CEAF: Expulsões da Administração Federal (CGU)',
  weight: 'sanction',
  page: toCguPage('ceaf'),
  staleAfterDays: 15,
  format: 'table',
  layout: ceafLayout,
  layoutRule: 'open',
  findDay: findFileDay,
  map: mapDismissal,
  join: joinDismissal,
};
