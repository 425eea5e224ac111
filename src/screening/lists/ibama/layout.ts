// The columns of the IBAMA's embargoes that say something, out of some fifty.

import type { LayoutColumn } from '../list-kind.ts';

export type IbamaKey =
  | 'number'
  | 'cancelled'
  | 'term'
  | 'from'
  | 'name'
  | 'document'
  | 'process'
  | 'city'
  | 'state'
  | 'area'
  | 'geometry'
  | 'lifted'
  | 'lifted_on';

export const ibamaGeometry = 'GEOM_AREA_EMBARGADA';

export const ibamaLayout: readonly LayoutColumn<IbamaKey>[] = [
  { key: 'number', name: 'SEQ_TAD', isNeeded: true },
  { key: 'cancelled', name: 'SIT_CANCELADO', isNeeded: true },
  { key: 'term', name: 'NUM_TAD' },
  { key: 'from', name: 'DAT_EMBARGO', isNeeded: true },
  { key: 'name', name: 'NOME_EMBARGADO', isNeeded: true },
  { key: 'document', name: 'CPF_CNPJ_EMBARGADO', isNeeded: true },
  { key: 'process', name: 'NUM_PROCESSO' },
  { key: 'city', name: 'MUNICIPIO' },
  { key: 'state', name: 'UF' },
  { key: 'area', name: 'QTD_AREA_EMBARGADA' },
  // Its cells are skipped; under another name nobody could, and rows would be too long.
  { key: 'geometry', name: ibamaGeometry, isNeeded: true },
  { key: 'lifted', name: 'SIT_DESEMBARGO', isNeeded: true },
  { key: 'lifted_on', name: 'DAT_DESEMBARGO', isNeeded: true },
];
