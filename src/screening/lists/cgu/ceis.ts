// CEIS, the companies and people who are barred from public contracts.

import { foldText } from '../../../domain/names/name-text.ts';
import type { ListedKind } from '../../../domain/screening/entry/list-entry.ts';
import { blankRow, readListed } from '../blank-row.ts';
import type { Cell, LayoutColumn, MappedRow } from '../list-kind.ts';
import { type RowNotes, toMaskedText } from '../row-notes.ts';
import { toCguList } from './cgu.ts';

/** As published in 2026, in their order, spelling mistakes included. */
const columns = [
  { key: 'register', name: 'CADASTRO' },
  { key: 'number', name: 'CÓDIGO DA SANÇÃO', isNeeded: true },
  { key: 'person_kind', name: 'TIPO DE PESSOA' },
  { key: 'document', name: 'CPF OU CNPJ DO SANCIONADO', isNeeded: true },
  { key: 'name', name: 'NOME DO SANCIONADO', isNeeded: true },
  { key: 'name_by_authority', name: 'NOME INFORMADO PELO ÓRGÃO SANCIONADOR' },
  { key: 'legal_name', name: 'RAZÃO SOCIAL - CADASTRO RECEITA' },
  { key: 'trade_name', name: 'NOME FANTASIA - CADASTRO RECEITA' },
  { key: 'process', name: 'NÚMERO DO PROCESSO' },
  { key: 'category', name: 'CATEGORIA DA SANÇÃO', isNeeded: true },
  { key: 'from', name: 'DATA INÍCIO SANÇÃO', isNeeded: true },
  { key: 'until', name: 'DATA FINAL SANÇÃO', isNeeded: true },
  { key: 'published', name: 'DATA PUBLICAÇÃO' },
  { key: 'publication', name: 'PUBLICAÇÃO' },
  { key: 'publication_detail', name: 'DETALHAMENTO DO MEIO DE PUBLICAÇÃO' },
  { key: 'final_since', name: 'DATA DO TRÂNSITO EM JULGADO' },
  { key: 'reach', name: 'ABRAGÊNCIA DA SANÇÃO', others: ['ABRANGÊNCIA DA SANÇÃO'] },
  { key: 'authority', name: 'ÓRGÃO SANCIONADOR', isNeeded: true },
  { key: 'authority_state', name: 'UF ÓRGÃO SANCIONADOR' },
  { key: 'authority_sphere', name: 'ESFERA ÓRGÃO SANCIONADOR' },
  { key: 'legal_basis', name: 'FUNDAMENTAÇÃO LEGAL' },
  { key: 'informed', name: 'DATA ORIGEM INFORMAÇÃO' },
  { key: 'informant', name: 'ORIGEM INFORMAÇÕES' },
  { key: 'remarks', name: 'OBSERVAÇÕES' },
] as const satisfies readonly LayoutColumn[];

type SanctionKey = (typeof columns)[number]['key'];

export const ceis = toCguList<SanctionKey>({
  id: 'ceis',
  title: 'CEIS: Cadastro de Empresas Inidôneas e Suspensas (CGU)',
  layout: columns,
  map: mapSanction,
});

const kinds: Readonly<Record<string, ListedKind>> = { F: 'person', J: 'company' };

/** A row of the CEIS, and of those lists that have its columns and others. */
export function mapSanction(cell: Cell<SanctionKey>, notes: RowNotes): MappedRow {
  const state = cell('authority_state');
  const names = [cell('name'), cell('legal_name'), cell('name_by_authority'), cell('trade_name')];
  const listed = readListed(cell('document'), ...names);
  return {
    ...blankRow,
    ...listed,
    kind: listed.kind ?? kinds[cell('person_kind')] ?? null,
    number: cell('number'),
    ...notes.readSpan(cell('from'), cell('until')),
    isUntilMinimum: isInidoneidade(cell),
    category: toMaskedText(cell('category')),
    authority: toMaskedText(state === '' ? cell('authority') : `${cell('authority')} (${state})`),
    process: toMaskedText(cell('process')),
    reach: toMaskedText(cell('reach')),
    remarks: toMaskedText(cell('remarks')),
  };
}

/** Tells whether the sanction falls under Lei 8.666, art. 87, IV. Its date is then a minimum: it ends when the CGU removes the row. */
function isInidoneidade(cell: Cell<SanctionKey>): boolean {
  return foldText(cell('category')).includes('INIDONE') && /\b8 ?666\b/.test(foldText(cell('legal_basis')));
}
