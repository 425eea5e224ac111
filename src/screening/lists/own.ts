// Lists of one's own, as many as wanted: `own-NAME`. The operator's file is as new as its import.

import { foldText } from '../../domain/names/name-text.ts';
import { type ListedDocument, readTabledDocument } from '../../domain/screening/entry/listed-document.ts';
import { blankRow, toKind } from './blank-row.ts';
import { type Cell, type LayoutColumn, type ListKind, type Mapped, toTableList } from './list-kind.ts';
import { maskCpfs, type RowNotes, toNames, toText } from './row-notes.ts';

const nameForm = /^own-[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/;

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
] as const satisfies readonly LayoutColumn[];

type OwnCell = Cell<(typeof ownLayout)[number]['key']>;

export function findOwnList(id: string): ListKind | undefined {
  if (!nameForm.test(id)) return undefined;
  return toTableList({
    id,
    title: `Lista própria ${id.slice('own-'.length)}`,
    weight: 'own',
    page: null,
    staleAfterDays: null,
    layout: ownLayout,
    layoutRule: 'own',
    map: mapOwn,
  });
}

export function mapOwn(cell: OwnCell, notes: RowNotes): Mapped {
  const risk = risks[foldText(cell('risk'))];
  if (risk === undefined) return 'unknown_risk';
  const birth = notes.readDay(cell('birth_date'));
  const until = notes.readDay(cell('until'));
  return listDocuments(cell).map((document) => ({
    ...blankRow,
    kind: toKind(document),
    number: toNumber(cell('number'), document),
    names: toNames(cell('name')),
    document,
    births: birth === null ? [] : [birth],
    until,
    remarks: toText(cell('reason')),
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

/** A row is named in the audit, in events and in addresses, where no CPF may stand: Confere numbers such a row itself. */
function toNumber(written: string, document: ListedDocument | null): string {
  const isTheirs = document?.kind === 'cpf' && withoutZeros(written) === withoutZeros(document.number);
  return isTheirs || maskCpfs(written) !== written ? '' : written;
}

const withoutZeros = (number: string) => number.replace(/^0+/, '');

/** Without a word it is high: whoever puts somebody on a list means something by it. */
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
