// A row of a list that is a table, before anybody knows what its cells mean.

import type { RowFault } from '../../../domain/rows/row-words.ts';

export interface ListRow {
  /** `line` is the line on which a CSV row begins, or the position of a JSON row, counted from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  readonly fault: RowFault | undefined;
}

export interface ListRows {
  readonly columns: readonly string[];
  /** The fields of JSON have no order that means anything. */
  readonly isOrdered: boolean;
  readonly rows: AsyncIterable<readonly ListRow[]>;
  /** The publisher itself states, in a complete answer, that the list is empty. There are then no columns. */
  readonly isEmpty?: boolean;
}
