// What can be told of a table before any of its rows is asked about: what its columns are taken for, and what no answer will compare.

import { type ColumnLook, lookAtColumns } from './column-looks.ts';
import type { ColumnChoices, Columns } from './columns.ts';
import { type ComparedRole, listNotCompared } from './not-compared.ts';
import type { QuestionRules } from './question.ts';
import type { Table } from './table.ts';
import { findUnused, type UnusedColumn } from './unused-columns.ts';

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
