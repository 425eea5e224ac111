// Hits that somebody has judged false, in SQLite.

import { endOfTime } from '../../app/key-owned/list-page.ts';
import type { ClearanceStore, StoredClearance } from '../../app/screening/clearances/ports.ts';
import type { SqliteStore } from '../sqlite/database.ts';
import { createSingleWrites } from '../sqlite/writer.ts';
import { clearanceColumns } from './clearance-rows.ts';

const keepSql = `INSERT INTO clearances
    (id, mode, subject, list_row, sealed, state, made_by, created_at_ms, confirmed_by, confirmed_at_ms)
  VALUES (@id, @mode, @subject, @row, @sealed, @state, @madeBy, @createdAtMs, @confirmedBy, @confirmedAtMs)
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
const confirmSql = `UPDATE clearances SET state = 'cleared', confirmed_by = @by, confirmed_at_ms = @atMs
  WHERE id = @id AND state = 'proposed' AND made_by <> @by`;

export function createSqliteClearances({ reader, writer }: SqliteStore): ClearanceStore {
  const { change, run } = createSingleWrites(writer);
  return {
    async keep(clearance, replaced) {
      const kept = { sql: keepSql, parameters: { ...clearance } };
      const removed = replaced === null ? [] : [{ sql: removeSql, parameters: [replaced] }];
      const results = await writer.write([...removed, kept]);
      return results.at(-1)?.changes === 1;
    },
    find: async (id) => reader.get<StoredClearance>(findSql, id),
    findOf: async (mode, subjects) => reader.all<StoredClearance>(findOfSql, mode, JSON.stringify(subjects)),
    list: async (mode, limit, before = endOfTime, state) =>
      reader.all<StoredClearance>(listSql, mode, before.createdAtMs, before.id, state ?? null, limit),
    confirm: async (id, by, atMs) => (await change(confirmSql, { id, by, atMs })) === 1,
    async withdraw(id) {
      const [, removed] = await writer.write([markSql, removeSql].map((sql) => ({ sql, parameters: [id] })));
      return removed?.changes === 1;
    },
    forgetWithdrawn: (subjects) => run(forgetSql, { subjects: JSON.stringify(subjects) }),
    remove: async (id) => (await change(removeSql, [id])) === 1,
    listAll: async (after, limit) => reader.all<StoredClearance>(listAllSql, after, limit),
  };
}
