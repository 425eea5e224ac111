// All rows of a table, a portion at a time in the order of their keys.

import type { Row } from '../../app/kept/store.ts';
import { type ProvenTableName, provenTables } from '../../app/kept/stores.ts';
import type { StoredRow } from '../../app/row-proof.ts';

export interface AskRows {
  list<Row>(sql: string, values?: readonly unknown[]): Promise<readonly Row[]>;
}

export interface ReadTable {
  readonly name: string;
  readonly key: readonly string[];
  /** All of them unless told otherwise. */
  readonly columns?: readonly string[];
  readonly where?: string | undefined;
}

const portion = 500;

/** Rows that carry a checksum. */
export async function* readRows(ask: AskRows, name: ProvenTableName): AsyncGenerator<StoredRow> {
  const { key, columns, where } = provenTables[name];
  yield* readTable<StoredRow & Row>(ask, { name, key, columns: [...columns, 'checksum'], where });
}

export async function* readTable<Read extends Row>(
  ask: AskRows,
  { name, key, columns = ['*'], where = 'true' }: ReadTable,
): AsyncGenerator<Read> {
  const order = key.join(', ');
  const select = `SELECT ${columns.join(', ')} FROM ${name} WHERE ${where}`;
  const after = ` AND (${order}) > (${key.map((_, index) => `$${index + 1}`).join(', ')})`;
  let last: readonly unknown[] | undefined;
  for (;;) {
    const sql = `${select}${last === undefined ? '' : after} ORDER BY ${order} LIMIT ${portion}`;
    const rows = await ask.list<Read>(sql, last);
    yield* rows;
    const end = rows.at(-1);
    if (end === undefined || rows.length < portion) return;
    last = key.map((column) => end[column]);
  }
}
