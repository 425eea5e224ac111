// Who is accused in a sanctioning process of the CVM, the securities commission. The file says how each process stands, and neither who was
// punished nor anybody's number: a fact, found by the name alone. Its layout is the one that public readers of the file describe.

import { blankRow } from './blank-row.ts';
import { toTableList } from './list-kind.ts';
import { toMaskedNames, toMaskedText, toRemarks } from './row-notes.ts';

export const cvm = toTableList({
  id: 'cvm-acusados',
  title: 'Acusados em processos sancionadores (CVM)',
  weight: 'fact',
  page: 'https://dados.cvm.gov.br/dataset/processo-sancionador',
  isOptIn: true,
  staleAfterDays: 30,
  layout: [
    { key: 'process', name: 'NUP', isNeeded: true },
    { key: 'name', name: 'Nome_Acusado', isNeeded: true },
    { key: 'status', name: 'Situacao', isNeeded: true },
    { key: 'status_on', name: 'Data_Situacao', isNeeded: true },
  ],
  layoutRule: 'fixed',
  delimiter: ';',
  // The other file in the zip tells of the processes, and names nobody.
  wantedMember: /_acusado\.csv$/i,
  map: (cell, notes) => ({
    ...blankRow,
    names: toMaskedNames(cell('name')),
    from: notes.readPastDay(cell('status_on')),
    category: 'Acusado em processo administrativo sancionador',
    authority: 'Comissão de Valores Mobiliários',
    process: toMaskedText(cell('process')),
    remarks: toRemarks({ Situação: cell('status') }),
  }),
});
