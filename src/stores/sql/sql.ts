// Either database, asked by the same statements. Tables have their own names in both, and the values of a statement are `$1`, `$2` and so on.
// What the two cannot say alike is named here, or in a statement of its own for each engine.

import type { PostgresPool } from '../postgres/pool.ts';
import { createStatements } from '../postgres/statements.ts';
import type { ReadingDatabase } from '../sqlite/connection.ts';
import type { SqliteStore } from '../sqlite/database.ts';
import { createSqliteStatements, toNamed } from '../sqlite/writer.ts';

type Values = readonly unknown[];

export interface SqlStatement {
  readonly sql: string;
  readonly values: Values;
  /** Marks a gate. The statements after it are left out unless it changes or finds a row. */
  readonly isGate?: boolean;
}

export interface SqlResult {
  /** Rows that were changed, or given. */
  readonly count: number;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

export interface Sql {
  readonly engine: 'sqlite' | 'postgres';
  list<Row>(sql: string, values?: Values, deadlineMs?: number): Promise<readonly Row[]>;
  find<Row>(sql: string, values?: Values, deadlineMs?: number): Promise<Row | undefined>;
  /** Returns the number of changed rows. */
  change(sql: string, values?: Values): Promise<number>;
  run(sql: string, values?: Values): Promise<void>;
  /** All of them or none; the results of those that were made. */
  together(statements: readonly SqlStatement[]): Promise<readonly SqlResult[]>;
  /** The same; whether all of them were made, and the last one changed a row. */
  achieve(statements: readonly SqlStatement[]): Promise<boolean>;
  /** The type of bytes in a cast. */
  readonly bytes: 'BLOB' | 'bytea';
  /** A condition on a column: its value is one of a list of texts, which is one value of the statement. */
  isIn(column: string, place: string): string;
  /** The end of a query that holds its rows. In SQLite one writes at a time, and nothing has to be held. */
  holding(how: `FOR ${'KEY SHARE' | 'SHARE OF mine' | 'UPDATE SKIP LOCKED'}`): string;
  /** Returns statements that make other transactions with this name wait for the end of this one. */
  alone(name: string): readonly SqlStatement[];
}

/** A read needs this part of `Sql`, because it writes nothing. */
export type ReadingSql = Pick<Sql, 'engine' | 'list' | 'find'>;

export function createPostgresSql(pool: Pick<PostgresPool, 'query' | 'transaction'>): Sql {
  return withAchieve({
    ...createStatements(pool),
    engine: 'postgres',
    together: (statements) =>
      pool.transaction(async (session) => {
        const results: SqlResult[] = [];
        for (const { sql, values, isGate } of statements) {
          const result = await session.query<SqlResult['rows'][number]>(sql, values);
          results.push(result);
          if (isGate && result.count === 0) break;
        }
        return results;
      }),
    bytes: 'bytea',
    isIn: (column, place) => `${column} = ANY(${place}::text[])`,
    holding: (how) => how,
    alone: (name) => [{ sql: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', values: [name] }],
  });
}

export function createSqliteSql(store: Pick<SqliteStore, 'reader' | 'writer'>): Sql {
  return withAchieve({
    ...createSqliteStatements(store),
    engine: 'sqlite',
    async together(statements) {
      const results = await store.writer.write(
        statements.map(({ sql, values, isGate = false }) => ({ sql, parameters: toNamed(values), isGate })),
      );
      return results.map(({ changes, rows }) => ({ count: changes + rows.length, rows }));
    },
    bytes: 'BLOB',
    isIn: (column, place) => `${column} IN (SELECT value FROM json_each(${place}))`,
    holding: () => '',
    alone: () => [],
  });
}

/** Returns the reading side of a database file. The caller has opened the file for reading and closes it. */
export function createReadingSql(database: ReadingDatabase): ReadingSql {
  return {
    engine: 'sqlite',
    list: async <Row>(sql: string, values?: Values) => database.prepare(sql).all(toNamed(values)) as Row[],
    find: async <Row>(sql: string, values?: Values) => database.prepare(sql).get(toNamed(values)) as Row | undefined,
  };
}

function withAchieve(sql: Omit<Sql, 'achieve'>): Sql {
  return {
    ...sql,
    async achieve(statements) {
      const results = await sql.together(statements);
      return results.length === statements.length && results.at(-1)?.count === 1;
    },
  };
}

/** Lets the statements after it be made as long as this query, which has one value, counts fewer than so many. */
export function toRoom(countSql: string, value: string, max: number): SqlStatement {
  return { sql: `SELECT 1 AS room WHERE (${countSql}) < CAST($2 AS bigint)`, values: [value, max], isGate: true };
}

/** `$1, $2` and so on. */
function toPlaces(count: number): string {
  return Array.from({ length: count }, (_, index) => `$${index + 1}`).join(', ');
}

/** A whole row into a table; its values stand in the order of the columns. */
export function toInsert(table: string, columns: readonly string[], row: object): SqlStatement {
  const values = row as Readonly<Record<string, unknown>>;
  return {
    sql: `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${toPlaces(columns.length)}) ON CONFLICT DO NOTHING`,
    values: columns.map((name) => values[name] ?? null),
  };
}
