// Watches in SQLite: their lists, and what changed. Changes of a comparison that is not finished are there, but beyond the last one that counts.

import { endOfTime, type ListPlace } from '../../app/key-owned/list-page.ts';
import type { RowProof } from '../../app/row-proof.ts';
import type {
  PlacedChange,
  PlacedList,
  SealedChange,
  SealedList,
  WatchPoint,
  WatchStore,
} from '../../app/watches/ports.ts';
import { toEndStatements } from '../events/events.sqlite.ts';
import { createKeyOwnedRows } from '../key-owned/key-owned-rows.sqlite.ts';
import { listRight } from '../proven-rows/list-right.ts';
import type { SqliteStore } from '../sqlite/database.ts';
import type { InstanceLock } from '../sqlite/instance-lock.ts';
import { createSingleWrites } from '../sqlite/writer.ts';
import { createWatchProof, type FoundWatch, toWatch, watchColumns } from './watch-rows.ts';

const beginSql = `INSERT INTO watches (id, key_id, mode, kind, webhook_id, snapshot, lists, purpose, legal_basis, until_ms, repeat_id,
    created_at_ms, owner, state, checksum)
  SELECT @id, @keyId, @mode, @kind, @webhookId, @snapshot, @lists, @purpose, @legalBasis, @untilMs, @repeatId,
    @createdAtMs, @owner, 'receiving', @checksum
  WHERE (SELECT count(*) FROM watches WHERE key_id = @keyId AND state <> 'deleted') < @watchesMax
  ON CONFLICT (repeat_id) DO NOTHING`;
const watchSql = `SELECT ${watchColumns} FROM watches`;
const findRepeatedSql = `${watchSql} WHERE repeat_id = ?`;
const listOfSql = (owner: string) => `${watchSql} WHERE ${owner} state = 'active' AND (created_at_ms, id) < (?, ?)
  ORDER BY created_at_ms DESC, id DESC LIMIT ?`;
/** Nothing is added to what was deleted meanwhile: nobody would find it any more. */
const isInSql = (state: string) => `WHERE EXISTS (SELECT 1 FROM watches WHERE id = @id AND state = '${state}')`;
const appendListSql = `INSERT INTO watch_lists (watch_id, part, sealed) SELECT @id, @part, @sealed ${isInSql('receiving')}`;
const startSql = `UPDATE watches SET state = 'active', companies = ?, fingerprint = ?, checksum = ?
  WHERE id = ? AND state = 'receiving' AND checksum = ?`;
const listSql = 'SELECT part, sealed FROM watch_lists WHERE watch_id = ? AND part = ?';
const staleSql = `SELECT id FROM watches WHERE state = 'active' AND mode = 'live' AND kind = 'company' AND snapshot IS NOT ?
  ORDER BY created_at_ms, id`;
const pointsSql = `SELECT DISTINCT mode, lists FROM watches WHERE state = 'active' AND lists IS NOT NULL ORDER BY mode, lists`;
const atPointSql = `SELECT id FROM watches WHERE state = 'active' AND mode = ? AND lists = ? ORDER BY created_at_ms, id`;
const withdrawnSql = `SELECT id FROM watches WHERE state = 'active' AND mode = ? AND withdrawn IS NOT NULL ORDER BY created_at_ms, id`;
const discardSql = `DELETE FROM watch_changes WHERE watch_id = @id
  AND number > (SELECT last_change FROM watches WHERE id = @id)`;
const appendChangeSql = `INSERT INTO watch_changes (watch_id, number, sealed) SELECT @id, @number, @sealed ${isInSql('active')}`;
const finishSql = `UPDATE watches SET snapshot = @snapshot, lists = @lists, last_change = @lastChange, compared_at_ms = @comparedAtMs,
  missed = missed + @isMissed, withdrawn = CASE WHEN @withdrawn IS NULL THEN withdrawn END
  WHERE id = @id AND state = 'active' AND snapshot IS @fromSnapshot AND lists IS @fromLists AND rewrites = @fromRewrites
    AND last_change = @fromChange AND (@withdrawn IS NULL OR withdrawn IS @withdrawn)`;
const changesSql = `SELECT number, c.sealed FROM watch_changes c JOIN watches w ON w.id = c.watch_id
  WHERE c.watch_id = ? AND number > ? AND number <= w.last_change ORDER BY number LIMIT ?`;
const allChangesSql = `SELECT watch_id AS "watchId", number, sealed FROM watch_changes WHERE (watch_id, number) > (?, ?)
  ORDER BY watch_id, number LIMIT ?`;
const overSql = `${watchSql} WHERE state = 'active' AND until_ms <= ?`;
const endSql = `UPDATE watches SET state = 'deleted', repeat_id = NULL, checksum = NULL WHERE id = ? AND state = 'active'`;
const removeChangeSql = 'DELETE FROM watch_changes WHERE watch_id = ? AND number = ?';
const allPeopleSql = `SELECT watch_id AS "watchId", part, l.sealed FROM watch_lists l JOIN watches w ON w.id = l.watch_id
  WHERE w.kind = 'person' AND (watch_id, part) > (?, ?) ORDER BY watch_id, part LIMIT ?`;
