// Watches in SQLite: their lists, and what changed. Changes of a comparison that is not finished are there, but beyond the last one that counts.

import { endOfTime } from '../../app/list-page.ts';
import type { SealedChange, StoredWatch, WatchStore } from '../../app/watches/ports.ts';
import { toEndStatements } from '../events/events.sqlite.ts';
import { createKeyOwnedRows } from '../key-owned/key-owned-rows.sqlite.ts';
import type { SqliteStore } from '../sqlite/database.ts';
import type { InstanceLock } from '../sqlite/instance-lock.ts';
import { createSingleWrites } from '../sqlite/writer.ts';
import { watchColumns } from './watch-rows.ts';

const beginSql = `INSERT INTO watches (id, key_id, mode, webhook_id, snapshot, repeat_id, created_at_ms, owner, state)
  SELECT @id, @keyId, @mode, @webhookId, @snapshot, @repeatId, @createdAtMs, @owner, 'receiving'
  WHERE (SELECT count(*) FROM watches WHERE key_id = @keyId AND state <> 'deleted') < @watchesMax
  ON CONFLICT (repeat_id) DO NOTHING`;
const watchSql = `SELECT ${watchColumns} FROM watches`;
const findRepeatedSql = `${watchSql} WHERE repeat_id = ?`;
const listOfSql = `${watchSql} WHERE key_id = ? AND state = 'active' AND (created_at_ms, id) < (?, ?)
  ORDER BY created_at_ms DESC, id DESC LIMIT ?`;
const appendListSql = 'INSERT INTO watch_lists (watch_id, part, sealed) VALUES (?, ?, ?)';
const startSql = `UPDATE watches SET state = 'active', companies = ?, fingerprint = ? WHERE id = ? AND state = 'receiving'`;
const listSql = 'SELECT part, sealed FROM watch_lists WHERE watch_id = ? AND part = ?';
const staleSql = `SELECT id FROM watches WHERE state = 'active' AND mode = 'live' AND snapshot IS NOT ? ORDER BY created_at_ms, id`;
const discardSql = `DELETE FROM watch_changes WHERE watch_id = @id
  AND number > (SELECT last_change FROM watches WHERE id = @id)`;
const appendChangeSql = 'INSERT INTO watch_changes (watch_id, number, sealed) VALUES (?, ?, ?)';
const finishSql = `UPDATE watches SET snapshot = @snapshot, last_change = @lastChange, compared_at_ms = @comparedAtMs,
  missed = missed + @isMissed
  WHERE id = @id AND state = 'active' AND snapshot IS @fromSnapshot AND last_change = @fromChange`;
const changesSql = `SELECT number, c.sealed FROM watch_changes c JOIN watches w ON w.id = c.watch_id
  WHERE c.watch_id = ? AND number > ? AND number <= w.last_change ORDER BY number LIMIT ?`;
const allChangesSql = `SELECT watch_id AS "watchId", number, sealed FROM watch_changes WHERE (watch_id, number) > (?, ?)
  ORDER BY watch_id, number LIMIT ?`;
const removeChangeSql = 'DELETE FROM watch_changes WHERE watch_id = ? AND number = ?';

export function createSqliteWatchStore(store: SqliteStore, instance: InstanceLock): WatchStore {
  const { reader, writer } = store;
  const write = createSingleWrites(writer);
  const watches = createKeyOwnedRows<StoredWatch>(store, instance, {
    table: 'watches',
    columns: watchColumns,
    pieces: [
      { table: 'watch_changes', owner: 'watch_id', place: 'number' },
      { table: 'watch_lists', owner: 'watch_id', place: 'part' },
    ],
    onDelete: 'repeat_id = NULL',
  });

  return {
    async begin(watch, watchesMax) {
      const { isBegun, more } = await watches.begin(beginSql, { ...watch, watchesMax }, [
        { sql: findRepeatedSql, parameters: [watch.repeatId] },
      ]);
      if (isBegun) return 'begun';
      return more[0] ?? 'full';
    },
    async appendList(id, { part, sealed }) {
      await write(appendListSql, [id, part, sealed]);
    },
    async start(id, companies, fingerprint) {
      await write(startSql, [companies, fingerprint, id]);
    },
    find: async (id) => watches.find(id),
    listOf: async (keyId, limit, before = endOfTime) =>
      reader.all<StoredWatch>(listOfSql, keyId, before.createdAtMs, before.id, limit),
    findList: async (id, part) => reader.get<{ readonly part: number; readonly sealed: Uint8Array }>(listSql, id, part),
    listStale: async (snapshot) => reader.all(staleSql, snapshot).map((row) => row['id'] as string),
    async discardUnfinished(id) {
      await write(discardSql, { id });
    },
    async appendChanges(id, changes) {
      if (changes.length === 0) return;
      await writer.write(
        changes.map(({ number, sealed }) => ({ sql: appendChangeSql, parameters: [id, number, sealed] })),
      );
    },
    async finish(id, { event, isMissed, from, ...comparison }) {
      const before = { fromSnapshot: from.snapshot, fromChange: from.lastChange };
      const parameters = { ...comparison, ...before, isMissed: isMissed ? 1 : 0, id };
      const [finished] = await writer.write(toEndStatements({ sql: finishSql, parameters }, event));
      return finished?.changes === 1;
    },
    listChanges: async (id, after, limit) => reader.all<SealedChange>(changesSql, id, after, limit),
    abandon: watches.abandon,
    delete: watches.delete,
    hasWaste: () => watches.hasWaste(),
    purge: (max) => watches.purge(max),
    listAllChanges: async (after, limit) =>
      reader.all<SealedChange & { readonly watchId: string }>(
        allChangesSql,
        after?.watchId ?? '',
        after?.number ?? 0,
        limit,
      ),
    async removeChange(id, number) {
      await write(removeChangeSql, [id, number]);
    },
  };
}
