// Watches in PostgreSQL: their lists, and what changed. Changes of a comparison that is not finished are there, but beyond the last one that
// counts. The registry is each node's own, and one may be behind: a watch is never compared with an older snapshot than the last one.

import { endOfTime } from '../../app/list-page.ts';
import type { SealedChange, StoredWatch, WatchStore } from '../../app/watches/ports.ts';
import { tell } from '../events/events.postgres.ts';
import { createKeyOwnedRows } from '../key-owned/key-owned-rows.postgres.ts';
import type { PostgresPool } from '../postgres/pool.ts';
import { watchColumns } from './watch-rows.ts';

const watchSql = `SELECT ${watchColumns} FROM confere.watches`;
const beginSql = `INSERT INTO confere.watches (id, key_id, mode, webhook_id, snapshot, repeat_id, created_at_ms, owner, state)
  SELECT $1, $2, $3, $4, $5, $6, $7::bigint, $8, 'receiving'
  WHERE (SELECT count(*) FROM confere.watches WHERE key_id = $2 AND state <> 'deleted') < $9::bigint
  ON CONFLICT (repeat_id) DO NOTHING`;
const repeatedSql = `${watchSql} WHERE repeat_id = $1`;
const listOfSql = `${watchSql} WHERE key_id = $1 AND state = 'active' AND (created_at_ms, id) < ($2::bigint, $3)
  ORDER BY created_at_ms DESC, id DESC LIMIT $4`;
const appendListSql = 'INSERT INTO confere.watch_lists (watch_id, part, sealed) SELECT $1, $2::integer, $3::bytea';
const startSql = `UPDATE confere.watches SET state = 'active', companies = $2, fingerprint = $3 WHERE id = $1 AND state = 'receiving'`;
const listSql = 'SELECT part, sealed FROM confere.watch_lists WHERE watch_id = $1 AND part = $2';
/** The name of a snapshot begins with the time of its import. */
const staleSql = `SELECT id FROM confere.watches WHERE state = 'active' AND mode = 'live'
  AND (snapshot IS NULL OR snapshot < $1 COLLATE "C") ORDER BY created_at_ms, id`;
const discardSql = `DELETE FROM confere.watch_changes WHERE watch_id = $1
  AND number > (SELECT last_change FROM confere.watches WHERE id = $1)`;
const appendChangesSql = `INSERT INTO confere.watch_changes (watch_id, number, sealed)
  SELECT $1, number, sealed FROM unnest($2::integer[], $3::bytea[]) AS added (number, sealed)`;
const finishSql = `UPDATE confere.watches SET snapshot = $2, last_change = $3, compared_at_ms = $4, missed = missed + $5::integer
  WHERE id = $1 AND state = 'active' AND snapshot IS NOT DISTINCT FROM $6 AND last_change = $7`;
const changesSql = `SELECT number, changes.sealed FROM confere.watch_changes AS changes JOIN confere.watches ON watches.id = watch_id
  WHERE watch_id = $1 AND number > $2::bigint AND number <= last_change ORDER BY number LIMIT $3`;
const allChangesSql = `SELECT watch_id AS "watchId", number, sealed FROM confere.watch_changes
  WHERE (watch_id, number) > ($1, $2::integer) ORDER BY watch_id, number LIMIT $3`;
const removeChangeSql = 'DELETE FROM confere.watch_changes WHERE watch_id = $1 AND number = $2';

export function createPostgresWatchStore(pool: Pick<PostgresPool, 'query' | 'transaction'>, owner: string): WatchStore {
  const watches = createKeyOwnedRows(pool, {
    table: 'watches',
    pieces: [
      { table: 'watch_changes', owner: 'watch_id', place: 'number' },
      { table: 'watch_lists', owner: 'watch_id', place: 'part' },
    ],
    onDelete: 'repeat_id = NULL',
  });
  const list = async <Row>(sql: string, parameters: readonly unknown[]) =>
    (await pool.query<Row>(sql, parameters)).rows;

  return {
    begin: (watch, watchesMax) =>
      watches.begin(watch.keyId, async (session) => {
        const { id, keyId, mode, webhookId, snapshot, repeatId, createdAtMs } = watch;
        const values = [id, keyId, mode, webhookId, snapshot, repeatId, createdAtMs, owner, watchesMax];
        if ((await session.query(beginSql, values)).count === 1) return 'begun';
        return (await session.query<StoredWatch>(repeatedSql, [repeatId])).rows[0] ?? 'full';
      }),
    appendList: (id, { part, sealed }) => watches.append(appendListSql, [id, part, sealed]),
    async start(id, companies, fingerprint) {
      await pool.query(startSql, [id, companies, fingerprint]);
    },
    find: async (id) => (await list<StoredWatch>(`${watchSql} WHERE id = $1 AND state <> 'deleted'`, [id]))[0],
    listOf: (keyId, limit, before = endOfTime) => list(listOfSql, [keyId, before.createdAtMs, before.id, limit]),
    findList: async (id, part) =>
      (await list<{ readonly part: number; readonly sealed: Uint8Array }>(listSql, [id, part]))[0],
    listStale: async (snapshot) => (await list<{ readonly id: string }>(staleSql, [snapshot])).map(({ id }) => id),
    async discardUnfinished(id) {
      await pool.query(discardSql, [id]);
    },
    async appendChanges(id, changes) {
      if (changes.length === 0) return;
      const values = [id, changes.map(({ number }) => number), changes.map(({ sealed }) => Buffer.from(sealed))];
      await pool.query(appendChangesSql, values);
    },
    finish: (id, { snapshot, lastChange, comparedAtMs, isMissed, from, event }) =>
      pool.transaction(async (session) => {
        const values = [id, snapshot, lastChange, comparedAtMs, isMissed ? 1 : 0, from.snapshot, from.lastChange];
        const { count } = await session.query(finishSql, values);
        if (count === 1 && event !== null) await tell(session, event);
        return count === 1;
      }),
    listChanges: (id, after, limit) => list<SealedChange>(changesSql, [id, after, limit]),
    abandon: watches.abandon,
    delete: watches.delete,
    hasWaste: () => watches.hasWaste(0),
    purge: (max) => watches.purge(0, max),
    listAllChanges: (after, limit) => list(allChangesSql, [after?.watchId ?? '', after?.number ?? 0, limit]),
    async removeChange(id, number) {
      await pool.query(removeChangeSql, [id, number]);
    },
  };
}
