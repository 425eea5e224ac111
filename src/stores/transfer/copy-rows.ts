// Copies rows from SQLite into PostgreSQL, some at a time. What is there already stays as it is, so that a run that was cut off can be made again.

import type { PostgresPool } from '../postgres/pool.ts';
import type { SqliteDatabase } from '../sqlite/connection.ts';

export interface TableCopy {
  /** Its columns have the same names in both. */
  readonly table: string;
  /** What a row is known by. */
  readonly known: string;
  readonly toValue?: (column: string, value: unknown) => unknown;
}

export type Asker = Pick<PostgresPool, 'query'>;

const rowsAtOnce = 200;
const copyMs = 60_000;

/** How many there were, and how many of them are there now. */
export async function copyTable(
  source: SqliteDatabase,
  target: Asker,
  { table, known, toValue = (_, value) => value }: TableCopy,
): Promise<{ readonly found: number; readonly there: number }> {
  let [found, there] = [0, 0];
  const columns = (source.pragma(`table_info(${table})`) as readonly { readonly name: string }[]).map(
    ({ name }) => name,
  );
  for (const rows of inPages(source, `SELECT ${columns.join(', ')} FROM ${table}`, [])) {
    await insertRows(
      target,
      table,
      columns,
      rows.map((row) => columns.map((name) => toValue(name, row[name]))),
    );
    const sql = `SELECT count(*) AS count FROM confere.${table} WHERE ${known} = ANY($1::text[])`;
    const counted = await target.query<{ readonly count: number }>(sql, [rows.map((row) => row[known])], copyMs);
    found += rows.length;
    there += counted.rows[0]?.count ?? 0;
  }
  return { found, there };
}

export function* inPages(
  source: SqliteDatabase,
  sql: string,
  values: readonly unknown[],
): Generator<readonly Readonly<Record<string, unknown>>[]> {
  let page: Record<string, unknown>[] = [];
  for (const row of source.prepare(sql).iterate(...values)) {
    page.push(row as Record<string, unknown>);
    if (page.length < rowsAtOnce) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

export async function insertRows(
  target: Asker,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
): Promise<void> {
  const places = rows.map(
    (_, row) => `(${columns.map((__, column) => `$${row * columns.length + column + 1}`).join(', ')})`,
  );
  const sql = `INSERT INTO confere.${table} (${columns.join(', ')}) VALUES ${places.join(', ')} ON CONFLICT DO NOTHING`;
  await target.query(sql, rows.flat(), copyMs);
}
