// Where the columns of a layout stand in a file, and how its header differs from that layout.

import type { HeaderChanges } from '../../../app/screening/lists/list-counts.ts';
import { foldText } from '../../../domain/names/name-text.ts';
import { OperatorError } from '../../../errors.ts';
import { publishedLists } from '../../lists/catalogue.ts';
import type { LayoutColumn, TableList } from '../../lists/list-kind.ts';
import type { ListRows } from './list-row.ts';

type Columns = Pick<ListRows, 'columns' | 'isOrdered'>;

export interface Header {
  /** The place of each column that is there, counted from 0. */
  readonly places: ReadonlyMap<string, number>;
  readonly changes: HeaderChanges;
}

/** Throws an OperatorError if a needed column is missing, because the meaning of a row is then unknown. */
export function readHeader({ columns: names, isOrdered }: Columns, list: TableList): Header {
  const folded = foldNames(names);
  const places = new Map<string, number>();
  for (const column of list.layout) {
    const place = findPlace(column, folded);
    if (place >= 0) places.set(column.key, place);
  }
  const foreign = list.layout.filter(({ key, isForeign }) => isForeign === true && places.has(key));
  if (foreign.length > 0) throw toForeign(names, list, foreign, 'in');
  const missing = list.layout.filter(({ key, isForeign }) => isForeign !== true && !places.has(key));
  const lost = missing.filter(({ isNeeded }) => isNeeded === true);
  if (lost.length > 0) throw toForeign(names, list, lost, 'missing in');
  if (list.layoutRule === 'own' && !['document', 'cpf', 'cnpj', 'name'].some((key) => places.has(key)))
    // Without what stands there: in a file without a header it is somebody's name and number.
    throw new OperatorError({
      en: 'The first line of the file names no column with a document or a name: call one of them document, cpf, cnpj or name.',
      pt: 'A primeira linha do arquivo não tem uma coluna de documento nem de nome: chame uma delas de documento, cpf, cnpj ou nome.',
    });
  const none: HeaderChanges = { moved: [], added: [], missing: [] };
  if (list.layoutRule !== 'fixed') return { places, changes: none };
  const changes = findChanges(names, list, places, missing);
  return { places, changes: isOrdered ? changes : { ...changes, moved: [] } };
}

export function foldNames(names: readonly string[]): readonly string[] {
  return names.map(foldText);
}

export function findPlace({ name, others = [] }: LayoutColumn<string>, folded: readonly string[]): number {
  const known = [name, ...others].map(foldText);
  return folded.findIndex((cell) => known.includes(cell));
}

function findChanges(
  names: readonly string[],
  { layout }: TableList,
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

function toForeign(
  names: readonly string[],
  list: TableList,
  columns: readonly LayoutColumn<string>[],
  how: 'in' | 'missing in',
): OperatorError {
  const folded = foldNames(names);
  const others = publishedLists.filter(
    (one) =>
      one.format === 'table' &&
      one.id !== list.id &&
      one.layout.every((column) => findPlace(column, folded) >= 0 !== (column.isForeign === true)),
  );
  const [other] = others;
  const ids = others.map(({ id }) => id);
  const shown = columns.map(({ name }) => name).join(', ');
  return new OperatorError(
    other === undefined
      ? {
          en: `This is no file of ${list.id}, or its layout has changed: ${shown} ${columns.length === 1 ? 'is' : 'are'} ${how} its header. Nothing was imported.`,
          pt: `Este arquivo não é da lista ${list.id}, ou o formato dela mudou: o cabeçalho ${how === 'in' ? 'tem' : 'não tem'} ${shown}. Nada foi importado.`,
        }
      : {
          en: `This is the file of ${ids.join(' or of ')}, and not of ${list.id}. Import it as what it is: confere lists import ${ids.length === 1 ? other.id : 'LIST'} FILE`,
          pt: `Este é o arquivo da lista ${ids.join(' ou da ')}, e não da ${list.id}. Importe-o na lista certa.`,
        },
  );
}
