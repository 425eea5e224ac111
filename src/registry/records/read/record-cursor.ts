// A position that walks over the establishments of a block of records, in whichever format they are. What they belong to (number,
// names, status) is known to the verification snapshot alone.

import type { RootRecord } from './decode-root.ts';
import type { RowRecord } from './decode-row.ts';

/** The bytes of a block as a cursor needs them: unpacked in the first format, packed group by group in the second. */
export type ReadBlock = (partition: number, block: number) => Buffer;

export interface RecordCursor {
  /** Whether the company of the row began where the cursor has been since it was loaded or moved. */
  readonly hasRoot: boolean;
  /** Whether it begins with this row. */
  readonly begins: boolean;
  /** Stands at one establishment, counted in its block. */
  moveTo(partition: number, block: number, row: number): void;
  /** Stands before the first establishment of a block. */
  load(partition: number, block: number): void;
  /** Moves to the next establishment; false at the end of the block. */
  advance(): boolean;
  decodeRow(): RowRecord;
  decodeRoot(): RootRecord;
  /** Whether every byte of the block was read. */
  isAtEnd(): boolean;
}
