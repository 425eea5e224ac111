// What a key hands over in pieces, a batch or a watch, in PostgreSQL: one process takes it in, it is that key's alone, and it is deleted
// with its pieces, a few at a time. Any node may do that.

import type { KeyId } from '../../domain/access/api-key.ts';
import { isAliveSql } from '../postgres/node-link.ts';
import type { PostgresPool } from '../postgres/pool.ts';
import type { Session } from '../postgres/session.ts';

interface KeyOwnedRowsOptions {
  readonly table: 'batches' | 'watches';
  /** The tables of its pieces: the column that names what they belong to, and the one that tells them apart. */
  readonly pieces: readonly { readonly table: string; readonly owner: string; readonly place: string }[];
  /** The column that says from when on it is deleted without a request. */
  readonly endsAt: string;
}

/**
 * What nothing was added to for so long is nobody's, once its process is gone. A process that has only lost its session for a moment is not
 * taken for gone.
 */
const silenceSeconds = 60;

export function createKeyOwnedRows(
  pool: Pick<PostgresPool, 'query' | 'transaction'>,
  { table, pieces, endsAt }: KeyOwnedRowsOptions,
) {
  const markSql = `UPDATE confere.${table} SET state = 'deleted', repeat_id = NULL, checksum = NULL WHERE id = $1`;
  const deleteSql = `${markSql} AND key_id = $2 AND state <> 'deleted'`;
  const abandonSql = `${markSql} AND state = 'receiving'`;
  const isLost = `state = 'receiving' AND seen_at < now() - interval '${silenceSeconds} seconds' AND NOT ${isAliveSql('owner')}`;
  const wasteSql = `SELECT id FROM confere.${table}
    WHERE state = 'deleted' OR (${isLost}) OR ${endsAt} <= $1 LIMIT 1`;
  const purgeSql = pieces.map(
    (piece) => `DELETE FROM confere.${piece.table} WHERE ${piece.owner} = $1
      AND ${piece.place} IN (SELECT ${piece.place} FROM confere.${piece.table} WHERE ${piece.owner} = $1 LIMIT $2)`,
  );
  const isBare = pieces.map((piece) => `NOT EXISTS (SELECT 1 FROM confere.${piece.table} WHERE ${piece.owner} = $1)`);
  const forgetSql = `DELETE FROM confere.${table} WHERE id = $1 AND ${isBare.join(' AND ')}`;
  /** What this process has given up while the database was gone: nobody else can tell that it has. */
  const abandoned = new Set<string>();

  async function markAbandoned(): Promise<void> {
    for (const id of abandoned) {
      await pool.query(abandonSql, [id]);
      abandoned.delete(id);
    }
  }

  const findWaste = async (nowMs: number) => (await pool.query<{ readonly id: string }>(wasteSql, [nowMs])).rows[0]?.id;

  return {
    /** One at a time for each key, so that no two are counted as the same one. */
    begin: <Result>(keyId: KeyId, work: (session: Session) => Promise<Result>) =>
      pool.transaction(async (session) => {
        await session.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`${table} ${keyId}`]);
        return work(session);
      }),
    /** The statement adds a piece, and shows that it still comes: it has `$1` for what it belongs to. */
    async append(sql: string, parameters: readonly unknown[]): Promise<void> {
      const seen = `WITH seen AS (UPDATE confere.${table} SET seen_at = now() WHERE id = $1 AND state = 'receiving' RETURNING 1)`;
      const { count } = await pool.query(`${seen} ${sql} FROM seen`, parameters);
      if (count === 0) throw new Error('What this belongs to is no longer taken in');
    },
    async abandon(id: string): Promise<void> {
      abandoned.add(id);
      await markAbandoned().catch(() => {});
    },
    delete: async (id: string, keyId: KeyId) => (await pool.query(deleteSql, [id, keyId])).count === 1,
    async hasWaste(nowMs: number): Promise<boolean> {
      await markAbandoned().catch(() => {});
      return (await findWaste(nowMs)) !== undefined;
    },
    async purge(nowMs: number, max: number): Promise<void> {
      const id = await findWaste(nowMs);
      if (id === undefined) return;
      // So that nothing is added to it any more, and nobody works on it.
      await pool.query(markSql, [id]);
      for (const sql of purgeSql) await pool.query(sql, [id, max]);
      await pool.query(forgetSql, [id]);
    },
  };
}
