// A statement for SQLite with its parameters, and its result.

export type SqlValue = string | number | bigint | Uint8Array | null;

export type NamedValues = Readonly<Record<string, SqlValue>>;

export interface Statement {
  readonly sql: string;
  readonly parameters: readonly SqlValue[] | NamedValues;
  /** Marks a gate. The later statements of the same write are left out unless it changes or finds a row. */
  readonly isGate?: boolean;
}

export interface StatementResult {
  readonly changes: number;
  /** `rows` belongs to a statement that returns rows. */
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}
