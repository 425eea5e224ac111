// CEAF, the federal servants who were dismissed: sanctions as in the CEIS, and what the servant was. Its publisher masks every CPF.

import type { MappedRow } from '../list-kind.ts';
import { toRemarks } from '../row-notes.ts';
import { ceis, mapSanction } from './ceis.ts';
import { toCguList } from './cgu.ts';

const needed = ['number', 'document', 'name', 'category', 'from', 'authority'];

export const ceaf = toCguList({
  id: 'ceaf',
  title: 'CEAF: Expulsões da Administração Federal (CGU)',
  layout: [
    ...ceis.layout.map((column) => ({ ...column, isNeeded: needed.includes(column.key) })),
    { key: 'act', name: 'NÚMERO DO DOCUMENTO' },
    { key: 'post', name: 'CARGO EFETIVO', isNeeded: true },
    { key: 'function', name: 'FUNÇÃO OU CARGO DE CONFIANÇA' },
    { key: 'workplace', name: 'ÓRGÃO DE LOTAÇÃO', isNeeded: true },
  ],
  layoutRule: 'open',
  map(cell, notes) {
    const facts = {
      Cargo: cell('post'),
      Função: cell('function'),
      Lotação: cell('workplace'),
      Fundamento: cell('legal_basis'),
    };
    return { ...mapSanction(cell, notes), kind: 'person', remarks: toRemarks(facts, cell('remarks')) };
  },
  join: joinDismissal,
});

/** The rows of one sanction follow each other, and differ in what else they say. */
function joinDismissal(before: MappedRow, next: MappedRow): MappedRow | undefined {
  const { category, remarks } = next;
  const isSame =
    next.number !== '' &&
    next.number === before.number &&
    next.names[0] === before.names[0] &&
    JSON.stringify(next.document) === JSON.stringify(before.document) &&
    next.from === before.from &&
    next.until === before.until;
  if (!isSame) return undefined;
  return {
    ...before,
    category: addTo(before.category, category, ', '),
    remarks: addTo(before.remarks, remarks, ' / '),
  };
}

function addTo(text: string | null, more: string | null, between: string): string | null {
  if (text === null || more === null) return text ?? more;
  return text.split(between).includes(more) ? text : `${text}${between}${more}`;
}