const replaceListSql = 'UPDATE watch_lists SET sealed = ? WHERE watch_id = ? AND part = ?';
const rewrittenSql = 'UPDATE watches SET companies = max(0, companies - ?), rewrites = rewrites + 1 WHERE id = ?';

export function createSqliteWatchStore(store: SqliteStore, instance: InstanceLock, proof: RowProof): WatchStore {
  const { reader, writer } = store;
  const { change, run } = createSingleWrites(writer);
  const { signBegun, signStarted, isRight, toRight } = createWatchProof(proof);
  const watches = createKeyOwnedRows<FoundWatch>(store, instance, {
    table: 'watches',
    columns: watchColumns,
    pieces: [
      { table: 'watch_changes', owner: 'watch_id', place: 'number' },
      { table: 'watch_lists', owner: 'watch_id', place: 'part' },
    ],
    endsAt: 'until_ms',
  });
  const listIds = (sql: string, ...values: readonly string[]) =>
    reader.all(sql, ...values).map((row) => row['id'] as string);

  return {
    async begin(watch, watchesMax) {
      const { isBegun, more } = await watches.begin(beginSql, { ...watch, checksum: signBegun(watch), watchesMax }, [
        { sql: findRepeatedSql, parameters: [watch.repeatId] },
      ]);
      if (isBegun) return 'begun';
      return toRight(more[0]) ?? 'full';
    },
    findRepeated: async (repeatId) => toRight(reader.get<FoundWatch>(findRepeatedSql, repeatId)),
    async appendList(id, { part, sealed }) {
      if ((await change(appendListSql, { id, part, sealed })) === 0) throw new Error('The watch is no longer taken in');
    },
    async start(id, members, fingerprint) {
      const found = watches.find(id);
      const signed = signStarted(found, fingerprint);
      if (found !== undefined && signed !== undefined)
        await run(startSql, [members, fingerprint, signed, id, found.checksum]);
    },
    find: async (id) => toRight(watches.find(id)),
    async listOf(keyId, limit, before = endOfTime) {
      const sql = listOfSql(keyId === null ? '' : 'key_id = ? AND');
      const owner = keyId === null ? [] : [keyId];
      const read = async (some: number, { createdAtMs, id }: ListPlace) =>
        reader.all<FoundWatch>(sql, ...owner, createdAtMs, id, some);
      return (await listRight(limit, before, read, isRight)).map(toWatch);
    },
    findList: async (id, part) => reader.get<SealedList>(listSql, id, part),
    listStale: async (snapshot) => listIds(staleSql, snapshot),
    listPoints: async () => reader.all<WatchPoint>(pointsSql),
    listAtPoint: async ({ mode, lists }) => listIds(atPointSql, mode, lists),
    listWithdrawn: async (mode) => listIds(withdrawnSql, mode),
    discardUnfinished: (id) => run(discardSql, { id }),
    async appendChanges(id, changes) {
      if (changes.length === 0) return;
      await writer.write(
        changes.map(({ number, sealed }) => ({ sql: appendChangeSql, parameters: { id, number, sealed } })),
      );
    },
    async finish(id, { event, isMissed, from, withdrawn = null, ...comparison }) {
      const { snapshot, lists, rewrites, lastChange } = from;
      const before = { fromSnapshot: snapshot, fromLists: lists, fromRewrites: rewrites, fromChange: lastChange };
      const parameters = { ...comparison, withdrawn, ...before, isMissed: isMissed ? 1 : 0, id };
      const [finished] = await writer.write(toEndStatements({ sql: finishSql, parameters }, event));
      return finished?.changes === 1;
    },
    listChanges: async (id, after, limit) => reader.all<SealedChange>(changesSql, id, after, limit),
    abandon: watches.abandon,
    delete: watches.delete,
    listOver: async (nowMs) => reader.all<FoundWatch>(overSql, nowMs).filter(isRight).map(toWatch),
    async end(id, event) {
      await writer.write(toEndStatements({ sql: endSql, parameters: [id] }, event));
    },
    hasWaste: watches.hasWaste,
    purge: watches.purge,
    listAllChanges: async (after, limit) =>
      reader.all<PlacedChange>(allChangesSql, after?.watchId ?? '', after?.number ?? 0, limit),
    removeChange: (id, number) => run(removeChangeSql, [id, number]),
    listAllPeople: async (after, limit) =>
      reader.all<PlacedList>(allPeopleSql, after?.watchId ?? '', after?.part ?? -1, limit),
    async replaceList(id, { part, sealed }, removed) {
      await writer.write([
        { sql: replaceListSql, parameters: [sealed, id, part] },
        { sql: rewrittenSql, parameters: [removed, id] },
      ]);
    },
  };
}
