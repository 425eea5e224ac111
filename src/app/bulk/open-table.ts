// How what somebody sends becomes a table. Whoever opens it decides where it is read: in this thread, or in one of its own.

import type { Table } from './table.ts';

export interface Sent {
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Aborts when nobody waits for the answer any more; the work then ends. */
  readonly signal: AbortSignal;
  /** Whose it is, where one sender may take the places of others; undefined where something else bounds it. */
  readonly owner?: string | undefined;
}

export type TableOrder =
  | {
      /** Of whatever format. */
      readonly kind: 'file';
      readonly hasHeader: boolean | undefined;
      /** Of a spreadsheet. */
      readonly sheet: string | undefined;
      readonly mayBeEmpty: boolean;
    }
  | {
      readonly kind: 'text';
      readonly format: 'csv' | 'ndjson' | undefined;
      /** Objects may differ from each other. */
      readonly mayDiffer: boolean;
    };

/** What opens is closed with `opened`. Throws a TableError for what is no table. */
export type OpenTable = (sent: Sent, order: TableOrder, opened: AsyncDisposableStack) => Promise<Table>;
