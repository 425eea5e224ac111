// What moves between a node's own files and a shared database, column by column, and what stays behind, with the reason. `app/kept` says it of
// every table; the audit has its own forms here. A test compares both with the schemas: a column or table that is not named there is a fault.

import type { Moved, Table } from '../../app/kept/store.ts';
import { tables } from '../../app/kept/stores.ts';

export interface MovedColumn {
  readonly sqlite: string;
  readonly postgres: string;
  /** `as` states the type if the engines differ: milliseconds and a time, or a text and a date. */
  readonly as?: 'time' | 'date';
}

export interface MovedTable {
  readonly sqlite: string;
  readonly postgres: string;
  /** `key` identifies a row by the column names of PostgreSQL. */
  readonly key: readonly string[];
  readonly columns: readonly MovedColumn[];
  /** `where` selects the rows. Both engines understand this condition. */
  readonly where?: string;
  /** `sqliteSource` names the source to read if SQLite keeps the table in another shape. */
  readonly sqliteSource?: string;
  /** Columns that PostgreSQL keeps apart, in parts that are added up. */
  readonly counts?: { readonly table: string; readonly owner: string; readonly columns: readonly string[] };
  /** Columns of one engine alone, and why they need not move. */
  readonly own?: Readonly<Record<string, string>>;
}

/** A moved piece belongs to a thing. No process works on the thing before all of its pieces have arrived. */
export type MovedPiece = MovedTable & { readonly owner: string };

/** A table of a part, with how its rows come. */
export interface PartTable extends MovedTable {
  readonly moved: Moved;
  readonly pieces: readonly MovedPiece[];
  readonly hasWindows: boolean;
}

const same = (...names: readonly string[]): MovedColumn[] => names.map((name) => ({ sqlite: name, postgres: name }));
const named = (name: string) => ({ sqlite: name, postgres: name });

const everyMoved = Object.entries<Table>(tables).flatMap(([name, table]) =>
  typeof table.moved === 'string' ? [] : [{ name, table, moved: table.moved }],
);

/** Commands report each kind of thing in this order. */
export const auditPart = 'audit records';
export const transferParts = [auditPart, ...new Set(everyMoved.map(({ moved }) => moved.part))] as const;

/** Lists the tables of a part in the order in which they are copied. */
export function listPart(part: string): readonly PartTable[] {
  const all = everyMoved.filter(({ moved }) => moved.part === part);
  const pieces = all.flatMap(({ name, table, moved }) =>
    moved.pieceOf === undefined ? [] : [{ ...toMoved(name, table, moved), owner: moved.pieceOf }],
  );
  return all
    .filter(({ moved }) => moved.pieceOf === undefined)
    .map(({ name, table, moved }) => ({
      ...toMoved(name, table, moved),
      moved,
      pieces: moved.how === 'in pieces' ? pieces : [],
      hasWindows: table.windows !== undefined,
    }));
}

/** The one that a part is told by. */
export function findMain(part: string): PartTable {
  const main = listPart(part).find(({ moved }) => moved.isBeside !== true);
  if (main === undefined) throw new Error(`Nothing moves as ${part}`);
  return main;
}

function toMoved(name: string, { key = [], proven, columns = [] }: Table, { where, counts, stays }: Moved): MovedTable {
  return {
    ...named(name),
    key,
    columns: same(...(proven === undefined ? [] : [...proven, 'checksum']), ...columns),
    ...(where !== undefined && { where }),
    ...(counts !== undefined && { counts }),
    ...(stays !== undefined && { own: stays }),
  };
}

/** Beside the records, which come in the order in which they were written. */
export const movedWithAudit = {
  chains: {
    sqlite: 'ended_chains',
    postgres: 'audit_chains',
    key: ['id'],
    columns: [...same('id'), { sqlite: 'since_ms', postgres: 'since', as: 'time' }],
    sqliteSource: `(SELECT id, since_ms FROM ended_chains UNION ALL
      SELECT value, coalesce((SELECT min(from_ms) FROM groups WHERE place > 0), 0) FROM meta WHERE name = 'chain')`,
  },
  heads: {
    sqlite: 'heads',
    postgres: 'audit_heads',
    key: ['chain', 'sequence'],
    columns: same('chain', 'sequence', 'hash', 'at_ms', 'signer', 'signature'),
  },
  intents: {
    sqlite: 'open_intents',
    postgres: 'audit_open_intents',
    key: ['chain', 'sequence'],
    columns: same('chain', 'sequence', 'request'),
  },
  policies: {
    sqlite: 'policies',
    postgres: 'audit_policies',
    key: ['hash'],
    columns: same('hash', 'document'),
  },
  dropped: {
    sqlite: 'ended_dropped',
    postgres: 'audit_dropped',
    key: ['chain', 'sequence'],
    columns: [
      ...same('chain', 'sequence', 'hash'),
      { ...named('month'), as: 'date' },
      { sqlite: 'dropped_at_ms', postgres: 'dropped_at', as: 'time' },
    ],
  },
} as const satisfies Readonly<Record<string, MovedTable>>;

/** These tables move row by row in another form, with all of their columns. `audit.db:` precedes tables of the audit's own file. */
export const movedByHand: Readonly<Record<string, readonly string[]>> = {
  'audit.db:groups': [
    ...['place', 'chain', 'first', 'count', 'from_ms', 'to_ms', 'generation', 'find', 'find_mac', 'parts', 'contents'],
  ],
  'audit.db:evidence': ['place', 'to_ms', 'sealed'],
  audit_groups: [
    ...['chain', 'first', 'count', 'written_on', 'place', 'from_ms', 'to_ms', 'generation'],
    ...['find', 'find_mac', 'parts', 'contents'],
  ],
  audit_evidence: ['chain', 'first', 'written_on', 'sealed'],
  batch_counts: ['batch_id', 'part', ...(tables.batches.columns ?? [])],
};
