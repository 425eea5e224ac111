// The checksum of a row that decides something: keyed, and over its table and all that decides. Whoever can write to the database but has no
// secret can neither make such a row nor change one: it is reported, and counts for nothing.

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { EndedRows } from './ended-rows.ts';
import { type FaultTable, type ProvenTableName, provenTables } from './kept/stores.ts';

export interface RowFault {
  readonly table: FaultTable;
  /** The fault carries the id that the row states, or `unreadable` if no row of ours has such an id. */
  readonly id: string;
  /** The audit contradicts the row in this way. The value is undefined if the row itself shows the fault. */
  readonly against?: 'gone' | 'put_back';
}

/** A row is an object keyed by its columns. Any column may be absent if its value is null. */
export type ProvenRow = object;

/** A row as it lies in the database. */
export interface StoredRow {
  readonly checksum: Uint8Array | null;
}

export interface RowProof {
  sign(table: ProvenTableName, row: ProvenRow): Uint8Array;
  /**
   * Tells whether this is a row of ours that has not ended. The check reports no fault, because it serves code that browses rows without a request
   * for them.
   */
  holds(table: ProvenTableName, row: StoredRow): boolean;
  /** Reports a row that was changed, made or put back by other means than Confere. */
  isRight(table: ProvenTableName, row: StoredRow): boolean;
}

/** As long as a real one, so that a row without a checksum takes the same way to its refusal. */
const none = new Uint8Array(32);

/** `secrets` are those of every generation of the master secret, the newest first: it signs, and all of them prove. */
export function createRowProof(
  secrets: () => readonly Uint8Array[],
  onFault: (fault: RowFault) => void,
  ended: Pick<EndedRows, 'has'> = { has: () => false },
): RowProof {
  const toMacs = (text: string) => secrets().map((secret) => createHmac('sha256', secret).update(text).digest());

  const isEnded = (table: ProvenTableName, row: StoredRow) => ended.has(table, toRowId(table, row));

  function isOurs(table: ProvenTableName, row: StoredRow): boolean {
    const stored = row.checksum?.byteLength === none.byteLength ? row.checksum : none;
    return toMacs(toCanonical(table, row)).filter((mac) => timingSafeEqual(mac, stored)).length > 0;
  }

  return {
    sign: (table, row) => toMacs(toCanonical(table, row))[0] as Uint8Array,
    holds: (table, row) => isOurs(table, row) && !isEnded(table, row),
    isRight(table, row) {
      const fault = { table, id: toRowId(table, row) };
      if (!isOurs(table, row)) onFault(fault);
      else if (isEnded(table, row)) onFault({ ...fault, against: 'put_back' });
      else return true;
      return false;
    },
  };
}

/** Returns the name by which logs and reports refer to a row. A row that another program has written may hold any values. */
export function toRowId(table: ProvenTableName, row: ProvenRow): string {
  const values = row as Readonly<Record<string, unknown>>;
  const id = provenTables[table].key.map((name) => String(values[name])).join(':');
  return /^[\w:-]{1,80}$/.test(id) ? id : 'unreadable';
}

/**
 * The table, and every column by name in a fixed order, without those that are null: a column that a later version adds, and that is null in
 * all older rows, changes no checksum. Both databases give the same text.
 */
function toCanonical(table: ProvenTableName, row: ProvenRow): string {
  const values = row as Readonly<Record<string, unknown>>;
  const columns = provenTables[table].columns
    .map((name) => [name, toProvenValue(values[name])] as const)
    .filter(([, value]) => value !== null)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([table, ...columns]);
}

function toProvenValue(value: unknown): string | number | readonly string[] | null {
  if (value === undefined || value === null) return null;
  if (value instanceof Uint8Array) return [Buffer.from(value).toString('base64')];
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'string' || typeof value === 'number') return value;
  throw new TypeError('A column that decides holds text, a number or bytes');
}
