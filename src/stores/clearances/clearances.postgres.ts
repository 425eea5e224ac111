// Hits that somebody has judged false, in PostgreSQL: what is cleared on one node is cleared on all of them.

import { endOfTime, type ListPlace } from '../../app/key-owned/list-page.ts';
import type { RowProof } from '../../app/row-proof.ts';
import type { ClearanceStore } from '../../app/screening/clearances/ports.ts';
import type { PostgresPool } from '../postgres/pool.ts';
import { createStatements } from '../postgres/statements.ts';
import { listRight } from '../proven-rows/list-right.ts';
import {
  clearanceColumns,
  createClearanceProof,
  type FoundClearance,
  toClearance,
  toConfirmed,
} from './clearance-rows.ts';

const keepSql = `INSERT INTO confere.clearances
    (id, mode, subject, list_row, sealed, state, made_by, created_at_ms, confirmed_by, confirmed_at_ms, checksum)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
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
const takingItsPlaceSql = `${selectSql} WHERE mode = $1 AND subject = $2 AND list_row = $3`;
/** `$6` is the checksum that was read: where somebody else was faster, nothing is changed. */
const confirmSql = `UPDATE confere.clearances SET state = $2, confirmed_by = $3, confirmed_at_ms = $4, checksum = $5
  WHERE id = $1 AND checksum = $6`;

export function createPostgresClearances(
  pool: Pick<PostgresPool, 'query' | 'transaction'>,
  proof: RowProof,
): ClearanceStore {
  const { list, find, change, run } = createStatements(pool);
  const { sign, isRight, toRight } = createClearanceProof(proof);
  return {
    keep: (clearance, replaced) =>
      pool.transaction(async (session) => {
        const { id, mode, subject, row, sealed, state, madeBy, createdAtMs, confirmedBy, confirmedAtMs } = clearance;
        // One that counts for nothing must not keep others from being made.
        const [other] = (await session.query<FoundClearance>(takingItsPlaceSql, [mode, subject, row])).rows;
        if (other !== undefined && !isRight(other)) await session.query(removeSql, [other.id]);
        if (replaced !== null) await session.query(removeSql, [replaced]);
        const made = [id, mode, subject, row, sealed, state, madeBy, createdAtMs, confirmedBy, confirmedAtMs];
        return (await session.query(keepSql, [...made, sign(clearance)])).count === 1;
      }),
    find: async (id) => toRight(await find<FoundClearance>(findSql, [id])),
    findOf: async (mode, subjects) =>
      (await list<FoundClearance>(findOfSql, [mode, subjects])).filter(isRight).map(toClearance),
    async list(mode, limit, before = endOfTime, state) {
      const read = (some: number, { createdAtMs, id }: ListPlace) =>
        list<FoundClearance>(listSql, [mode, createdAtMs, id, some, state ?? null]);
      return (await listRight(limit, before, read, isRight)).map(toClearance);
    },
    async confirm(id, by, atMs) {
      const before = await find<FoundClearance>(findSql, [id]);
      const proposed = toRight(before);
      const confirmed = proposed && toConfirmed(proposed, by, atMs);
      if (before === undefined || confirmed === undefined) return false;
      const { state, confirmedBy, confirmedAtMs } = confirmed;
      const values = [id, state, confirmedBy, confirmedAtMs, sign(confirmed), before.checksum];
      return (await change(confirmSql, values)) === 1;
    },
    withdraw: (id) =>
      pool.transaction(async (session) => {
        await session.query(markSql, [id]);
        return (await session.query(removeSql, [id])).count === 1;
      }),
    forgetWithdrawn: (subjects) => run(forgetSql, [subjects]),
    remove: async (id) => (await change(removeSql, [id])) === 1,
    listAll: async (after, limit) => (await list<FoundClearance>(listAllSql, [after, limit])).map(toClearance),
  };
}
