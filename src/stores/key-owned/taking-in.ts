// The process that takes something in, and how it is noticed that another one has ended while it did.

import type { Sql } from '../sql/sql.ts';
import type { InstanceLock } from '../sqlite/instance-lock.ts';

export interface Piece {
  readonly table: string;
  /** The column that names what a piece belongs to. */
  readonly owner: string;
  /** The column that tells the pieces of one thing apart. */
  readonly place: string;
}

export interface TakingIn {
  /** The name of this process. */
  readonly id: string;
  /** Holds the name. The caller must call it before it stores anything under this name. */
  hold(): void;
  /** Finds an abandoned upload in the table. */
  findLost(table: string): Promise<string | undefined>;
  /** A statement that adds a sealed piece, and shows that more of it comes: it adds nothing to what is no longer taken in. */
  toAppend(table: string, piece: Piece): string;
}

/** Creates the intake for processes on one data directory. */
export function createInstanceTaking({ list }: Pick<Sql, 'list'>, instance: InstanceLock): TakingIn {
  return {
    id: instance.id,
    hold: instance.hold,
    async findLost(table) {
      type Receiving = { readonly id: string; readonly owner: string };
      const receiving = await list<Receiving>(`SELECT id, owner FROM ${table} WHERE state = 'receiving'`);
      return receiving.find(({ owner }) => !instance.isAlive(owner))?.id;
    },
    toAppend: (table, { table: pieces, owner, place }) => `INSERT INTO ${pieces} (${owner}, ${place}, sealed)
      SELECT $1, $2, $3 WHERE EXISTS (SELECT 1 FROM ${table} WHERE id = $1 AND state = 'receiving')`,
  };
}
