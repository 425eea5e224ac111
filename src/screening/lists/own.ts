// Lists of one's own, as many as wanted: `own-NAME`. The operator's file is as new as its import.

import { foldText } from '../../domain/names/name-text.ts';
import { isDeclaredPeps } from '../../domain/screening/declared-peps.ts';
import { type ListedDocument, readTabledDocument } from '../../domain/screening/entry/listed-document.ts';
import { isOwnList } from '../../domain/screening/list-names.ts';
import { blankRow, toListedKind } from './blank-row.ts';
import { listScripts } from './international/scripts.ts';
import { type Cell, type LayoutColumn, type ListKind, type Mapped, toTableList } from './list-kind.ts';
import { identityColumns, readOwnIdentity, toOwnNumber } from './own-columns.ts';
import { declaredPepLayout, mapDeclaredPep } from './own-peps.ts';
import { type RowNotes, toMaskedNames, toMaskedText } from './row-notes.ts';

/** All but a document or a name may be left out, and others may stand beside them. */
export const ownLayout = [
  { key: 'number', name: 'id', others: ['código'] },
  { key: 'document', name: 'document', others: ['documento', 'cpf/cnpj', 'cpf ou cnpj'] },
  { key: 'cpf', name: 'cpf' },
  { key: 'cnpj', name: 'cnpj' },
  { key: 'name', name: 'name', others: ['nome', 'razão social'] },
  { key: 'birth_date', name: 'birth_date', others: ['nascimento', 'data de nascimento'] },
  { key: 'reason', name: 'reason', others: ['motivo'] },
  { key: 'until', name: 'until', others: ['até', 'validade'] },
  { key: 'risk', name: 'risk', others: ['risco'] },
  ...identityColumns,
] as const satisfies readonly LayoutColumn[];

type OwnCell = Cell<(typeof ownLayout)[number]['key']>;

export function findOwnList(id: string): ListKind | undefined {
  if (!isOwnList(id)) return undefined;
  const about = { id, weight: 'own', page: null, staleAfterDays: null, layoutRule: 'own' } as const;
  const name = id.slice('own-'.length);
  return isDeclaredPeps(id)
    ? toTableList({ ...about, title: `PEP declaradas (${name})`, layout: declaredPepLayout, map: mapDeclaredPep })
    : toTableList({ ...about, title: `Lista própria ${name}`, layout: ownLayout, map: mapOwn });
}

export function mapOwn(cell: OwnCell, notes: RowNotes): Mapped {
  const risk = risks[foldText(cell('risk'))];
  if (risk === undefined) return 'unknown_risk';
  const identity = readOwnIdentity(cell);
  if (typeof identity === 'string') return identity;
  const birth = notes.readDay(cell('birth_date'));
  const until = notes.readDay(cell('until'));
  return listDocuments(cell).map((document) => ({
    ...blankRow,
    kind: toListedKind(document),
    number: toOwnNumber(cell('number'), document),
    names: toMaskedNames(...listScripts(cell('name'))),
    document,
    births: birth === null ? [] : [birth],
    ...identity,
    until,
    remarks: toMaskedText(cell('reason')),
    ...(risk !== 'high' && { risk }),
  }));
}

/** One at least. A row that has the numbers of a person and of a company means both. */
function listDocuments(cell: OwnCell): readonly (ListedDocument | null)[] {
  const written = [cell('document'), cell('cpf'), cell('cnpj')].filter((text) => text !== '');
  const documents = [...new Set(written)].map(readTabledDocument);
  const usable = documents.filter((document) => document?.kind !== 'unusable');
  return usable.length > 0 ? usable : [documents[0] ?? null];
}

/** A row that states no risk counts as high, because an operator who lists a person has a reason. */
const risks: Readonly<Record<string, 'high' | 'medium' | 'none'>> = {
  '': 'high',
  HIGH: 'high',
  ALTO: 'high',
  MEDIUM: 'medium',
  MEDIO: 'medium',
  NONE: 'none',
  NENHUM: 'none',
  LOW: 'none',
  BAIXO: 'none',
};
