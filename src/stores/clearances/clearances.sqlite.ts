// Hits that somebody has judged false, in SQLite.

import { endOfTime, type ListPlace } from '../../app/key-owned/list-page.ts';
import type { RowProof } from '../../app/row-proof.ts';
import type { ClearanceStore } from '../../app/screening/clearances/ports.ts';
import { listRight } from '../proven-rows/list-right.ts';
import type { SqliteStore } from '../sqlite/database.ts';
import { createSingleWrites } from '../sqlite/writer.ts';
import {
  clearanceColumns,
  createClearanceProof,
  type FoundClearance,
  toClearance,
  toConfirmed,
} from './clearance-rows.ts';

const keepSql = `INSERT INTO clearances
    (id, mode, subject, list_row, sealed, state, made_by, created_at_ms, confirmed_by, confirmed_at_ms, checksum)
  VALUES (@id, @mode, @subject, @row, @sealed, @state, @madeBy, @createdAtMs, @confirmedBy, @confirmedAtMs, @checksum)
  ON CONFLICT (mode, subject, list_row) DO NOTHING`;
const removeSql = 'DELETE FROM clearances WHERE id = ?';
const markSql = `UPDATE watches SET withdrawn = json_insert(coalesce(withdrawn, '[]'), '$[#]', json_array(gone.subject, gone.list_row))
  FROM clearances AS gone
  WHERE gone.id = ? AND gone.state = 'cleared' AND watches.mode = gone.mode AND watches.state = 'active'
    AND lists IS NOT NULL`;
const isTheirsSql = 'mark.value ->> 0 IN (SELECT value FROM json_each(@subjects))';
const forgetSql = `UPDATE watches SET withdrawn = (
    SELECT CASE WHEN count(*) > 0 THEN json_group_array(json(mark.value)) END FROM json_each(withdrawn) AS mark WHERE NOT ${isTheirsSql})
  WHERE EXISTS (SELECT 1 FROM json_each(withdrawn) AS mark WHERE ${isTheirsSql})`;
const selectSql = `SELECT ${clearanceColumns} FROM clearances`;
const findSql = `${selectSql} WHERE id = ?`;
const findOfSql = `${selectSql} WHERE mode = ? AND subject IN (SELECT value FROM json_each(?)) ORDER BY created_at_ms DESC, id DESC`;
const listSql = `${selectSql} WHERE mode = ? AND (created_at_ms, id) < (?, ?) AND state = coalesce(?, state)
  ORDER BY created_at_ms DESC, id DESC LIMIT ?`;
const listAllSql = `${selectSql} WHERE id > ? ORDER BY id LIMIT ?`;
const takingItsPlaceSql = `${selectSql} WHERE mode = ? AND subject = ? AND list_row = ?`;
/** `@before` is the checksum that was read: where somebody else was faster, nothing is changed. */
const confirmSql = `UPDATE clearances SET state = @state, confirmed_by = @confirmedBy, confirmed_at_ms = @confirmedAtMs, checksum = @checksum
  WHERE id = @id AND checksum = @before`;

export function createSqliteClearances({ reader, writer }: SqliteStore, proof: RowProof): ClearanceStore {
  const { sign, isRight, toRight } = createClearanceProof(proof);
  const find = (id: string) => toRight(reader.get<FoundClearance>(findSql, id));
  const { change, run } = createSingleWrites(writer);
  return {
    async keep(clearance, replaced) {
      const { mode, subject, row } = clearance;
      const kept = { sql: keepSql, parameters: { ...clearance, checksum: sign(clearance) } };
      // One that counts for nothing must not keep others from being made.
      const other = reader.get<FoundClearance>(takingItsPlaceSql, mode, subject, row);
      const gone = [...(replaced === null ? [] : [replaced]), ...(other && !isRight(other) ? [other.id] : [])];
      const results = await writer.write([...gone.map((id) => ({ sql: removeSql, parameters: [id] })), kept]);
      return results.at(-1)?.changes === 1;
    },
    find: async (id) => find(id),
    findOf: async (mode, subjects) =>
      reader.all<FoundClearance>(findOfSql, mode, JSON.stringify(subjects)).filter(isRight).map(toClearance),
    async list(mode, limit, before = endOfTime, state) {
      const read = async (some: number, { createdAtMs, id }: ListPlace) =>
        reader.all<FoundClearance>(listSql, mode, createdAtMs, id, state ?? null, some);
      return (await listRight(limit, before, read, isRight)).map(toClearance);
    },
    async confirm(id, by, atMs) {
      const before = reader.get<FoundClearance>(findSql, id);
      const proposed = toRight(before);
      const confirmed = proposed && toConfirmed(proposed, by, atMs);
      if (before === undefined || confirmed === undefined) return false;
      const { state, confirmedBy, confirmedAtMs } = confirmed;
      const checks = { checksum: sign(confirmed), before: before.checksum };
      return (await change(confirmSql, { id, state, confirmedBy, confirmedAtMs, ...checks })) === 1;
    },
    async withdraw(id) {
      const [, removed] = await writer.write([markSql, removeSql].map((sql) => ({ sql, parameters: [id] })));
      return removed?.changes === 1;
    },
    forgetWithdrawn: (subjects) => run(forgetSql, { subjects: JSON.stringify(subjects) }),
    remove: async (id) => (await change(removeSql, [id])) === 1,
    listAll: async (after, limit) => reader.all<FoundClearance>(listAllSql, after, limit).map(toClearance),
  };
}
