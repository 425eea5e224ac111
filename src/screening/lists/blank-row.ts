// Where a mapper begins: an empty row, and what a number tells of its owner.

import type { ListedKind } from '../../domain/screening/list-entry.ts';
import type { ListedDocument } from '../../domain/screening/listed-document.ts';
import type { MappedRow } from './list-kind.ts';

/** An empty row: a mapper says only what its list has. */
export const blankRow: MappedRow = {
  number: '',
  kind: null,
  names: [],
  weakNames: [],
  document: null,
  births: [],
  from: null,
  until: null,
  isUntilMinimum: false,
  category: null,
  authority: null,
  process: null,
  reach: null,
  remarks: null,
};

/** Null where the number does not tell. */
export function toKind(document: ListedDocument | null): ListedKind | null {
  if (document === null || document.kind === 'unusable') return null;
  return document.kind === 'cnpj' ? 'company' : 'person';
}
