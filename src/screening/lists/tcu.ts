// The three lists of the TCU: who may not contract, who may not hold an office of trust, and whose accounts were found irregular.

import { blankRow, readListed } from './blank-row.ts';
import { type TableList, toTableList } from './list-kind.ts';
import { toMaskedText, toRemarks } from './row-notes.ts';

interface TcuAbout extends Pick<TableList, 'id' | 'title' | 'weight'> {
  readonly page: string;
  readonly category: string;
  /** Without one, a file with last days is of the other lists. */
  readonly hasLastDay: boolean;
}

function toTcuList({ page, category, hasLastDay, ...about }: TcuAbout) {
  return toTableList({
    ...about,
    page: `https://certidoes.apps.tcu.gov.br/${page}`,
    staleAfterDays: 30,
    // As its service gives them in JSON, and the names that its CSV may have for them.
    layout: [
      { key: 'name', name: 'nome', others: ['nome do responsável', 'responsável'], isNeeded: true },
      { key: 'kind', name: 'tipoRegistro', others: ['tipo registro', 'tipo'] },
      {
        key: 'document',
        name: 'numeroRegistro',
        others: ['número registro', 'cpf/cnpj', 'cpf ou cnpj', 'cpf', 'cnpj'],
        isNeeded: true,
      },
      { key: 'state', name: 'uf' },
      { key: 'city', name: 'municipio' },
      {
        key: 'process',
        name: 'numeroProcessoFormatado',
        others: ['número processo formatado', 'processo', 'número do processo'],
        isNeeded: true,
      },
      {
        key: 'ruling',
        name: 'numeroAcordaoFormatado',
        others: ['número acórdão formatado', 'acórdão', 'deliberação', 'número do acórdão'],
      },
      {
        key: 'final_since',
        name: 'dataTransitoEmJulgado',
        others: ['data trânsito em julgado', 'trânsito em julgado', 'data do trânsito em julgado'],
        isNeeded: true,
      },
      {
        key: 'until',
        name: 'dataFinalSancao',
        others: ['data final sanção', 'data final da sanção', 'data final'],
        ...(hasLastDay ? { isNeeded: true } : { isForeign: true }),
      },
    ],
    layoutRule: 'open',
    map: (cell, notes) => ({
      ...blankRow,
      ...readListed(cell('document'), cell('name')),
      // Some have the year 0202.
      ...notes.readSpan(cell('final_since'), cell('until'), 0),
      category,
      authority: 'Tribunal de Contas da União',
      process: toMaskedText(cell('process')),
      remarks: toRemarks({
        Acórdão: cell('ruling'),
        Município: [cell('city'), cell('state')].filter((text) => text !== '').join('-'),
      }),
    }),
  });
}

export const tcuDebarred = toTcuList({
  id: 'tcu-inidoneos',
  title: 'Licitantes inidôneos (TCU)',
  weight: 'sanction',
  page: 'lista-inidoneos',
  category: 'Inidoneidade para licitar',
  hasLastDay: true,
});

export const tcuDisqualified = toTcuList({
  id: 'tcu-inabilitados',
  title: 'Inabilitados para função pública (TCU)',
  weight: 'sanction',
  page: 'lista-inabilitados',
  category: 'Inabilitação para cargo em comissão ou função de confiança',
  hasLastDay: true,
});

/** This list goes back 20 years. It states past findings and bars no one. */
export const tcuIrregularAccounts = toTcuList({
  id: 'tcu-contas-irregulares',
  title: 'Responsáveis com contas julgadas irregulares (TCU)',
  weight: 'fact',
  page: 'lista-responsaveis',
  category: 'Contas julgadas irregulares',
  hasLastDay: false,
});
