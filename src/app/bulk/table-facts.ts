// What can be told of a table before any of its rows is asked about: what its columns are taken for, and what no answer will compare.

import { maskText } from '../../domain/rows/mask-text.ts';
import type { ColumnRole } from './column-names.ts';
import type { ColumnChoices, Columns } from './columns.ts';
import { type ComparedRole, listNotCompared } from './not-compared.ts';
import type { QuestionRules } from './question.ts';
import type { Table } from './table.ts';
import { findUnused, type UnusedColumn } from './unused-columns.ts';

interface ColumnLook {
  /** The count begins at 1. */
  readonly position: number;
  readonly name: string;
  /** The value is null if Confere uses nothing of the column. */
  readonly role: ColumnRole | null;
  /** The values of the first rows; 9 stands for a digit, A or a for a letter. */
  readonly masked: readonly string[];
}

export interface TableFacts {
  /** The columns that are used, by their names. */
  readonly columns: Readonly<Record<string, string>>;
  /** `looks` states the assumed content of each column. */
  readonly looks: readonly ColumnLook[];
  /** `unused` lists the columns that look as if Confere could use them. */
  readonly unused: readonly UnusedColumn[];
  /** `notCompared` lists the facts that no answer can compare, because no column holds them. */
  readonly notCompared: readonly ComparedRole[];
  readonly headerLine: number | undefined;
  readonly sheets: Table['sheets'] | undefined;
}

const rowsShown = 3;
const columnsShown = 60;
const charactersShown = 40;

export function toTableFacts(
  table: Table,
  found: Columns,
  rules: Omit<QuestionRules, 'columns'>,
  choices: ColumnChoices = {},
): TableFacts {
  return {
    columns: Object.fromEntries(Object.entries(found).map(([role, index]) => [role, table.columns[index] ?? ''])),
    unused: findUnused(table, found, choices, rules),
    looks: lookAtColumns(table, found),
    notCompared: listNotCompared(found),
    headerLine: table.headerLine,
    sheets: table.sheets,
  };
}

/** The columns that are used stand first where not all of them can be shown. */
function lookAtColumns({ columns, sample }: Pick<Table, 'columns' | 'sample'>, found: Columns): readonly ColumnLook[] {
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
