// The two lists of the Banco Central: who may not run a financial institution, and who may not do certain business.

import type { TableList } from '../list-kind.ts';
import { endWithOthers } from './consolidated.ts';
import { type BcbKey, bcbLayout } from './layout.ts';
import { mapPenalty } from './mapper.ts';

const service = 'https://olinda.bcb.gov.br/olinda/servico/Gepad_QuadrosGeraisInternet/versao/v1/odata';

function toBcbList(id: string, title: string, resource: string, category: string): TableList<BcbKey> {
  return {
    id,
    title,
    weight: 'sanction',
    page: `${service}/${resource}?$format=json`,
    staleAfterDays: 30,
    format: 'table',
    layout: bcbLayout,
    layoutRule: 'fixed',
    findDay: () => undefined,
    map: mapPenalty(category),
    settle: endWithOthers,
  };
}

export const bcbDisqualified = toBcbList(
  'bcb-inabilitados',
  'Quadro Geral de Inabilitados (Banco Central)',
  'QuadroGeralInabilitados',
  'Inabilitação',
);

export const bcbForbidden: TableList<BcbKey> = {
  ...toBcbList('bcb-proibidos', 'Quadro Geral de Proibidos (Banco Central)', 'QuadroGeralProibidos', 'Proibição'),
  mayBeEmpty: true,
};
