// What each column of a table is taken for, with its first values masked: for a look before anybody is asked.

import { maskText } from '../../domain/rows/mask-text.ts';
import type { ColumnRole } from './column-names.ts';
import type { Columns } from './columns.ts';
import type { Table } from './table.ts';

export interface ColumnLook {
  /** The count begins at 1. */
  readonly position: number;
  readonly name: string;
  /** The value is null if Confere uses nothing of the column. */
  readonly role: ColumnRole | null;
  /** The values of the first rows; 9 stands for a digit, A or a for a letter. */
  readonly masked: readonly string[];
}

const rowsShown = 3;
const columnsShown = 60;
const charactersShown = 40;

/** The columns that are used stand first where not all of them can be shown. */
export function lookAtColumns(
  { columns, sample }: Pick<Table, 'columns' | 'sample'>,
  found: Columns,
): readonly ColumnLook[] {
  const roles = new Map(Object.entries(found).map(([role, place]) => [place, role as ColumnRole]));
  const places = columns.map((_, place) => place);
  const shown = [...places.filter((place) => roles.has(place)), ...places.filter((place) => !roles.has(place))];
  return shown
    .slice(0, columnsShown)
    .sort((one, other) => one - other)
    .map((place) => ({
      position: place + 1,
      name: (columns[place] ?? '').slice(0, charactersShown),
      role: roles.get(place) ?? null,
      masked: sample
        .slice(0, rowsShown)
        .map((cells) => maskText((cells[place] ?? '').trim().slice(0, charactersShown))),
    }));
}
