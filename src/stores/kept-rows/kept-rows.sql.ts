// The rows of a table that a secret has made something of, by the same statements in SQLite and in PostgreSQL.

import type { KeptRow, KeptRows, RenewedRow, SecretTable } from '../../app/secrets/renew-rows.ts';
import type { PostgresPool } from '../postgres/pool.ts';
import type { SqliteStore } from '../sqlite/database.ts';
import { createSqliteStatements, toNamed } from '../sqlite/writer.ts';

/** Opens the rows of a table for reading and writing. */
export type OpenKeptRows = (table: SecretTable) => KeptRows;

const pageRows = 500;
/** All nodes look at all keys after each change of one: a few large changes cost them less. */
const keysAtOnce = 10_000;
const toLimit = (table: string) => (table === 'api_keys' ? keysAtOnce : pageRows);

interface Sql {
  readonly first: string;
  readonly next: string;
  readonly replace: string;
}

/** The statements list the rows in the order of their keys. */
function toSql({ table, key, columns, where = 'true' }: SecretTable): Sql {
  const list = key.join(', ');
  const read = `SELECT * FROM ${table} WHERE (${columns.map((name) => `${name} IS NOT NULL`).join(' OR ')}) AND (${where})`;
  const end = `ORDER BY ${list} LIMIT ${toLimit(table)}`;
  const places = key.map((_, index) => `$${index + 1}`).join(', ');
  const at = (first: number, index: number) => `$${first + index + 1}`;
  const set = columns.map((name, index) => `${name} = ${at(0, index)}`).join(', ');
  const isAsRead = columns.map((name, index) => `${name} IS NOT DISTINCT FROM ${at(columns.length, index)}`);
  const isIt = key.map((name, index) => `${name} = ${at(2 * columns.length, index)}`);
  return {
    first: `${read} ${end}`,
    next: `${read} AND (${list}) > (${places}) ${end}`,
    replace: `UPDATE ${table} SET ${set} WHERE ${[...isIt, ...isAsRead].join(' AND ')}`,
  };
}

/** All of the columns, also those that stay: a row that somebody changed meanwhile is left to the next pass. */
function toParameters({ key, columns }: SecretTable, { row, values }: RenewedRow): readonly unknown[] {
  return [...columns.map((name) => values[name] ?? row[name]), ...[...columns, ...key].map((name) => row[name])];
}

type List = (sql: string, values: readonly unknown[]) => Promise<readonly KeptRow[]>;

async function* toPages({ key }: SecretTable, { first, next }: Sql, list: List): AsyncIterable<readonly KeptRow[]> {
  for (let rows = await list(first, []); rows.length > 0; ) {
    yield rows;
    const last = rows.at(-1) as KeptRow;
    rows = await list(
      next,
      key.map((name) => last[name]),
    );
  }
}

export function openSqliteKeptRows(store: Pick<SqliteStore, 'reader' | 'writer'>): OpenKeptRows {
  const { list } = createSqliteStatements(store);
  return (table) => {
    const sql = toSql(table);
    return {
      name: table.table,
      renew: table.renew,
      pages: () => toPages(table, sql, list),
      async replace(rows) {
        await store.writer.write(
          rows.map((row) => ({ sql: sql.replace, parameters: toNamed(toParameters(table, row)) })),
        );
      },
    };
  };
}

export function openPostgresKeptRows(pool: Pick<PostgresPool, 'query' | 'transaction'>): OpenKeptRows {
  return (table) => {
    const sql = toSql(table);
    return {
      name: table.table,
      renew: table.renew,
      pages: () => toPages(table, sql, async (text, values) => (await pool.query<KeptRow>(text, values)).rows),
      replace: (rows) =>
        pool.transaction(async (session) => {
          for (const row of rows) await session.query(sql.replace, toParameters(table, row));
        }),
    };
  };
}
