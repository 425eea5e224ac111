// Where the columns of a layout stand in a file, and how its header differs from that layout.

import type { HeaderChanges } from '../../app/screening/list-counts.ts';
import { foldText } from '../../domain/names/name-text.ts';
import { OperatorError } from '../../errors.ts';
import { publishedLists } from '../lists/catalogue.ts';
import type { LayoutColumn, ListKind } from '../lists/list-kind.ts';

export interface Header {
  /** The place of each column that is there, counted from 0. */
  readonly places: ReadonlyMap<string, number>;
  readonly changes: HeaderChanges;
}

/** Throws an OperatorError where a needed column is missing: nobody can say then what a row means. */
export function readHeader(names: readonly string[], list: ListKind): Header {
  const folded = names.map(foldText);
  const places = new Map<string, number>();
  for (const column of list.layout) {
    const place = findPlace(column, folded);
    if (place >= 0) places.set(column.key, place);
  }
  const missing = list.layout.filter(({ key }) => !places.has(key));
  const lost = missing.filter(({ isNeeded }) => isNeeded === true);
  if (lost.length > 0) throw toForeign(names, list, lost);
  if (!list.isLayoutFixed && !['document', 'cpf', 'cnpj', 'name'].some((key) => places.has(key)))
    // Without what stands there: in a file without a header it is somebody's name and number.
    throw new OperatorError(
      'The first line of the file names no column with a document or a name: call one of them document, cpf, cnpj or name.',
    );
  const none: HeaderChanges = { moved: [], added: [], missing: [] };
  return { places, changes: list.isLayoutFixed ? findChanges(names, list, places, missing) : none };
}

function findPlace({ name, others = [] }: LayoutColumn<string>, folded: readonly string[]): number {
  const known = [name, ...others].map(foldText);
  return folded.findIndex((cell) => known.includes(cell));
}

function findChanges(
  names: readonly string[],
  { layout }: ListKind,
  places: ReadonlyMap<string, number>,
  missing: readonly LayoutColumn<string>[],
): HeaderChanges {
  const known = new Set(places.values());
  let last = -1;
  const moved: string[] = [];
  for (const { key, name } of layout) {
    const place = places.get(key);
    if (place === undefined) continue;
    if (place < last) moved.push(name);
    last = Math.max(last, place);
  }
  const added = names.filter((name, place) => !known.has(place) && name.trim() !== '');
  return { moved, added, missing: missing.map(({ name }) => name) };
}

function toForeign(names: readonly string[], list: ListKind, lost: readonly LayoutColumn<string>[]): OperatorError {
  const folded = names.map(foldText);
  const other = publishedLists.find(
    ({ id, layout }) => id !== list.id && layout.every((column) => findPlace(column, folded) >= 0),
  );
  return new OperatorError(
    other === undefined
      ? `This is no file of ${list.id}, or its layout has changed: ${lost.map(({ name }) => name).join(', ')} ${lost.length === 1 ? 'is' : 'are'} missing in its header. Nothing was imported.`
      : `This is the file of ${other.id}, and not of ${list.id}. Import it as what it is: confere lists import ${other.id} FILE`,
  );
}
