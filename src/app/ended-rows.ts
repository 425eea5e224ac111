// Rows that were ended for good, kept apart from the database: whoever puts one back there does not reach this.

import type { ProvenTableName } from './proven-tables.ts';

export interface EndedRow {
  readonly table: ProvenTableName;
  readonly id: string;
}

export interface EndedRows {
  /** Asked for each row that is read. */
  has(table: ProvenTableName, id: string): boolean;
  /** A folder that takes no writes keeps nobody from ending a row: this process knows it all the same. */
  add(rows: readonly EndedRow[]): void;
}
