// The leniency agreements under Lei 12.846. An agreement bars nobody: it is what a company has admitted, and on which terms. It may have
// several companies, so its number is not that of a row. Headers have spelling mistakes, and an en dash.

import { blankRow, readListed } from '../blank-row.ts';
import type { BesideFile } from '../list-kind.ts';
import { toMaskedText } from '../row-notes.ts';
import { toCguList, toCguPage } from './cgu.ts';

export const leniencyEffects: BesideFile = {
  file: 'efeitos',
  layout: [
    { key: 'number', name: 'ID DO ACORDO', isNeeded: true },
    { key: 'effect', name: 'EFEITO DO ACORDO DE LENIENCIA', isNeeded: true },
    { key: 'more', name: 'COMPLEMENTO' },
  ],
  isNeeded: true,
};

export const leniencia = toCguList({
  id: 'leniencia',
  title: 'Acordos de Leniência (CGU)',
  weight: 'fact',
  page: toCguPage('acordos-leniencia'),
  // Published irregularly.
  staleAfterDays: 60,
  layout: [
    { key: 'number', name: 'ID DO ACORDO', isNeeded: true },
    { key: 'document', name: 'CNPJ DO SANCIONADO', isNeeded: true },
    { key: 'legal_name', name: 'RAZÃO SOCIAL – CADASTRO RECEITA', isNeeded: true },
    { key: 'trade_name', name: 'NOME FANTASIA – CADASTRO RECEITA' },
    { key: 'from', name: 'DATA DE INÍCIO DO ACORDO', isNeeded: true },
    { key: 'until', name: 'DATA DE FIM DO ACORDO', isNeeded: true },
    {
      key: 'status',
      name: 'SITUAÇÃO DO ACORDO DE LENIÊNICA',
      others: ['SITUAÇÃO DO ACORDO DE LENIÊNCIA'],
      isNeeded: true,
    },
    { key: 'informed', name: 'DATA DA INFORMAÇÃO' },
    { key: 'process', name: 'NÚMERO DO PROCESSO' },
    { key: 'terms', name: 'TERMOS DO ACORDO' },
    { key: 'authority', name: 'ÓRGÃO SANCIONADOR', isNeeded: true },
  ],
  beside: [leniencyEffects],
  map(cell, notes, beside) {
    const effects = beside(leniencyEffects.file).map((effect) =>
      [effect('effect'), effect('more')].filter((text) => text !== '').join(': '),
    );
    const status = cell('status');
    return {
      ...blankRow,
      ...readListed(cell('document'), cell('legal_name'), cell('trade_name')),
      number: cell('number'),
      kind: 'company',
      ...notes.readSpan(cell('from'), cell('until')),
      category: toMaskedText(status === '' ? 'Acordo de leniência' : `Acordo de leniência: ${status}`),
      authority: toMaskedText(cell('authority')),
      process: toMaskedText(cell('process')),
      remarks: toMaskedText([...new Set(effects)].filter((text) => text !== '').join('. ')),
    };
  },
});
