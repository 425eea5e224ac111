// The areas that the IBAMA has embargoed, where somebody may produce nothing, and whose they are. One file of over 200 MB, most of it
// borders of areas.

import { blankRow, readListed } from './blank-row.ts';
import { toTableList } from './list-kind.ts';
import { toMaskedText, toRemarks } from './row-notes.ts';

const geometry = 'GEOM_AREA_EMBARGADA';
const yes = /^s(?:im)?$/i;

export const ibama = toTableList({
  id: 'ibama',
  title: 'Termos de embargo (IBAMA)',
  weight: 'sanction',
  page: 'https://dadosabertos.ibama.gov.br/dataset/fiscalizacao-termo-de-embargo',
  staleAfterDays: 15,
  // Those that say something, out of some fifty.
  layout: [
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
    { key: 'geometry', name: geometry, isNeeded: true },
    { key: 'lifted', name: 'SIT_DESEMBARGO', isNeeded: true },
    { key: 'lifted_on', name: 'DAT_DESEMBARGO', isNeeded: true },
  ],
  layoutRule: 'open',
  delimiter: ';',
  skippedColumn: geometry,
  map(cell, notes) {
    if (yes.test(cell('cancelled'))) return 'left_out';
    const isLifted = yes.test(cell('lifted'));
    const until = isLifted ? notes.readPastDay(cell('lifted_on')) : null;
    // It is over, and nobody knows since when: without a last day it would count as in force.
    if (isLifted && until === null) return 'left_out';
    const listed = readListed(cell('document'), cell('name'));
    // Of many areas nobody knows whose they are.
    if (listed.names.length === 0 && cell('document') === '') return 'left_out';
    const place = [cell('city'), cell('state')].filter((text) => text !== '').join('-');
    return {
      ...blankRow,
      ...listed,
      number: cell('number'),
      from: notes.readPastDay(cell('from')),
      until,
      category: 'Embargo ambiental',
      authority: 'IBAMA',
      process: toMaskedText(cell('process')),
      remarks: toRemarks({ Termo: cell('term'), Município: place, 'Área embargada': cell('area') }),
    };
  },
});
