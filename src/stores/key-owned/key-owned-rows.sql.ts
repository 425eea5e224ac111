// What a key hands over in pieces, a batch or a watch: one process takes it in, it is that key's alone, and it is deleted with its pieces, a
// few at a time. In PostgreSQL any node may do that.

import type { KeyId } from '../../domain/access/api-key.ts';
import { type Sql, toInsert, toRoom } from '../sql/sql.ts';
import type { Piece, TakingIn } from './taking-in.ts';

interface KeyOwnedRowsOptions {
  readonly table: 'batches' | 'watches';
  readonly pieces: readonly Piece[];
  /** The column that says from when on it is deleted without a request. */
  readonly endsAt: string;
  /** A condition: those of a key that count against how many it may have. */
  readonly isUnfinished: string;
}

export function createKeyOwnedRows(
  { change, find, run, together, achieve, alone }: Sql,
  taking: TakingIn,
  { table, pieces, endsAt, isUnfinished }: KeyOwnedRowsOptions,
) {
  const markSql = `UPDATE ${table} SET state = 'deleted', repeat_id = NULL, checksum = NULL WHERE id = $1`;
  const deleteSql = `${markSql} AND key_id = $2 AND state <> 'deleted'`;
  const abandonSql = `${markSql} AND state = 'receiving'`;
  const wasteSql = `SELECT id FROM ${table} WHERE state = 'deleted' OR ${endsAt} <= $1 LIMIT 1`;
  const purgeSqls = pieces.map(
    (piece) => `DELETE FROM ${piece.table} WHERE ${piece.owner} = $1
      AND ${piece.place} IN (SELECT ${piece.place} FROM ${piece.table} WHERE ${piece.owner} = $1 LIMIT $2)`,
  );
  const isBare = pieces.map((piece) => `NOT EXISTS (SELECT 1 FROM ${piece.table} WHERE ${piece.owner} = $1)`);
  const forgetSql = `DELETE FROM ${table} WHERE id = $1 AND ${isBare.join(' AND ')}`;
  /** `abandoned` holds the uploads that this process gave up while writes failed. No other process can know about them. */
  const abandoned = new Set<string>();

  async function markAbandoned(): Promise<void> {
    for (const id of abandoned) {
      await run(abandonSql, [id]);
      abandoned.delete(id);
    }
  }

  const findWaste = async (nowMs: number) =>
    (await find<{ readonly id: string }>(wasteSql, [nowMs]))?.id ?? (await taking.findLost(table));

  return {
    /** Returns false if the key has reached its limit or the call was made before. Each key begins one at a time, so that no two count as one. */
    async begin<Row extends { readonly key_id: KeyId }>(row: Row, unfinishedMax: number): Promise<boolean> {
      taking.hold();
      const owned = { ...row, owner: taking.id, state: 'receiving' };
      return achieve([
        ...alone(`${table} ${row.key_id}`),
        toRoom(`SELECT count(*) FROM ${table} WHERE key_id = $1 AND ${isUnfinished}`, row.key_id, unfinishedMax),
        toInsert(table, Object.keys(owned), owned),
      ]);
    },
    async append(piece: Piece, id: string, place: number, sealed: Uint8Array): Promise<void> {
      if ((await change(taking.toAppend(table, piece), [id, place, Buffer.from(sealed)])) === 0)
        throw new Error('What this belongs to is no longer taken in');
    },
    async abandon(id: string): Promise<void> {
      abandoned.add(id);
      await markAbandoned().catch(() => {});
    },
    delete: async (id: string, keyId: KeyId) => (await change(deleteSql, [id, keyId])) === 1,
    async hasWaste(nowMs: number): Promise<boolean> {
      await markAbandoned().catch(() => {});
      return (await findWaste(nowMs)) !== undefined;
    },
    async purge(nowMs: number, max: number): Promise<void> {
      const id = await findWaste(nowMs);
      if (id === undefined) return;
      await together([
        // So that nothing is added to it any more, and nobody works on it.
        { sql: markSql, values: [id] },
        ...purgeSqls.map((sql) => ({ sql, values: [id, max] })),
        { sql: forgetSql, values: [id] },
      ]);
    },
  };
}
