// The three lists of the TCU: who may not contract, who may not hold an office of trust, and whose accounts were found irregular.

import type { LayoutColumn, ListWeight, TableList } from '../list-kind.ts';
import { type TcuKey, tcuAccountsLayout, tcuSanctionLayout } from './layout.ts';
import { mapResponsible } from './mapper.ts';

interface TcuAbout {
  readonly id: string;
  readonly title: string;
  readonly weight: ListWeight;
  readonly page: string;
  readonly layout: readonly LayoutColumn<TcuKey>[];
  readonly category: string;
}

function toTcuList({ page, category, ...about }: TcuAbout): TableList<TcuKey> {
  return {
    ...about,
    page: `https://certidoes.apps.tcu.gov.br/${page}`,
    staleAfterDays: 30,
    format: 'table',
    layoutRule: 'open',
    findDay: () => undefined,
    map: mapResponsible(category),
  };
}

export const tcuDebarred = toTcuList({
  id: 'tcu-inidoneos',
  title: 'Licitantes inidôneos (TCU)',
  weight: 'sanction',
  page: 'lista-inidoneos',
  layout: tcuSanctionLayout,
  category: 'Inidoneidade para licitar',
});

export const tcuDisqualified = toTcuList({
  id: 'tcu-inabilitados',
  title: 'Inabilitados para função pública (TCU)',
  weight: 'sanction',
  page: 'lista-inabilitados',
  layout: tcuSanctionLayout,
  category: 'Inabilitação para cargo em comissão ou função de confiança',
});

/** Goes back 20 years: it says what was found once, and bars nobody. */
export const tcuIrregularAccounts = toTcuList({
  id: 'tcu-contas-irregulares',
  title: 'Responsáveis com contas julgadas irregulares (TCU)',
  weight: 'fact',
  page: 'lista-responsaveis',
  layout: tcuAccountsLayout,
  category: 'Contas julgadas irregulares',
});
