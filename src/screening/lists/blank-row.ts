// Where a mapper begins: an empty row, and whom it means.

import { blankEntry, type ListedKind } from '../../domain/screening/entry/list-entry.ts';
import { type ListedDocument, readTabledDocument } from '../../domain/screening/entry/listed-document.ts';
import type { MappedRow } from './list-kind.ts';
import { toMaskedNames } from './row-notes.ts';

const { id: _, ...withoutId } = blankEntry;

/** An empty row: a mapper says only what its list has. */
export const blankRow: MappedRow = { number: '', ...withoutId };

/** Reads a listed party from the cells with its number and its names. */
export function readListed(
  number: string,
  ...names: readonly string[]
): Pick<MappedRow, 'kind' | 'names' | 'document'> {
  const document = readTabledDocument(number);
  return { kind: toListedKind(document), names: toMaskedNames(...names), document };
}

/** Returns the kind of the party, or null if the number does not tell it. */
export function toListedKind(document: ListedDocument | null): ListedKind | null {
  if (document === null || document.kind === 'unusable') return null;
  return document.kind === 'cnpj' ? 'company' : 'person';
}
