// Columns that lists of one's own have in common for people without a CPF, and how they are read.

import type { ListedDocument } from '../../domain/screening/entry/listed-document.ts';
import { readIdentity } from '../../domain/screening/read-identity.ts';
import type { Cell, MappedRow } from './list-kind.ts';
import { maskCpfs } from './row-notes.ts';

export const identityColumns = [
  { key: 'nationality', name: 'nationality', others: ['nacionalidade'] },
  { key: 'passport', name: 'passport', others: ['passaporte'] },
  { key: 'foreign_document', name: 'foreign_document', others: ['documento estrangeiro'] },
  { key: 'document_country', name: 'document_country', others: ['país do documento', 'país emissor'] },
] as const;

type IdentityCell = Cell<(typeof identityColumns)[number]['key']>;

/** A fault where something is written that cannot be read: without it somebody would not be found. */
export function readOwnIdentity(
  cell: IdentityCell,
): Pick<MappedRow, 'identityDocuments' | 'nationalities'> | 'unreadable_document' {
  const [passport, other] = [cell('passport'), cell('foreign_document')];
  const found = readIdentity({
    nationality: cell('nationality'),
    type: passport === '' ? 'other' : 'passport',
    number: passport === '' ? other : passport,
    country: cell('document_country'),
  });
  if ('fault' in found) return 'unreadable_document';
  const { nationality, identityDocument } = found;
  return {
    ...(identityDocument && { identityDocuments: [identityDocument] }),
    ...(nationality && { nationalities: [nationality] }),
  };
}

/** A row is named in the audit, in events and in addresses, where no CPF may stand: Confere numbers such a row itself. */
export function toOwnNumber(written: string, document: ListedDocument | null): string {
  const isTheirs = document?.kind === 'cpf' && withoutZeros(written) === withoutZeros(document.number);
  return isTheirs || maskCpfs(written) !== written ? '' : written;
}

const withoutZeros = (number: string) => number.replace(/^0+/, '');
