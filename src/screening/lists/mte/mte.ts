// The "lista suja": employers who held workers in conditions analogous to slavery.

import type { TableList } from '../list-kind.ts';
import { type MteKey, mteLayout } from './layout.ts';
import { mapEmployer } from './mapper.ts';

export const mte: TableList<MteKey> = {
  id: 'mte',
  title: 'Cadastro de Empregadores: trabalho análogo ao de escravo (MTE)',
  weight: 'sanction',
  page: 'https://www.gov.br/trabalho-e-emprego/pt-br/assuntos/inspecao-do-trabalho/areas-de-atuacao',
  // Published twice a year, and amended by court orders in between.
  staleAfterDays: 200,
  format: 'table',
  layout: mteLayout,
  layoutRule: 'fixed',
  findDay: () => undefined,
  map: mapEmployer,
};
