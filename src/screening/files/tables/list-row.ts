// A row of a list that is a table, before anybody knows what its cells mean.

import type { RowFault } from '../../../domain/rows/row-words.ts';

export interface ListRow {
  /** Of CSV where it begins; of JSON which one it is, counted from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  readonly fault: RowFault | undefined;
}

export interface ListRows {
  readonly columns: readonly string[];
  /** The fields of JSON have no order that means anything. */
  readonly isOrdered: boolean;
  readonly rows: AsyncIterable<readonly ListRow[]>;
  /** The publisher itself says, in a whole answer, that nobody is listed. There are no columns then. */
  readonly isEmpty?: boolean;
}
