// Hits that somebody has judged false, in PostgreSQL: what is cleared on one node is cleared on all of them.

import { endOfTime } from '../../app/key-owned/list-page.ts';
import type { ClearanceStore, StoredClearance } from '../../app/screening/clearances/ports.ts';
import type { PostgresPool } from '../postgres/pool.ts';
import { createStatements } from '../postgres/statements.ts';
import { clearanceColumns } from './clearance-rows.ts';

const keepSql = `INSERT INTO confere.clearances
    (id, mode, subject, list_row, sealed, state, made_by, created_at_ms, confirmed_by, confirmed_at_ms)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
  ON CONFLICT (mode, subject, list_row) DO NOTHING`;
const removeSql = 'DELETE FROM confere.clearances WHERE id = $1';
const markSql = `UPDATE confere.watches
  SET withdrawn = (coalesce(withdrawn, '[]')::jsonb || jsonb_build_array(jsonb_build_array(gone.subject, gone.list_row)))::text
  FROM confere.clearances AS gone
  WHERE gone.id = $1 AND gone.state = 'cleared' AND watches.mode = gone.mode AND watches.state = 'active'
    AND lists IS NOT NULL`;
const forgetSql = `UPDATE confere.watches SET withdrawn = (
    SELECT jsonb_agg(mark)::text FROM jsonb_array_elements(withdrawn::jsonb) AS mark WHERE NOT mark ->> 0 = ANY($1::text[]))
  WHERE EXISTS (SELECT 1 FROM jsonb_array_elements(withdrawn::jsonb) AS mark WHERE mark ->> 0 = ANY($1::text[]))`;
const selectSql = `SELECT ${clearanceColumns} FROM confere.clearances`;
const findSql = `${selectSql} WHERE id = $1`;
const findOfSql = `${selectSql} WHERE mode = $1 AND subject = ANY($2::text[]) ORDER BY created_at_ms DESC, id DESC`;
const listSql = `${selectSql} WHERE mode = $1 AND (created_at_ms, id) < ($2::bigint, $3)
  AND state = coalesce($5::text, state) ORDER BY created_at_ms DESC, id DESC LIMIT $4`;
const listAllSql = `${selectSql} WHERE id > $1 ORDER BY id LIMIT $2`;
const confirmSql = `UPDATE confere.clearances SET state = 'cleared', confirmed_by = $2, confirmed_at_ms = $3
  WHERE id = $1 AND state = 'proposed' AND made_by <> $2`;

export function createPostgresClearances(pool: Pick<PostgresPool, 'query' | 'transaction'>): ClearanceStore {
  const { list, find, change, run } = createStatements(pool);
  return {
    keep: ({ id, mode, subject, row, sealed, state, madeBy, createdAtMs, confirmedBy, confirmedAtMs }, replaced) =>
      pool.transaction(async (session) => {
        if (replaced !== null) await session.query(removeSql, [replaced]);
        const values = [id, mode, subject, row, sealed, state, madeBy, createdAtMs, confirmedBy, confirmedAtMs];
        return (await session.query(keepSql, values)).count === 1;
      }),
    find: (id) => find<StoredClearance>(findSql, [id]),
    findOf: (mode, subjects) => list(findOfSql, [mode, subjects]),
    list: (mode, limit, before = endOfTime, state) =>
      list(listSql, [mode, before.createdAtMs, before.id, limit, state ?? null]),
    confirm: async (id, by, atMs) => (await change(confirmSql, [id, by, atMs])) === 1,
    withdraw: (id) =>
      pool.transaction(async (session) => {
        await session.query(markSql, [id]);
        return (await session.query(removeSql, [id])).count === 1;
      }),
    forgetWithdrawn: (subjects) => run(forgetSql, [subjects]),
    remove: async (id) => (await change(removeSql, [id])) === 1,
    listAll: (after, limit) => list(listAllSql, [after, limit]),
  };
}
