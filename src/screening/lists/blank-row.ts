// Where a mapper begins: an empty row, and whom it means.

import { blankEntry, type ListedKind } from '../../domain/screening/entry/list-entry.ts';
import { type ListedDocument, readTabledDocument } from '../../domain/screening/entry/listed-document.ts';
import type { MappedRow } from './list-kind.ts';
import { toNames } from './row-notes.ts';

const { id: _, ...withoutId } = blankEntry;

/** An empty row: a mapper says only what its list has. */
export const blankRow: MappedRow = { number: '', ...withoutId };

/** By the cells with their number and their names. */
export function readListed(
  number: string,
  ...names: readonly string[]
): Pick<MappedRow, 'kind' | 'names' | 'document'> {
  const document = readTabledDocument(number);
  return { kind: toKind(document), names: toNames(...names), document };
}

/** Null where the number does not tell. */
export function toKind(document: ListedDocument | null): ListedKind | null {
  if (document === null || document.kind === 'unusable') return null;
  return document.kind === 'cnpj' ? 'company' : 'person';
}
