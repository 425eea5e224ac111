// The "lista suja" (Cadastro de Empregadores): employers who held workers in conditions analogous to slavery. It has no last day: whoever
// is in the file is listed. The ID of a row changes with each edition. Some editions have lines of text above and below the table.

import { blankRow, readListed } from './blank-row.ts';
import { toTableList } from './list-kind.ts';
import { toRemarks } from './row-notes.ts';

export const mte = toTableList({
  id: 'mte',
  title: 'Cadastro de Empregadores: trabalho análogo ao de escravo (MTE)',
  weight: 'sanction',
  page: 'https://www.gov.br/trabalho-e-emprego/pt-br/assuntos/inspecao-do-trabalho/areas-de-atuacao',
  // Published twice a year, and amended by court orders in between.
  staleAfterDays: 200,
  // Two years (Portaria 18/2024), and longer on repetition. An edition of 2026 lost a tenth and more in this way.
  staysYears: 2,
  layout: [
    { key: 'number', name: 'ID' },
    { key: 'year', name: 'Ano da ação fiscal' },
    { key: 'state', name: 'UF' },
    { key: 'name', name: 'Empregador', isNeeded: true },
    { key: 'document', name: 'CNPJ/CPF', isNeeded: true },
    { key: 'place', name: 'Estabelecimento' },
    { key: 'workers', name: 'Trabalhadores envolvidos' },
    { key: 'activity', name: 'CNAE' },
    { key: 'decided', name: 'Decisão administrativa de procedência' },
    { key: 'included', name: 'Inclusão no Cadastro de Empregadores', isNeeded: true },
  ],
  layoutRule: 'fixed',
  map(cell, notes) {
    const included = cell('included');
    // Court orders take a row out and put it back: `05/04/2024 a 10/05/2024, 09/04/2025`.
    const [first = included] = included.match(/\d{2}\/\d{2}\/\d{4}/) ?? [];
    return {
      ...blankRow,
      ...readListed(cell('document'), cell('name')),
      from: notes.readPastDay(first),
      category: 'Trabalho em condições análogas à escravidão',
      authority: 'Ministério do Trabalho e Emprego',
      remarks: toRemarks({
        'Ano da ação fiscal': cell('year'),
        'Trabalhadores envolvidos': cell('workers'),
        Estabelecimento: cell('place'),
        Inclusão: first === included ? '' : included,
      }),
    };
  },
});
