// All rows of a table that has checksums, a portion at a time in the order of their keys.

import { type ProvenTable, type ProvenTableName, provenTables } from '../../app/proven-tables.ts';
import type { StoredRow } from '../../app/row-proof.ts';

export interface AskRows {
  list<Row>(sql: string, values?: readonly unknown[]): Promise<readonly Row[]>;
}

const portion = 500;

/** `schema` stands before the names of tables. */
export async function* readRows(
  ask: AskRows,
  schema: '' | 'confere.',
  table: ProvenTableName,
): AsyncGenerator<StoredRow> {
  const { key, columns, where = 'true' }: ProvenTable = provenTables[table];
  const order = key.join(', ');
  const select = `SELECT ${columns.join(', ')}, checksum FROM ${schema}${table} WHERE ${where}`;
  const after = ` AND (${order}) > (${key.map((_, index) => `$${index + 1}`).join(', ')})`;
  let last: readonly unknown[] | undefined;
  for (;;) {
    const sql = `${select}${last === undefined ? '' : after} ORDER BY ${order} LIMIT ${portion}`;
    const rows = await ask.list<StoredRow>(sql, last);
    yield* rows;
    const end = rows.at(-1);
    if (end === undefined || rows.length < portion) return;
    last = toKeyValues(table, end);
  }
}

/** The values of the key begin with this parameter. */
export function toKeyCondition(table: ProvenTableName, first: number): string {
  return provenTables[table].key.map((name, index) => `${name} = $${first + index}`).join(' AND ');
}

export function toKeyValues(table: ProvenTableName, row: StoredRow): readonly unknown[] {
  const values = row as unknown as Readonly<Record<string, unknown>>;
  return provenTables[table].key.map((name) => values[name]);
}
