// Rows that were ended for good, kept apart from the database: whoever puts one back there does not reach this.

import type { ProvenTableName } from './kept/stores.ts';

export interface EndedRow {
  readonly table: ProvenTableName;
  readonly id: string;
}

export interface EndedRows {
  /** Tells whether the row has ended. The caller checks each row that it reads. */
  has(table: ProvenTableName, id: string): boolean;
  /** A row can end even while the folder accepts no writes, because this process remembers it. */
  add(rows: readonly EndedRow[]): void;
}
