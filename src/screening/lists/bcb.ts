// The two lists of the Banco Central: who may not run a financial institution, and who may not do certain business.

import type { PublishedList } from '../../domain/screening/list-names.ts';
import { blankRow, readListed } from './blank-row.ts';
import { type MappedRow, type TableList, toTableList } from './list-kind.ts';
import { toMaskedText, toRemarks } from './row-notes.ts';

const service = 'https://olinda.bcb.gov.br/olinda/servico/Gepad_QuadrosGeraisInternet/versao/v1/odata';

/** This word stands in place of the last day: another row of the same person has that day. */
const consolidated = /^consolidad[oa]$/i;

function toBcbList(id: PublishedList, title: string, resource: string, category: string) {
  return toTableList({
    id,
    title,
    weight: 'sanction',
    page: `${service}/${resource}?$format=json`,
    staleAfterDays: 30,
    // As its service gives them in `value`.
    layout: [
      { key: 'document', name: 'CPF', others: ['CPF_CNPJ'], isNeeded: true },
      { key: 'name', name: 'Nome', isNeeded: true },
      { key: 'process', name: 'PAS' },
      { key: 'years', name: 'Prazo_em_anos' },
      { key: 'from', name: 'Inicio_do_cumprimento' },
      { key: 'until', name: 'Prazo_final_penalidade', isNeeded: true },
    ],
    layoutRule: 'fixed',
    map(cell, notes) {
      const until = cell('until');
      const isElsewhere = consolidated.test(until);
      return {
        ...blankRow,
        ...readListed(cell('document'), cell('name')),
        ...notes.readSpan(cell('from'), isElsewhere ? '' : until),
        ...(isElsewhere && { endsElsewhere: true as const }),
        category,
        authority: 'Banco Central do Brasil',
        process: toMaskedText(cell('process')),
        remarks: toRemarks({
          'Prazo em anos': cell('years'),
          'Prazo final': isElsewhere ? 'consolidado em outro registro' : '',
        }),
      };
    },
    settle: endWithOthers,
  });
}

export const bcbDisqualified = toBcbList(
  'bcb-inabilitados',
  'Quadro Geral de Inabilitados (Banco Central)',
  'QuadroGeralInabilitados',
  'Inabilitação',
);

export const bcbForbidden: TableList = {
  ...toBcbList('bcb-proibidos', 'Quadro Geral de Proibidos (Banco Central)', 'QuadroGeralProibidos', 'Proibição'),
  mayBeEmpty: true,
};

/** A consolidated penalty ends with the others of the same person. Where none tells the last day, it is in force. */
function endWithOthers(rows: readonly MappedRow[]): readonly MappedRow[] {
  const byPerson = Map.groupBy(
    rows.filter(({ endsElsewhere }) => !endsElsewhere),
    findNumber,
  );
  return rows.map(({ endsElsewhere, ...row }) => {
    const number = findNumber(row);
    if (!endsElsewhere || number === undefined) return row;
    return { ...row, until: findEnd(row, byPerson.get(number) ?? []) };
  });
}

/** The last one; a penalty that was over before this one began says nothing of it. */
function findEnd({ from }: MappedRow, others: readonly MappedRow[]): string | null {
  const ends = others.map(({ until }) => until).filter((until) => until === null || from === null || until >= from);
  return ends.includes(null) ? null : (ends.toSorted().at(-1) ?? null);
}

/** A name is shared by many. */
function findNumber({ document }: MappedRow): string | undefined {
  return document?.kind === 'cpf' || document?.kind === 'cnpj' ? document.number : undefined;
}
