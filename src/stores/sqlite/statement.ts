// A statement for SQLite with its parameters, and its result.

export type SqlValue = string | number | bigint | Uint8Array | null;

export type NamedValues = Readonly<Record<string, SqlValue>>;

export interface Statement {
  readonly sql: string;
  readonly parameters: readonly SqlValue[] | NamedValues;
}

export interface StatementResult {
  readonly changes: number;
  /** Of a statement that gives rows. */
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}
