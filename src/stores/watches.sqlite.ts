// Watches in SQLite: their lists, and what changed. Changes of a comparison that is not finished are there, but beyond the last one that counts.

import type { StoredWatch, WatchStore } from '../app/watches/ports.ts';
import type { SqliteStore } from './sqlite/database.ts';
import type { InstanceLock } from './sqlite/instance-lock.ts';
import type { Statement } from './sqlite/writer.ts';
import { toEnqueueStatement } from './webhooks.sqlite.ts';

const beginSql = `INSERT INTO watches (id, key_id, mode, webhook_id, snapshot, created_at_ms, owner, state)
  SELECT @id, @keyId, @mode, @webhookId, @snapshot, @createdAtMs, @owner, 'receiving'
  WHERE (SELECT count(*) FROM watches WHERE key_id = @keyId AND state <> 'deleted') < @watchesMax`;
const appendListSql = 'INSERT INTO watch_lists (watch_id, part, sealed) VALUES (?, ?, ?)';
const startSql = `UPDATE watches SET state = 'active', companies = ? WHERE id = ? AND state = 'receiving'`;
const findSql = `SELECT * FROM watches WHERE id = ? AND state <> 'deleted'`;
const listSql = 'SELECT part, sealed FROM watch_lists WHERE watch_id = ? AND part = ?';
const staleSql = `SELECT id FROM watches WHERE state = 'active' AND mode = 'live' AND snapshot IS NOT ? ORDER BY created_at_ms, id`;
const discardSql = `DELETE FROM watch_changes WHERE watch_id = @id
  AND number > (SELECT last_change FROM watches WHERE id = @id)`;
const appendChangeSql = 'INSERT INTO watch_changes (watch_id, number, sealed) VALUES (?, ?, ?)';
const finishSql = `UPDATE watches SET snapshot = @snapshot, last_change = @lastChange, compared_at_ms = @comparedAtMs,
  missed = missed + @isMissed WHERE id = @id AND state = 'active'`;
const changesSql = `SELECT number, c.sealed FROM watch_changes c JOIN watches w ON w.id = c.watch_id
  WHERE c.watch_id = ? AND number > ? AND number <= w.last_change ORDER BY number LIMIT ?`;
const deleteSql = `UPDATE watches SET state = 'deleted' WHERE id = ? AND key_id = ? AND state <> 'deleted'`;
const wasteSql = `SELECT id FROM watches WHERE state = 'deleted' LIMIT 1`;
const receivingSql = `SELECT id, owner FROM watches WHERE state = 'receiving'`;
const purgeChangesSql =
  'DELETE FROM watch_changes WHERE watch_id = @id AND number IN (SELECT number FROM watch_changes WHERE watch_id = @id LIMIT @max)';
const purgeListsSql =
  'DELETE FROM watch_lists WHERE watch_id = @id AND part IN (SELECT part FROM watch_lists WHERE watch_id = @id LIMIT @max)';
const purgeWatchSql = `DELETE FROM watches WHERE id = @id AND NOT EXISTS (SELECT 1 FROM watch_changes WHERE watch_id = @id)
  AND NOT EXISTS (SELECT 1 FROM watch_lists WHERE watch_id = @id)`;

export function createSqliteWatchStore({ reader, writer }: SqliteStore, instance: InstanceLock): WatchStore {
  const write = async (sql: string, parameters: Statement['parameters']): Promise<number> => {
    const [result] = await writer.write([{ sql, parameters }]);
    return result?.changes ?? 0;
  };

  /** Deleted, or a list whose process was killed while it came. */
  function findWaste(): string | undefined {
    const deleted = reader.get(wasteSql)?.['id'];
    const abandoned = () => reader.all(receivingSql).find((one) => !instance.isAlive(one['owner'] as string))?.['id'];
    return (deleted ?? abandoned()) as string | undefined;
  }

  return {
    async begin(watch, watchesMax) {
      instance.hold();
      return (await write(beginSql, { ...watch, owner: instance.id, watchesMax })) === 1;
    },
    async appendList(id, { part, sealed }) {
      await write(appendListSql, [id, part, sealed]);
    },
    async start(id, companies) {
      await write(startSql, [companies, id]);
    },
    async find(id) {
      const row = reader.get(findSql, id);
      if (row === undefined) return undefined;
      return {
        id: row['id'],
        keyId: row['key_id'],
        mode: row['mode'],
        webhookId: row['webhook_id'],
        snapshot: row['snapshot'],
        createdAtMs: row['created_at_ms'],
        state: row['state'],
        companies: row['companies'],
        lastChange: row['last_change'],
        comparedAtMs: row['compared_at_ms'],
        missed: row['missed'],
      } as StoredWatch;
    },
    async findList(id, part) {
      const row = reader.get(listSql, id, part);
      return row && { part, sealed: row['sealed'] as Uint8Array };
    },
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
    async finish(id, { delivery, isMissed, ...comparison }) {
      const parameters = { ...comparison, isMissed: isMissed ? 1 : 0, id };
      const statements: Statement[] = [{ sql: finishSql, parameters }];
      if (delivery !== null) statements.push(toEnqueueStatement(delivery));
      await writer.write(statements);
    },
    listChanges: async (id, after, limit) =>
      reader.all(changesSql, id, after, limit).map((row) => ({
        number: row['number'] as number,
        sealed: row['sealed'] as Uint8Array,
      })),
    delete: async (id, keyId) => (await write(deleteSql, [id, keyId])) === 1,
    hasWaste: async () => findWaste() !== undefined,
    async purge(max) {
      const id = findWaste();
      if (id === undefined) return;
      await writer.write([
        { sql: purgeChangesSql, parameters: { id, max } },
        { sql: purgeListsSql, parameters: { id, max } },
        { sql: purgeWatchSql, parameters: { id } },
      ]);
    },
  };
}
