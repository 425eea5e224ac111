// PEP, the politically exposed people of the federal list: a row is one person in one office, and who has no last day is still a PEP.
// Its publisher masks every CPF.

import { parseDate } from '../../../domain/dates/date-format.ts';
import { blankRow, readListed } from '../blank-row.ts';
import { toMaskedText } from '../row-notes.ts';
import { toCguList } from './cgu.ts';

/** Stands before some names: the person holds the office beside another. */
const cumulative = /^\(CUMULATIVAMENTE\)\s*/i;

export const pep = toCguList({
  id: 'pep',
  title: 'PEP: Pessoas Expostas Politicamente (CGU)',
  weight: 'exposure',
  // Published each month, one or two months late.
  staleAfterDays: 100,
  // Older months have them in upper case with blanks, which is the same once folded.
  layout: [
    { key: 'document', name: 'CPF', isNeeded: true },
    { key: 'name', name: 'Nome_PEP', isNeeded: true },
    { key: 'function_code', name: 'Sigla_Função' },
    { key: 'function', name: 'Descrição_Função', isNeeded: true },
    { key: 'level', name: 'Nível_Função' },
    { key: 'authority', name: 'Nome_Órgão', isNeeded: true },
    { key: 'from', name: 'Data_Início_Exercício', isNeeded: true },
    { key: 'left', name: 'Data_Fim_Exercício', isNeeded: true },
    { key: 'until', name: 'Data_Fim_Carência', isNeeded: true },
  ],
  /** `202609_PEP.zip`: of that month, and as old as its first day at most. */
  findDay: (name) => parseDate(`${/(?<!\d)(\d{6})_/.exec(name)?.[1] ?? ''}01`, 'yyyymmdd'),
  map(cell, notes) {
    const left = notes.readDay(cell('left'));
    return {
      ...blankRow,
      ...readListed(cell('document'), cell('name').replace(cumulative, '')),
      kind: 'person',
      ...notes.readSpan(cell('from'), cell('until')),
      category: toMaskedText([cell('function'), cell('level')].filter((text) => text !== '').join(', ')),
      authority: toMaskedText(cell('authority')),
      remarks: left === null ? null : `Fim do exercício: ${left}`,
    };
  },
});
