// How what somebody sends becomes a table. Whoever opens it decides where it is read: in this thread, or in one of its own.

import type { Table } from './table.ts';

export interface Sent {
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Aborts when no caller waits for the answer any more. The work then ends. */
  readonly signal: AbortSignal;
  /** `owner` names the sender if one sender could take the places of others. The value is undefined if another limit applies. */
  readonly owner?: string | undefined;
}

export type TableOrder =
  | {
      /** The input is a file of any format. */
      readonly kind: 'file';
      readonly hasHeader: boolean | undefined;
      /** `sheet` names the sheet of a spreadsheet. */
      readonly sheet: string | undefined;
      readonly mayBeEmpty: boolean;
    }
  | {
      readonly kind: 'text';
      readonly format: 'csv' | 'ndjson' | undefined;
      /** Objects may differ from each other. */
      readonly mayDiffer: boolean;
    };

/** Opens the table and registers it with `opened` for closing. Throws a TableError if the input is no table. */
export type OpenTable = (sent: Sent, order: TableOrder, opened: AsyncDisposableStack) => Promise<Table>;
