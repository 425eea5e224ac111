// CNEP, the companies that were punished under the anti-corruption law (Lei 12.846): sanctions as in the CEIS, and what is to be paid.

import { ceis, mapSanction } from './ceis.ts';
import { toCguList } from './cgu.ts';

const fineColumn = { key: 'fine', name: 'VALOR DA MULTA', isNeeded: true } as const;

export const cnep = toCguList({
  id: 'cnep',
  title: 'CNEP: Cadastro Nacional de Empresas Punidas (CGU)',
  layout: ceis.layout.flatMap((column) => (column.key === 'category' ? [column, fineColumn] : [column])),
  map(cell, notes) {
    const row = mapSanction(cell, notes);
    const fine = cell('fine');
    if (fine === '' || Number(fine.replace(',', '.')) === 0) return row;
    return { ...row, remarks: [`Valor da multa: R$ ${fine}`, row.remarks].filter((text) => text !== null).join('. ') };
  },
});
