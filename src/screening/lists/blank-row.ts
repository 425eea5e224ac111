// Where a mapper begins: an empty row, and what a number tells of its owner.

import { blankEntry, type ListedKind } from '../../domain/screening/entry/list-entry.ts';
import type { ListedDocument } from '../../domain/screening/entry/listed-document.ts';
import type { MappedRow } from './list-kind.ts';

const { id: _, ...withoutId } = blankEntry;

/** An empty row: a mapper says only what its list has. */
export const blankRow: MappedRow = { number: '', ...withoutId };

/** Null where the number does not tell. */
export function toKind(document: ListedDocument | null): ListedKind | null {
  if (document === null || document.kind === 'unusable') return null;
  return document.kind === 'cnpj' ? 'company' : 'person';
}
