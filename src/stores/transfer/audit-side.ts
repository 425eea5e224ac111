// One end of a move of the audit. A record is moved as it is: the chain keeps its name, and with it every hash and every signature stays
// provable.

import type { RecordRow } from '../audit/audit-rows.sqlite.ts';

export interface MovedRecord extends RecordRow {
  /** Its place among the records of all chains of this end. */
  readonly place: number;
  /** Null where the content was forgotten. */
  readonly at_ms: number | null;
}

export interface MovedIntent {
  readonly request_id: string;
  readonly chain: string;
  readonly sequence: number;
}

export interface AuditSource {
  count(): Promise<number>;
  /** The first and the last place; undefined where there is no record. */
  findEnds(): Promise<{ readonly first: number; readonly last: number } | undefined>;
  /** In the order of their places. */
  readAfter(place: number, limit: number): Promise<readonly MovedRecord[]>;
  /** When the first record of this chain was made that still says so. */
  findFirstMs(chain: string): Promise<number | undefined>;
  /** The first days of months in which anything was recorded. */
  months(): Promise<readonly string[]>;
  intents(): Promise<readonly MovedIntent[]>;
}

export interface AuditTarget {
  /** Makes room for records of these places and months; what is given is what every place is moved by. */
  prepare(
    sourceId: string,
    ends: { readonly first: number; readonly last: number },
    months: readonly string[],
  ): Promise<number>;
  /** The last of these places that is there. */
  findLast(first: number, last: number): Promise<number | undefined>;
  /** The day that the last record of this chain counts for, where that is kept. */
  findLastDay(chain: string): Promise<string | undefined>;
  /** All of them or none. */
  add(records: readonly (MovedRecord & { readonly day: string })[]): Promise<void>;
  countThere(first: number, last: number): Promise<number>;
  addIntents(intents: readonly MovedIntent[]): Promise<void>;
  countIntents(intents: readonly MovedIntent[]): Promise<number>;
}
