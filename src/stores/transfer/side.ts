// One end of a move: reads rows in the order of their keys, and takes rows in. Rows have the names of PostgreSQL's columns and the values of
// SQLite, whichever end they come from.

import type { MovedTable } from './moved-tables.ts';

export type MovedRow = Readonly<Record<string, unknown>>;

export interface Side {
  /** Reads the rows after this row, or the first rows. If an owner is named, it reads only that owner's rows. */
  read(table: MovedTable, options: ReadOptions): Promise<readonly MovedRow[]>;
  count(table: MovedTable, of?: ReadOptions['of']): Promise<number>;
  /** Inserts the rows and leaves existing ones unchanged. `set` replaces the values of a row. */
  insert(table: MovedTable, rows: readonly MovedRow[], set?: MovedRow): Promise<void>;
  /** Adds to what is there: counts are summed up, of times the later one stays. */
  addUp(table: MovedTable, rows: readonly MovedRow[]): Promise<void>;
  /** Counts how many of these rows exist under their keys. */
  countThere(table: MovedTable, rows: readonly MovedRow[]): Promise<number>;
  /** Changes the one row with this value in this column; says whether there was one. */
  update(table: MovedTable, where: MovedRow, set: MovedRow): Promise<boolean>;
  /** Shows that more of it comes: what is silent for long is cleared away. */
  touch(table: MovedTable, id: string): Promise<void>;
  /** Removes the rows together with the data that the engine keeps apart for them. */
  remove(table: MovedTable, column: string, value: unknown): Promise<void>;
  /** Counts anew what calls there are, where the engine does not do it with each of them. */
  countCalls(): Promise<void>;
  /** Returns false if this name was noted before. */
  note(name: string): Promise<boolean>;
  /** All of it or nothing. */
  transaction<Result>(work: (side: Side) => Promise<Result>): Promise<Result>;
}

export interface ReadOptions {
  readonly after?: MovedRow | undefined;
  readonly limit: number;
  readonly of?: { readonly column: string; readonly value: unknown };
}

const rowsAtOnce = 200;

export async function* inPages(
  side: Side,
  table: MovedTable,
  of?: ReadOptions['of'],
): AsyncGenerator<readonly MovedRow[]> {
  for (let after: MovedRow | undefined; ; ) {
    const rows = await side.read(table, { after, limit: rowsAtOnce, ...(of && { of }) });
    if (rows.length > 0) yield rows;
    if (rows.length < rowsAtOnce) return;
    after = rows.at(-1);
  }
}

/** Sums and times of a table of usage. */
export function toChanges(table: MovedTable): readonly { readonly name: string; readonly how: 'sum' | 'last' }[] {
  return table.columns
    .filter(({ postgres }) => !table.key.includes(postgres))
    .map(({ postgres: name }) => ({ name, how: name.endsWith('_ms') ? 'last' : 'sum' }));
}
