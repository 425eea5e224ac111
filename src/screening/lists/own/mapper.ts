// A row of a list of one's own: whom it means, why, and until when.

import { foldText } from '../../../domain/names/name-text.ts';
import { type ListedDocument, readTabledDocument } from '../../../domain/screening/entry/listed-document.ts';
import { blankRow, toKind } from '../blank-row.ts';
import type { Cell, Mapped } from '../list-kind.ts';
import { maskCpfs, type RowNotes, toNames, toText } from '../row-notes.ts';
import type { OwnKey } from './layout.ts';

export function mapOwn(cell: Cell<OwnKey>, notes: RowNotes): Mapped {
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
function listDocuments(cell: Cell<OwnKey>): readonly (ListedDocument | null)[] {
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
